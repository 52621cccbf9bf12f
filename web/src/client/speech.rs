//! What the page says, under the board and to screen readers.

use play::{Outcome, Session, Side, State};
use rules::{Color, LegalMove, Variant};

use super::{
    Action, Button, Ending, Question,
    app::{App, Asking, Note, Table},
};
use crate::words::{self, board};

impl App {
    /// Whose turn it is, or what the page waits for.
    pub(crate) fn status(&self) -> String {
        let lang = self.lang;
        if self.missing {
            return words::refusal(lang, "not_found").to_owned();
        }
        let voice = self.voice();
        let Some(session) = self.session() else {
            return match &self.table {
                Table::Online(_) => board::connecting(lang).to_owned(),
                Table::Recorded(game) => {
                    let back = game.ply_count() - self.ply();
                    let last = game.side_to_move();
                    voice.turn(if back.is_multiple_of(2) { last } else { !last })
                }
                _ => voice.turn(self.variant().first_mover()),
            };
        };
        if let Table::Online(online) = &self.table
            && online.id().as_u128() == 0
        {
            return board::connecting(lang).to_owned();
        }
        match session.state() {
            State::Waiting => String::new(),
            State::Cancelled(play::CancelReason::Cancelled) => {
                board::invite_cancelled_status(lang).to_owned()
            }
            State::Cancelled(play::CancelReason::Expired) => {
                board::invite_expired_status(lang).to_owned()
            }
            State::Finished(_) => String::new(),
            State::Playing => self.turn_words(session),
        }
    }

    fn turn_words(&self, session: &Session) -> String {
        let lang = self.lang;
        if let Table::Online(online) = &self.table
            && online.is_sending()
        {
            let sends = !self.link.is_down();
            return if sends { board::sending(lang) } else { board::sending_later(lang) }
                .to_owned();
        }
        if session.computer_to_move().is_some() {
            return board::thinking(lang).to_owned();
        }
        self.voice().turn(session.board().side_to_move())
    }

    /// What must be done now, unless something else is to be said.
    pub(crate) fn hint(&self) -> Option<Note> {
        match (&self.note, self.must_capture_words()) {
            // An old notice must not hide what has to be done now.
            (Some(note), Some(must)) if !note.is_refusal => {
                Some(Note { text: format!("{} {must}", note.text), is_refusal: false })
            }
            (Some(note), _) => Some(note.clone()),
            (None, must) => {
                let watching = || self.is_watching().then(|| board::watching(self.lang).to_owned());
                must.or_else(watching).map(|text| Note { text, is_refusal: false })
            }
        }
    }

    /// "You must capture", where that is so.
    fn must_capture_words(&self) -> Option<String> {
        let dialogue = self.dialogue.as_ref().filter(|dialogue| dialogue.must_capture())?;
        let most = dialogue.most_captures();
        Some(match self.variant() {
            Variant::International if most > 1 => board::must_capture_most_now(self.lang, &most),
            _ => board::must_capture_now(self.lang).to_owned(),
        })
    }

    /// Says a move, and what follows from it.
    pub(crate) fn tell_move(&mut self, color: Color, mv: &LegalMove) {
        let mut text = self.voice().spoken(color, mv);
        let mut add = |more: String| {
            if !text.ends_with(['.', '!', '?']) {
                text.push('.');
            }
            text.push(' ');
            text.push_str(&more);
        };
        // The dialogue is still that of the position before.
        let next = crate::board::Dialogue::new(&self.game_ref());
        if let Some(ending) = self.ending() {
            add(ending.spoken());
        } else if next.must_capture() && (self.is_local() || self.is_online_turn()) {
            add(board::must_capture_now(self.lang).to_owned());
        }
        self.say(text);
    }

    /// Says something that is also shown.
    pub(crate) fn tell(&mut self, text: &str) {
        self.say(text);
        self.note = Some(Note { text: text.to_owned(), is_refusal: false });
    }

    pub(crate) fn say_ending(&mut self) {
        // Said with the last move, unless the board did not bring it.
        if let Some(ending) = self.ending()
            && !self.spoken.ends_with(&ending.spoken())
        {
            self.say(ending.spoken());
        }
    }

    /// How the game ended, as the one who looks sees it.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let session = self.session()?;
        let outcome = session.outcome()?;
        let variant = session.variant();
        let voice = self.voice();
        let name = |side: Side| voice.side(side.color(variant));
        let seen = match (outcome, self.own_side()) {
            (Outcome::Draw(_), _) => words::Outcome::Drawn,
            (Outcome::Win(winner, _), Some(own)) if winner == own => words::Outcome::Won,
            (Outcome::Win(..), Some(_)) => words::Outcome::Lost,
            (Outcome::Win(winner, _), None) => {
                words::Outcome::Decided { winner: name(winner), loser: name(!winner) }
            }
        };
        Some(Ending {
            headline: words::headline(self.lang, seen),
            reason: words::ending(self.lang, seen, outcome.reason()),
        })
    }

    /// The question on the table: one of the page's own, or what the friend
    /// asks.
    pub(crate) fn question(&self) -> Option<Question> {
        let lang = self.lang;
        let sure = |text: &str, yes: &str, no: &str| Question {
            text: text.to_owned(),
            answers: vec![Button::primary(Action::Yes, yes), Button::plain(Action::No, no)],
        };
        let (yes, no) = (board::yes(lang), board::no(lang));
        if let Some(asking) = &self.asking {
            return Some(match asking {
                Asking::Resign => sure(
                    board::resign_sure(lang),
                    board::resign_yes(lang),
                    board::keep_playing(lang),
                ),
                Asking::AgreeDraw => sure(board::agree_draw_sure(lang), yes, no),
                Asking::CancelInvite => sure(board::cancel_invite_sure(lang), yes, no),
                Asking::ResetScore => sure(board::score_reset_sure(lang), yes, no),
                Asking::NewGame(_) if self.is_local() => sure(board::new_game_sure(lang), yes, no),
                Asking::NewGame(_) => sure(board::new_game_sure_kept(lang), yes, no),
                Asking::Move(route) => {
                    let mv = self.dialogue.as_ref().and_then(|dialogue| dialogue.move_of(route));
                    let text = mv.map(|mv| mv.pdn).unwrap_or_default();
                    sure(&text, board::confirm_move(lang), no)
                }
            });
        }
        self.friends_question()
    }

    fn friends_question(&self) -> Option<Question> {
        let lang = self.lang;
        let own = self.own_side()?;
        let session = self.session()?;
        if session.reported_lost(own).is_some() {
            return Some(Question {
                text: board::seat_lost_asked(lang).to_owned(),
                answers: vec![Button::primary(Action::KeepSeat, board::seat_keep(lang))],
            });
        }
        let offers = session.offers();
        let (text, accept, decline) = if offers.draw == Some(!own) {
            (board::draw_offered_friend(lang), Action::AcceptDraw, Action::DeclineDraw)
        } else if offers.takeback.is_some_and(|request| request.side != own) {
            (board::takeback_asked_friend(lang), Action::AcceptTakeback, Action::DeclineTakeback)
        } else if offers.rematch == Some(!own) {
            (board::rematch_offered_friend(lang), Action::AcceptRematch, Action::DeclineRematch)
        } else {
            return None;
        };
        let answers = vec![
            Button::primary(accept, board::accept(lang)),
            Button::plain(decline, board::decline(lang)),
        ];
        Some(Question { text: text.to_owned(), answers })
    }

    pub(crate) fn copied_words(&self, worked: bool) -> &'static str {
        if worked { board::copied(self.lang) } else { board::copy_failed(self.lang) }
    }
}
