//! From the state of the page to what it shows.

use core::fmt::Display;

use play::{Level, Session, Side, State};
use protocol::Presence;

use super::{
    Action, Button, InviteLink, PlayerLine, TableView,
    app::{App, Table},
    counters::counters,
};
use crate::words::board;

/// All that the page shows.
pub(crate) fn view(app: &App) -> TableView {
    let bottom = app.bottom();
    let hint = app.hint();
    let session = app.session();
    TableView {
        scene: app.scene(),
        voice: app.voice(),
        state: state(app),
        seq: session.map_or(0, |session| session.seq().get()),
        ready: is_ready(app),
        top: player(app, !bottom),
        bottom: player(app, bottom),
        status: app.status(),
        is_refusal: hint.as_ref().is_some_and(|note| note.is_refusal),
        hint: hint.map(|note| note.text),
        counters: session.map(|session| counters(app.lang, session)).unwrap_or_default(),
        ending: app.ending(),
        banner: banner(app),
        question: app.question(),
        invite: invite(app),
        actions: actions(app),
        more: more(app),
        moves: app.game_ref().moves().into_iter().map(|mv| mv.pdn).collect(),
        steps: steps(app),
        ply: app.ply(),
        score: score(app),
        spoken: app.spoken.clone(),
    }
}

fn state(app: &App) -> &'static str {
    match (&app.table, app.session()) {
        _ if app.missing => "missing",
        (Table::Ready, _) => "ready",
        (_, Some(session)) => session.state().name(),
        (_, None) => "loading",
    }
}

/// Whether what is on the board is known to be true.
fn is_ready(app: &App) -> bool {
    match &app.table {
        Table::Ready | Table::Local(_) => true,
        Table::Online(online) => online.is_caught_up(),
    }
}

fn player(app: &App, side: Side) -> PlayerLine {
    let voice = app.voice();
    let color = side.color(app.variant());
    let session = app.session();
    let is_computer = match &app.table {
        Table::Ready => app.own_side() != Some(side),
        _ => session.is_some_and(|session| session.seats()[side].level().is_some()),
    };
    let presence = match &app.table {
        Table::Online(online) => online.presence(side),
        Table::Ready | Table::Local(_) => None,
    };
    let is_others = app.own_side() != Some(side);
    let away = presence == Some(Presence::Away) && is_others;
    let note = match app.level().filter(|_| is_computer) {
        Some(level) => Some(level_name(app, level)),
        None => (away && !app.is_watching()).then(|| board::friend_away(app.lang)),
    };
    let taken = session.map_or(0, |session| session.captured()[side]);
    let is_playing = session.is_none_or(Session::is_playing);
    let to_move = app.game_ref().side_to_move() == color && is_playing;
    PlayerLine {
        side,
        name: voice.player(color),
        note: note.map(str::to_owned),
        away,
        taken,
        taken_text: if taken == 0 { String::new() } else { board::taken(app.lang, &taken) },
        to_move,
    }
}

fn level_name(app: &App, level: Level) -> &'static str {
    match level {
        Level::Easy => board::level_easy(app.lang),
        Level::Medium => board::level_medium(app.lang),
        Level::Hard => board::level_hard(app.lang),
    }
}

fn banner(app: &App) -> Option<String> {
    let lang = app.lang;
    if let Table::Online(_) = &app.table {
        if app.link.is_offline() {
            return Some(board::offline(lang).to_owned());
        }
        if app.link.is_down() && app.link.has_failed() {
            return Some(board::reconnecting(lang).to_owned());
        }
    }
    (!app.keeps).then(|| board::storage_off(lang).to_owned())
}

fn invite(app: &App) -> Option<InviteLink> {
    let lang = app.lang;
    let waiting = app.session().is_some_and(|session| session.state() == State::Waiting);
    let named = matches!(&app.table, Table::Online(online) if online.id().as_u128() != 0);
    let is_own = app.own_side().is_some();
    (waiting && named && is_own).then(|| InviteLink {
        text: board::waiting_friend(lang).to_owned(),
        url: app.invite.as_ref().map(|(_, url)| url.clone()),
        note: match app.copied {
            Some(worked) => app.copied_words(worked).to_owned(),
            None => board::keep_link_note(lang).to_owned(),
        },
    })
}

fn actions(app: &App) -> Vec<Button> {
    let mut buttons = match (&app.table, app.session()) {
        (Table::Local(saved), Some(session)) => local_actions(app, &saved.game, session),
        (Table::Online(_), Some(session)) if app.own_side().is_some() => {
            if session.computer().is_some() {
                computer_actions(app, session)
            } else {
                friend_actions(app, session)
            }
        }
        _ => Vec::new(),
    };
    let lang = app.lang;
    if app.link.has_failed_often() && app.link.is_down() {
        buttons.insert(0, Button::primary(Action::TryAgain, board::try_again(lang)));
    }
    if app.ply() < app.game_ref().ply_count() {
        buttons.insert(0, Button::primary(Action::Latest, board::latest_position(lang)));
    }
    if may_leave(app) {
        buttons.push(Button::plain(Action::NewGame, board::new_game(lang)));
    }
    buttons
}

/// Whether another game can be begun here: not while a friend waits for us.
fn may_leave(app: &App) -> bool {
    let with_friend = |session: &Session| {
        let open = matches!(session.state(), State::Waiting | State::Playing);
        open && session.computer().is_none() && app.own_side().is_some()
    };
    match &app.table {
        Table::Ready => false,
        Table::Local(_) => true,
        Table::Online(_) => !app.session().is_some_and(with_friend),
    }
}

fn local_actions(app: &App, game: &play::local::LocalGame, session: &Session) -> Vec<Button> {
    let lang = app.lang;
    let undo = Button::plain(Action::Undo, board::undo(lang)).only_if(game.can_undo());
    let redo = Button::plain(Action::Redo, board::redo(lang)).only_if(game.can_redo());
    if !session.is_playing() {
        return vec![Button::primary(Action::Rematch, board::rematch(lang)), undo, redo];
    }
    let mut buttons = vec![undo, redo];
    if session.board().may_claim_draw() {
        buttons.push(Button::plain(Action::ClaimDraw, board::claim_draw(lang)));
    }
    buttons.push(Button::plain(Action::OfferDraw, board::agree_draw(lang)));
    buttons.push(Button::plain(Action::Resign, board::resign(lang)));
    buttons
}

fn computer_actions(app: &App, session: &Session) -> Vec<Button> {
    let lang = app.lang;
    let own = app.own_side().unwrap_or(Side::First);
    let can_undo = session.plies_to_last_decision(own).is_some();
    let undo = Button::plain(Action::Undo, board::undo(lang)).only_if(can_undo);
    if !session.is_playing() {
        return vec![Button::primary(Action::Rematch, board::rematch(lang)), undo];
    }
    let mut buttons = vec![undo, draw_button(app, session, own)];
    if session.board().may_claim_draw() {
        buttons.push(Button::plain(Action::ClaimDraw, board::claim_draw(lang)));
    }
    buttons.push(Button::plain(Action::Resign, board::resign(lang)));
    buttons
}

fn draw_button(app: &App, session: &Session, own: Side) -> Button {
    if session.offers().draw == Some(own) {
        Button::plain(Action::WithdrawDraw, withdraw(app, &board::draw_offered_you(app.lang)))
    } else {
        Button::plain(Action::OfferDraw, board::offer_draw(app.lang))
    }
}

/// "You offered a draw. Withdraw".
fn withdraw(app: &App, what: &dyn Display) -> String {
    format!("{what} {}", board::withdraw(app.lang))
}

fn friend_actions(app: &App, session: &Session) -> Vec<Button> {
    let lang = app.lang;
    let Some(own) = app.own_side() else { return Vec::new() };
    let offers = session.offers();
    match session.state() {
        State::Waiting | State::Cancelled(_) => Vec::new(),
        State::Finished(_) => vec![match (session.rematch(), offers.rematch) {
            (Some(_), _) => Button::primary(Action::GoToRematch, board::to_new_game(lang)),
            (None, Some(side)) if side == own => Button::plain(
                Action::WithdrawRematch,
                withdraw(app, &board::rematch_offered_you(lang)),
            ),
            _ => Button::primary(Action::Rematch, board::rematch(lang)),
        }],
        State::Playing => {
            let mut buttons = vec![draw_button(app, session, own)];
            buttons.push(if offers.takeback.is_some_and(|request| request.side == own) {
                let asked = board::takeback_asked_you(lang);
                Button::plain(Action::WithdrawTakeback, withdraw(app, &asked))
            } else {
                let can = session.plies_to_last_decision(own).is_some();
                Button::plain(Action::AskTakeback, board::ask_takeback(lang)).only_if(can)
            });
            if app.may_claim {
                buttons.push(Button::plain(Action::ClaimWin, board::claim_win(lang)));
            }
            if app.may_claim || session.board().may_claim_draw() {
                buttons.push(Button::plain(Action::ClaimDraw, board::claim_draw(lang)));
            }
            buttons.push(Button::plain(Action::Resign, board::resign(lang)));
            buttons
        }
    }
}

fn more(app: &App) -> Vec<Button> {
    let lang = app.lang;
    let settings = app.settings;
    let mut buttons = Vec::new();
    if app.game_ref().ply_count() > 0 {
        buttons.push(Button::plain(Action::ShowAgain, board::show_again(lang)));
    }
    buttons.push(Button::plain(Action::Flip, board::flip_board(lang)));
    buttons.push(Button::switch(Action::Numbers, board::square_numbers(lang), settings.numbers));
    buttons.push(Button::switch(Action::Animation, board::animation(lang), settings.animation));
    buttons.push(Button::switch(
        Action::ConfirmMoves,
        board::confirm_moves(lang),
        settings.confirm_moves,
    ));
    if app.is_local() {
        let label = board::turn_board_turn(lang);
        buttons.push(Button::switch(Action::TurnBoard, label, settings.turn_board));
    }
    buttons.push(Button::plain(Action::CopyFen, board::copy_fen(lang)));
    if app.session().is_some() && matches!(&app.table, Table::Online(_)) {
        buttons.push(Button::plain(Action::CopyPdn, board::download_pdn(lang)));
    }
    if app.is_local() || (app.pairing().is_some() && !app.tally.is_empty()) {
        buttons.push(Button::plain(Action::ResetScore, board::score_reset(lang)));
    }
    buttons
}

fn steps(app: &App) -> Vec<Button> {
    let lang = app.lang;
    let (ply, plies) = (app.ply(), app.game_ref().ply_count());
    let (back, on) = (ply > 0, ply < plies);
    vec![
        Button::plain(Action::First, board::first_position(lang)).only_if(back),
        Button::plain(Action::Previous, board::previous_move(lang)).only_if(back),
        Button::plain(Action::Next, board::next_move(lang)).only_if(on),
        Button::plain(Action::Latest, board::latest_position(lang)).only_if(on),
    ]
}

fn score(app: &App) -> Option<String> {
    let lang = app.lang;
    let pair = |score: play::Score| {
        let bottom = app.bottom();
        let of = |side| if side == Side::First { score.first } else { score.second };
        let (first, second) = (of(bottom), of(!bottom));
        let line = board::score_pair(lang, &first, &second, &score.draws);
        format!("{}: {line}", board::score(lang))
    };
    match &app.table {
        Table::Local(saved) => Some(pair(saved.game.score())),
        _ if app.pairing().is_some() => (!app.tally.is_empty()).then(|| {
            let super::Tally { wins, draws, losses } = app.tally;
            let line = board::score_line(lang, &wins, &draws, &losses);
            format!("{}: {line}", board::score(lang))
        }),
        Table::Online(online) => {
            let score = online.confirmed()?.score();
            (score != play::Score::default()).then(|| pair(score))
        }
        Table::Ready => None,
    }
}
