//! From tokens to the records of a file.

use super::{
    cursor::{Place, decode},
    lexer::{Lexer, Token},
    score::Score,
    written::{SquareName, WrittenMove},
};

/// `[Name "value"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name, as written.
    pub name: String,
    /// The value, without quotation marks and escapes.
    pub value: String,
}

/// A move of a record and where it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Where the move begins.
    pub place: Place,
    /// The move as written.
    pub written: WrittenMove,
}

/// Something in a file that is not as it should be, but does no harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub kind: WarningKind,
}

/// What a [`Warning`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarningKind {
    /// A comment without its closing brace.
    UnclosedComment,
    /// A variation without its closing parenthesis, or the reverse.
    UnbalancedVariation,
    /// A bracket that holds no name and value.
    BrokenTag,
    /// Letters or signs that mean nothing in PDN.
    UnknownWord,
}

impl WarningKind {
    /// The kind as a code: `unclosed_comment`, ….
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            WarningKind::UnclosedComment => "unclosed_comment",
            WarningKind::UnbalancedVariation => "unbalanced_variation",
            WarningKind::BrokenTag => "broken_tag",
            WarningKind::UnknownWord => "unknown_word",
        }
    }
}

/// One game, or one position, of a PDN file, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it begins.
    pub place: Place,
    /// Its tags, in order; a name may occur twice.
    pub tags: Vec<Tag>,
    /// The position of a `/FEN "…"/` among the moves.
    pub setup: Option<String>,
    /// The moves of the main line.
    pub moves: Vec<RecordedMove>,
    /// The result at its end, not that of the tag.
    pub score: Option<Score>,
    /// What was read over.
    pub warnings: Vec<Warning>,
}

impl Record {
    fn new(place: Place) -> Record {
        Record {
            place,
            tags: Vec::new(),
            setup: None,
            moves: Vec::new(),
            score: None,
            warnings: Vec::new(),
        }
    }

    /// The value of the first tag of that name, in any letter case, that has one.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.name.eq_ignore_ascii_case(name) && !tag.value.is_empty())
            .map(|tag| tag.value.as_str())
    }

    /// The text of its start position, if it does not begin at the start.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.setup.as_deref().or_else(|| self.tag("FEN"))
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.setup.is_none()
    }

    /// Results of other scales look like moves (`4-6`): the last move is one
    /// if the tag Result says the same.
    fn take_points_from_moves(&mut self) {
        let Some(last) = self.moves.last().filter(|_| self.score.is_none()) else {
            return;
        };
        if self.tag("Result") != Some(&last.written.to_string()) {
            return;
        }
        if let &[
            SquareName::Number { number: left, .. },
            SquareName::Number { number: right, .. },
        ] = last.written.squares()
        {
            self.score = Some(Score::Points(left, right));
            self.moves.pop();
        }
    }
}

/// Reads every record of a file. Whatever the bytes are, this neither fails
/// nor takes more than linear time.
///
/// A record ends at a result, at `*`, or at a tag or set-up behind moves.
#[must_use]
pub fn read(bytes: &[u8]) -> Vec<Record> {
    let text = decode(bytes);
    let mut reader = Reader { records: Vec::new(), current: None, depth: 0 };
    for (place, token) in Lexer::new(&text) {
        reader.take(place, token);
    }
    reader.finish();
    reader.records
}

struct Reader {
    records: Vec<Record>,
    current: Option<Record>,
    /// Variations that are open; their moves are read over.
    depth: usize,
}

impl Reader {
    fn current(&mut self, place: Place) -> &mut Record {
        self.current.get_or_insert_with(|| Record::new(place))
    }

    fn warn(&mut self, place: Place, kind: WarningKind) {
        self.current(place).warnings.push(Warning { place, kind });
    }

    fn take(&mut self, place: Place, token: Token) {
        match token {
            Token::Tag { name, value } => {
                self.begin_header(place);
                self.current(place).tags.push(Tag { name, value });
            }
            Token::Strange(kind) => self.warn(place, kind),
            Token::Open => self.depth += 1,
            Token::Close if self.depth == 0 => self.warn(place, WarningKind::UnbalancedVariation),
            Token::Close => self.depth -= 1,
            _ if self.depth > 0 => {}
            Token::Setup(fen) => {
                self.begin_header(place);
                self.current(place).setup = Some(fen);
            }
            Token::Move(written) => {
                self.current(place).moves.push(RecordedMove { place, written });
            }
            Token::Score(score) => {
                self.current(place).score = Some(score);
                self.finish();
            }
        }
    }

    /// Tags belong to the record that they stand before.
    fn begin_header(&mut self, place: Place) {
        if self.depth > 0 {
            self.depth = 0;
            self.warn(place, WarningKind::UnbalancedVariation);
        }
        if self.current.as_ref().is_some_and(|record| !record.moves.is_empty()) {
            self.finish();
        }
    }

    fn finish(&mut self) {
        if let Some(mut record) = self.current.take().filter(|record| !record.is_empty()) {
            record.take_points_from_moves();
            self.records.push(record);
        }
    }
}
