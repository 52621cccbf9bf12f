//! The game as text: its record in PDN, a position in FEN.

use rules::pdn;

use play::{Session, Side};

use super::{
    Effect,
    app::{App, Table},
};
use crate::words;

impl App {
    /// Copies a text; where that does not work the reader can select it.
    pub(crate) fn copy(&mut self, text: String) -> Vec<Effect> {
        self.copying = Some((text.clone(), false));
        vec![Effect::Copy(text)]
    }

    /// Copies the record of the game.
    pub(crate) fn copy_pdn(&mut self) -> Vec<Effect> {
        match &self.table {
            Table::Online(_) => self.pdn_path().map(Effect::Fetch).into_iter().collect(),
            Table::Local(saved) => {
                let text = record(saved.game.session());
                self.copy(text)
            }
            Table::Ready | Table::Recorded(_) => Vec::new(),
        }
    }

    /// Saves the record of the game as a file.
    pub(crate) fn save_pdn(&self) -> Vec<Effect> {
        match &self.table {
            Table::Online(_) => self.pdn_path().map(Effect::Download).into_iter().collect(),
            Table::Local(saved) => vec![Effect::SaveText(record(saved.game.session()))],
            // Who sees this has the text already.
            Table::Ready | Table::Recorded(_) => Vec::new(),
        }
    }

    /// Where the server has the record: it alone knows the day.
    fn pdn_path(&self) -> Option<String> {
        let Table::Online(online) = &self.table else { return None };
        Some(format!("/api/games/{}/pdn", online.id()))
    }

    /// A text of the server has come.
    pub(crate) fn fetched(&mut self, answer: Result<String, String>) -> Vec<Effect> {
        match answer {
            Ok(text) => self.copy(text),
            Err(code) => {
                self.refuse(words::refusal(self.lang, &code));
                Vec::new()
            }
        }
    }

    /// A copy worked, or did not.
    pub(crate) fn has_copied(&mut self, worked: bool) -> Vec<Effect> {
        self.copied = Some(worked);
        let words = self.copied_words(worked);
        self.tell(words);
        if worked {
            self.copying = None;
        }
        match &mut self.copying {
            Some((_, by_hand)) => {
                *by_hand = true;
                vec![Effect::SelectText]
            }
            None => Vec::new(),
        }
    }
}

/// A game of two on this device. The result counts from the side that the
/// variant's records count from: in English draughts `1-0` means that Black
/// has won.
fn record(session: &Session) -> String {
    let variant = session.variant();
    let score = match session.outcome().map(|outcome| outcome.winner()) {
        None => pdn::Score::Open,
        Some(None) => pdn::Score::Draw,
        Some(Some(winner)) => pdn::Score::won_by(Side::color(winner, variant), variant),
    };
    pdn::write(session.board(), &pdn::Headers { event: "Dama", score, ..Default::default() })
}
