//! The weights of an evaluation: any numbers must leave a search that ends and
//! a score that is no end of the game.

use engine::{Limits, Resources, Table, Tables, net::Net, search};
use rules::{English, Game, International, Ruleset, Setup};

/// More than any weights of 16 bits can add up to, in centimen.
const MOST: i32 = 200_000_000;

const FENS: [&str; 3] = ["", "W:W18,24,K10:B12,K22", "W:WK1:BK32,20"];

/// Reads the bytes as they are, and made as long as a net is; the first one
/// says of which board.
pub fn check(data: &[u8]) {
    match data.split_first() {
        Some((first, rest)) if first % 4 > 0 => on_board::<English>(rest),
        Some((_, rest)) => on_board::<International>(rest),
        None => {}
    }
}

fn on_board<R: Ruleset>(data: &[u8]) {
    let expected = match Net::from_bytes(R::BOARD, data) {
        Ok(net) => return evaluate::<R>(&net),
        Err(wrong) => wrong.expected,
    };
    if data.is_empty() {
        return;
    }
    let bytes: Vec<u8> = data.iter().copied().cycle().take(expected).collect();
    evaluate::<R>(&Net::from_bytes(R::BOARD, &bytes).expect("the right length"));
}

fn evaluate<R: Ruleset>(net: &Net) {
    let table = Table::with_bytes(1 << 12);
    let tables = Tables::none();
    for fen in FENS {
        let position = fen.parse::<Setup>().ok().and_then(|setup| setup.position::<R>().ok());
        let position = position.unwrap_or_else(rules::Position::start);
        let worth = net.evaluate(&position);
        assert!((-MOST..=MOST).contains(&worth), "{worth}");
        let game = Game::from_position(position, rules::GameRules::STANDARD);
        let limits = Limits::default().with_nodes(24);
        let resources = Resources::new(&table, &tables).with_net(net);
        let found = search(&game, limits, resources, &mut |_| {});
        if let Some(found) = found {
            assert!(position.legal_moves().contains(&found.best), "a legal move");
        }
    }
}
