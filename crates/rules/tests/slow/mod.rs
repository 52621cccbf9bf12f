//! A second move generator, slow and obvious: rows and columns, one piece at a
//! time, straight from the text of the rules. It shares nothing with the
//! library but the reading of a position.
#![allow(unreachable_pub, reason = "a module of several test files")]

use rules::{Color, Position, Role, Ruleset, Square, Variant};

/// A row and a column, from the top left as White sees it.
type Place = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Empty,
    Piece(Color, Role),
}

/// A legal move with every way to make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowMove {
    /// Origin.
    pub from: u8,
    /// Destination.
    pub to: u8,
    /// Captured squares, ascending.
    pub captures: Vec<u8>,
    /// Whether a man is crowned.
    pub promotes: bool,
    /// Every route that a hand could take.
    pub routes: Vec<Vec<u8>>,
    /// The routes as notation writes them in full.
    pub written: Vec<Vec<u8>>,
}

/// What the rule text of a variant says.
struct Rulebook {
    width: i8,
    kings_fly: bool,
    men_capture_backward: bool,
    most_pieces: bool,
    crowning_ends_the_capture: bool,
}

fn rulebook(variant: Variant) -> Rulebook {
    match variant {
        Variant::English => Rulebook {
            width: 8,
            kings_fly: false,
            men_capture_backward: false,
            most_pieces: false,
            crowning_ends_the_capture: true,
        },
        Variant::International => Rulebook {
            width: 10,
            kings_fly: true,
            men_capture_backward: true,
            most_pieces: true,
            crowning_ends_the_capture: false,
        },
    }
}

/// One hop: the piece jumped, where it lands, and in which direction.
#[derive(Clone, Copy)]
struct Hop {
    over: Place,
    to: Place,
    direction: Place,
}

struct Table {
    rules: Rulebook,
    mover: Color,
    fields: Vec<Vec<Field>>,
}

const DIAGONALS: [Place; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// All legal moves, sorted by origin, destination and captured squares.
pub fn legal_moves<R: Ruleset>(position: &Position<R>) -> Vec<SlowMove> {
    let mut table = Table::of(position);
    let mut chains = Vec::new();
    for place in table.places() {
        if let Field::Piece(color, role) = table.at(place)
            && color == table.mover
        {
            table.set(place, Field::Empty);
            table.chains(place, place, role, &mut Vec::new(), &mut chains);
            table.set(place, Field::Piece(color, role));
        }
    }
    if table.rules.most_pieces {
        let most = chains.iter().map(|(_, _, hops)| hops.len()).max().unwrap_or(0);
        chains.retain(|(_, _, hops)| hops.len() == most);
    }
    let mut moves = Vec::new();
    for (from, role, hops) in &chains {
        table.add_capture(*from, *role, hops, &mut moves);
    }
    if moves.is_empty() {
        moves = table.quiet_moves();
    }
    moves.sort_by_key(|mv| (mv.from, mv.to, mv.captures.clone()));
    moves
}

impl Table {
    fn of<R: Ruleset>(position: &Position<R>) -> Table {
        let rules = rulebook(R::VARIANT);
        let width = rules.width as usize;
        let mut table = Table {
            rules,
            mover: position.side_to_move(),
            fields: vec![vec![Field::Empty; width]; width],
        };
        for place in table.places() {
            if let Some(number) = table.number(place)
                && let Some(piece) =
                    Square::new(number).and_then(|square| position.piece_at(square))
            {
                table.set(place, Field::Piece(piece.color, piece.role));
            }
        }
        table
    }

    fn places(&self) -> Vec<Place> {
        let width = self.rules.width;
        (0..width).flat_map(|row| (0..width).map(move |column| (row, column))).collect()
    }

    /// The number of a dark square; the bottom left corner is dark.
    fn number(&self, (row, column): Place) -> Option<u8> {
        let dark = (row + column) % 2 == 1;
        dark.then(|| (row * (self.rules.width / 2) + column / 2 + 1) as u8)
    }

    fn is_on_board(&self, (row, column): Place) -> bool {
        (0..self.rules.width).contains(&row) && (0..self.rules.width).contains(&column)
    }

    fn at(&self, (row, column): Place) -> Field {
        self.fields[row as usize][column as usize]
    }

    fn set(&mut self, (row, column): Place, field: Field) {
        self.fields[row as usize][column as usize] = field;
    }

    fn is_empty(&self, place: Place) -> bool {
        self.is_on_board(place) && self.at(place) == Field::Empty
    }

    fn is_forward(&self, direction: Place) -> bool {
        match self.mover {
            Color::White => direction.0 < 0,
            Color::Black => direction.0 > 0,
        }
    }

    fn is_far_row(&self, place: Place) -> bool {
        match self.mover {
            Color::White => place.0 == 0,
            Color::Black => place.0 == self.rules.width - 1,
        }
    }

    /// The empty squares from a place outwards: one, or all for a flying king.
    fn empties(&self, from: Place, direction: Place, role: Role) -> Vec<Place> {
        let far = role == Role::King && self.rules.kings_fly;
        let mut found = Vec::new();
        let mut place = plus(from, direction);
        while self.is_empty(place) && (far || found.is_empty()) {
            found.push(place);
            place = plus(place, direction);
        }
        found
    }

    fn quiet_moves(&self) -> Vec<SlowMove> {
        let mut moves = Vec::new();
        for from in self.places() {
            let Field::Piece(color, role) = self.at(from) else {
                continue;
            };
            for direction in DIAGONALS {
                if color != self.mover || (role == Role::Man && !self.is_forward(direction)) {
                    continue;
                }
                for to in self.empties(from, direction, role) {
                    let ends = [from, to].map(|place| self.number(place).expect("dark"));
                    moves.push(SlowMove {
                        from: ends[0],
                        to: ends[1],
                        captures: Vec::new(),
                        promotes: role == Role::Man && self.is_far_row(to),
                        routes: vec![ends.to_vec()],
                        written: vec![ends.to_vec()],
                    });
                }
            }
        }
        moves
    }

    /// The jumps of a piece that stands on `at` and has made `hops`.
    fn hops(&self, at: Place, role: Role, hops: &[Hop]) -> Vec<Hop> {
        let mut found = Vec::new();
        for direction in DIAGONALS {
            let backward = role == Role::Man && !self.is_forward(direction);
            if backward && !self.rules.men_capture_backward {
                continue;
            }
            let mut over = plus(at, direction);
            while role == Role::King && self.rules.kings_fly && self.is_empty(over) {
                over = plus(over, direction);
            }
            let enemy = self.is_on_board(over)
                && matches!(self.at(over), Field::Piece(color, _) if color != self.mover);
            if !enemy || hops.iter().any(|hop| hop.over == over) {
                continue;
            }
            for to in self.empties(over, direction, role) {
                found.push(Hop { over, to, direction });
            }
        }
        found
    }

    /// Every capture that cannot go on. The moving piece is off the board;
    /// captured pieces stay on it until the move is over.
    fn chains(
        &self,
        from: Place,
        at: Place,
        role: Role,
        hops: &mut Vec<Hop>,
        found: &mut Vec<(Place, Role, Vec<Hop>)>,
    ) {
        let crowned = role == Role::Man && self.is_far_row(at) && !hops.is_empty();
        let over = crowned && self.rules.crowning_ends_the_capture;
        let next = if over { Vec::new() } else { self.hops(at, role, hops) };
        if next.is_empty() && !hops.is_empty() {
            found.push((from, role, hops.clone()));
        }
        for hop in next {
            hops.push(hop);
            self.chains(from, hop.to, role, hops, found);
            hops.pop();
        }
    }

    fn add_capture(&self, from: Place, role: Role, hops: &[Hop], moves: &mut Vec<SlowMove>) {
        let number = |place| self.number(place).expect("dark");
        let last = hops.last().expect("a capture has a hop").to;
        let mut captures: Vec<u8> = hops.iter().map(|hop| number(hop.over)).collect();
        captures.sort_unstable();
        let mut route = vec![number(from)];
        route.extend(hops.iter().map(|hop| number(hop.to)));
        let is_written = hops.windows(2).all(|pair| {
            pair[0].direction != pair[1].direction
                || pair[0].to == plus(pair[0].over, pair[0].direction)
        });
        let (from, to) = (number(from), number(last));
        let same = |mv: &SlowMove| (mv.from, mv.to, &mv.captures) == (from, to, &captures);
        let index = moves.iter().position(same).unwrap_or_else(|| {
            moves.push(SlowMove {
                from,
                to,
                captures: captures.clone(),
                promotes: role == Role::Man && self.is_far_row(last),
                routes: Vec::new(),
                written: Vec::new(),
            });
            moves.len() - 1
        });
        moves[index].routes.push(route.clone());
        if is_written {
            moves[index].written.push(route);
        }
    }
}

fn plus(place: Place, direction: Place) -> Place {
    (place.0 + direction.0, place.1 + direction.1)
}
