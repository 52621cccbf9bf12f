//! From the state of the page to what it shows.

use play::{Level, Session, Side, State};
use protocol::Presence;

use super::{
    InviteLink, PlayerLine, TableView,
    app::{App, Table},
    counters::counters,
    offered::{actions, more, steps},
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
        among_people: app.is_among_people(),
        facing: app.facing(),
        by_hand: app.copying.as_ref().filter(|(_, by_hand)| *by_hand).map(|(text, _)| text.clone()),
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
        seat: app.seat_path(),
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
        (Table::Recorded(_), _) => "recorded",
        (_, Some(session)) => session.state().name(),
        (_, None) => "loading",
    }
}

/// Whether what is on the board is known to be true.
fn is_ready(app: &App) -> bool {
    match &app.table {
        Table::Ready | Table::Local(_) | Table::Recorded(_) => true,
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
        _ => None,
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
    // Who sits where is not known before the game is.
    let is_known = session.is_some() || !matches!(&app.table, Table::Online(_));
    let clock = match &app.table {
        Table::Online(online) => app.times.line(app.lang, side, online.is_caught_up(), app.now),
        _ => None,
    };
    PlayerLine {
        side,
        name: if is_known { voice.player(color) } else { String::new() },
        note: note.map(str::to_owned),
        clock,
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
    let lost = if app.is_local() { board::storage_off } else { board::storage_off_online };
    (!app.keeps).then(|| lost(lang).to_owned())
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

fn score(app: &App) -> Option<String> {
    let lang = app.lang;
    let voice = app.voice();
    let pair = |score: play::Score| {
        // The own one first; it stays so when the board turns.
        let near = app.own_side().unwrap_or(Side::First);
        let name = |side: Side| voice.player(side.color(app.variant()));
        let of = |side| if side == Side::First { score.first } else { score.second };
        let (one, other) = (name(near), name(!near));
        board::score_pair(lang, &one, &of(near), &of(!near), &other, &score.draws)
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
        Table::Ready | Table::Recorded(_) => None,
    }
}
