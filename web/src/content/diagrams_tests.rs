use rules::{AnyGame, LegalMove};

use super::*;

/// What the texts say of a diagram. Plies count the moves before.
#[derive(Debug)]
enum Claim {
    /// The side to move must capture.
    MustCapture(usize),
    /// Nothing can be captured.
    NothingToTake(usize),
    /// There is one legal move, and it is the one that is shown.
    Forced(usize),
    /// The move takes so many pieces.
    Takes(usize, usize),
    /// There are captures that take these numbers of pieces.
    Choice(usize, &'static [usize]),
    /// The move crowns a man.
    Crowns(usize),
    /// The move does not crown, though its way leads over the far row.
    OnlyPasses(usize),
    /// The crowned piece could jump on, if the move had not ended.
    CouldJumpOn(usize),
    /// A man captures backward.
    Backward(usize),
    /// A shorter capture exists by the geometry, but the rules forbid it.
    TakesTheMost(usize),
    /// If the side to move does anything else, it loses a piece.
    ElseLosesOne(usize),
    /// So many pieces: reader, opponent.
    Pieces(usize, usize, usize),
    /// The opponent's move to that square would lose the piece.
    LosesAt(usize, &'static str),
}

use Claim::{
    Backward, Choice, CouldJumpOn, Crowns, ElseLosesOne, Forced, LosesAt, MustCapture,
    NothingToTake, OnlyPasses, Pieces, Takes, TakesTheMost,
};

fn claims(name: &str) -> Vec<Claim> {
    match name {
        "chain" => vec![MustCapture(0), Forced(0), Takes(0, 2), Forced(1), Takes(1, 1)],
        "choice" => vec![MustCapture(0), Choice(0, &[1, 2, 2]), Takes(0, 1)],
        "crowned" => vec![Forced(0), Takes(0, 1), Crowns(0), CouldJumpOn(1), NothingToTake(1)],
        "backward" => vec![Forced(0), Takes(0, 1), Backward(0)],
        "most" => vec![Forced(0), Takes(0, 3), TakesTheMost(0)],
        "flying" => vec![Forced(0), Takes(0, 2)],
        "passing" => vec![Forced(0), Takes(0, 2), OnlyPasses(0)],
        "removal" => vec![Forced(0), Takes(0, 4), Forced(1), Takes(1, 1), Pieces(2, 0, 1)],
        "together" => vec![NothingToTake(0), NothingToTake(1), ElseLosesOne(0)],
        "shot" => vec![
            NothingToTake(0),
            Forced(1),
            Takes(1, 1),
            Forced(2),
            Takes(2, 2),
            Crowns(2),
            Pieces(3, 3, 2),
        ],
        "exchange" => {
            vec![Pieces(0, 4, 3), Forced(1), Takes(1, 1), Forced(2), Takes(2, 1), Pieces(3, 3, 2)]
        }
        "double-corner" => vec![NothingToTake(3), LosesAt(3, "23-27")],
        "record" => vec![MustCapture(2), Takes(2, 1), MustCapture(3), Takes(3, 1)],
        "position" => vec![NothingToTake(0), Pieces(0, 2, 2)],
        other => panic!("nothing is claimed of {other}"),
    }
}

fn at(diagram: &Diagram, ply: usize) -> AnyGame {
    let stills = diagram.stills();
    stills.get(ply).unwrap_or_else(|| panic!("{}: ply {ply}", diagram.name)).game.clone()
}

fn shown(diagram: &Diagram, ply: usize) -> LegalMove {
    let stills = diagram.stills();
    stills[ply + 1].last.clone().expect("a move led here")
}

fn captures(game: &AnyGame) -> Vec<usize> {
    let mut counts: Vec<_> = game.legal_moves().iter().map(|mv| mv.captures.len()).collect();
    counts.sort_unstable();
    counts
}

fn pieces(game: &AnyGame, color: rules::Color) -> usize {
    let squares = game.variant().board().squares();
    squares.filter(|&square| game.piece_at(square).is_some_and(|p| p.color == color)).count()
}

/// Whether the other side can capture after the move.
fn loses_one(game: &AnyGame, mv: &LegalMove) -> bool {
    let mut game = game.clone();
    game.play_path(&mv.path).expect("it is legal");
    captures(&game).iter().any(|&taken| taken > 0)
}

fn holds(diagram: &Diagram, claim: &Claim) -> bool {
    match *claim {
        MustCapture(ply) => captures(&at(diagram, ply)).iter().all(|&taken| taken > 0),
        NothingToTake(ply) => captures(&at(diagram, ply)).iter().all(|&taken| taken == 0),
        Forced(ply) => at(diagram, ply).legal_moves() == [shown(diagram, ply)],
        Takes(ply, count) => shown(diagram, ply).captures.len() == count,
        Choice(ply, counts) => captures(&at(diagram, ply)) == counts,
        Crowns(ply) => shown(diagram, ply).promotes,
        OnlyPasses(ply) => {
            let mv = shown(diagram, ply);
            let far_row = |square| diagram.variant.board().row(square) == 0;
            !mv.promotes && mv.path.iter().any(|&square| far_row(square)) && !far_row(mv.to)
        }
        CouldJumpOn(ply) => {
            // The same position with the move given back to the side that made it.
            let fen = at(diagram, ply).fen().replacen("W:", "B:", 1);
            let setup = fen.parse().expect("a position");
            let game = AnyGame::start(diagram.variant, Some(&setup), GameRules::STANDARD);
            let moves = game.expect("a position").legal_moves();
            moves.iter().any(|mv| mv.from == shown(diagram, ply - 1).to && !mv.captures.is_empty())
        }
        Backward(ply) => {
            let mv = shown(diagram, ply);
            let row = |square| diagram.variant.board().row(square);
            row(mv.to) > row(mv.from) && diagram.bottom == Color::White
        }
        TakesTheMost(ply) => {
            // Without the man that takes the most, another one must capture fewer.
            let best = shown(diagram, ply);
            let fen = at(diagram, ply).fen().replacen(&format!("{},", best.from), "", 1);
            let setup = fen.parse().expect("a position");
            let game = AnyGame::start(diagram.variant, Some(&setup), GameRules::STANDARD);
            let counts = captures(&game.expect("a position"));
            counts.iter().all(|&taken| 0 < taken && taken < best.captures.len())
        }
        ElseLosesOne(ply) => {
            let (game, best) = (at(diagram, ply), shown(diagram, ply));
            game.legal_moves().iter().all(|mv| loses_one(&game, mv) == (*mv != best))
        }
        Pieces(ply, mine, theirs) => {
            let game = at(diagram, ply);
            (pieces(&game, diagram.bottom), pieces(&game, !diagram.bottom)) == (mine, theirs)
        }
        LosesAt(ply, text) => {
            let game = at(diagram, ply);
            let moves = game.legal_moves();
            let mv = moves.iter().find(|mv| mv.pdn == text).expect("it is legal");
            loses_one(&game, mv)
        }
    }
}

#[test]
fn every_position_is_legal_and_every_move_can_be_played() {
    for diagram in &ALL {
        assert!(diagram.start().is_some(), "{}: {}", diagram.name, diagram.fen);
        assert_eq!(diagram.stills().len(), diagram.moves.len() + 1, "{}", diagram.name);
        let game = at(diagram, 0);
        assert_eq!(game.fen(), diagram.fen, "{} is written as the tools write it", diagram.name);
    }
}

#[test]
fn the_route_that_is_written_is_the_one_that_is_shown() {
    for diagram in &ALL {
        for (ply, text) in diagram.moves.iter().enumerate() {
            assert_eq!(shown(diagram, ply).path, path(text), "{}", diagram.name);
        }
    }
}

#[test]
fn what_the_texts_say_of_a_diagram_is_true() {
    for diagram in &ALL {
        for claim in claims(diagram.name) {
            assert!(holds(diagram, &claim), "{}: {claim:?} is not so", diagram.name);
        }
    }
}

#[test]
fn a_claim_that_is_not_true_is_found() {
    let chain = find("chain").expect("it is there");
    for claim in [NothingToTake(0), Takes(0, 1), Crowns(0), Choice(0, &[1]), Pieces(0, 1, 1)] {
        assert!(!holds(chain, &claim), "{claim:?}");
    }
}

#[test]
fn no_two_diagrams_share_a_name() {
    for diagram in &ALL {
        assert_eq!(find(diagram.name), Some(diagram));
    }
}
