//! The buttons that are offered, as the game stands.

use core::fmt::Display;

use play::{Session, Side, State};

use super::{
    Action, Button,
    app::{App, Table},
    settings::Turning,
};
use crate::words::board;

/// What can be done now.
pub(super) fn actions(app: &App) -> Vec<Button> {
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
        Table::Ready | Table::Recorded(_) => false,
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
            .only_if(session.may_offer_draw())
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

/// What can be done less often.
pub(super) fn more(app: &App) -> Vec<Button> {
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
        app.confirms_moves(),
    ));
    if app.is_local() {
        let what = match settings.turning {
            Turning::Nothing => board::turn_board_stay(lang),
            Turning::Board => board::turn_board_turn(lang),
            Turning::FarSide => board::turn_board_far(lang),
        };
        let label = format!("{}: {what}", board::turn_board_setting(lang));
        buttons.push(Button::plain(Action::TurnBoard, label));
    } else if !matches!(&app.table, Table::Recorded(_)) {
        buttons.push(Button::switch(Action::Sound, board::sound(lang), app.sounds()));
    }
    buttons.push(Button::plain(Action::CopyFen, board::copy_fen(lang)));
    if app.session().is_some() {
        buttons.push(Button::plain(Action::CopyPdn, board::copy_pdn(lang)));
        buttons.push(Button::plain(Action::SavePdn, board::download_pdn(lang)));
    }
    if app.is_local() || (app.pairing().is_some() && !app.tally.is_empty()) {
        buttons.push(Button::plain(Action::ResetScore, board::score_reset(lang)));
    }
    buttons
}

/// The ways through the game.
pub(super) fn steps(app: &App) -> Vec<Button> {
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
