//! From text to the tokens that matter for replaying.

use super::{
    braces::Braces,
    cursor::{Cursor, Place},
    record::WarningKind,
    score::Score,
    written::WrittenMove,
};

/// One piece of a PDN text. Comments, move numbers, annotations and marks of
/// strength are read over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag { name: String, value: String },
    /// `/FEN "…"/`.
    Setup(String),
    /// `32-28`, `28x19`, `c3:e5`.
    Move(WrittenMove),
    /// `1-0`, `*`, ….
    Score(Score),
    /// `(`: a variation begins.
    Open,
    /// `)`.
    Close,
    /// Something that is read over, but should not be there.
    Strange(WarningKind),
}

pub(super) struct Lexer<'a> {
    cursor: Cursor<'a>,
    braces: Braces,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { cursor: Cursor::new(text), braces: Braces::new(text) }
    }

    /// What begins at the next character; `None` for what is read over.
    fn token(&mut self, first: char) -> Option<Token> {
        match first {
            '[' => Some(self.tag()),
            '{' => self.comment(),
            '(' => self.open(),
            ')' => self.single(Token::Close),
            '/' => Some(self.setup()),
            '%' | ';' => {
                self.cursor.eat_while(|c| c != '\n');
                None
            }
            '$' => {
                self.cursor.next();
                self.cursor.eat_while(|c| c.is_ascii_digit());
                None
            }
            '!' | '?' | '.' => {
                self.cursor.next();
                None
            }
            '*' => self.single(Token::Score(Score::Open)),
            c if c.is_whitespace() => {
                self.cursor.next();
                None
            }
            _ => self.word(),
        }
    }

    fn single(&mut self, token: Token) -> Option<Token> {
        self.cursor.next();
        Some(token)
    }

    fn comment(&mut self) -> Option<Token> {
        let (end, closed) = self.braces.end_of(self.cursor.offset());
        self.cursor.skip_to(end);
        (!closed).then_some(Token::Strange(WarningKind::UnclosedComment))
    }

    /// A variation, or a mark of strength in parentheses: `(?)`.
    fn open(&mut self) -> Option<Token> {
        self.cursor.next();
        let mut ahead = self.cursor;
        let marks = ahead.eat_while(|c| c == '!' || c == '?');
        if !marks.is_empty() && ahead.eat(")") {
            self.cursor = ahead;
            return None;
        }
        Some(Token::Open)
    }

    /// `[Name "value"]`. A quotation mark inside the value ends it only where
    /// the bracket follows; an unfinished tag ends with its line.
    fn tag(&mut self) -> Token {
        self.cursor.next();
        let blank = |c: char| c == ' ' || c == '\t';
        self.cursor.eat_while(blank);
        let name = self.cursor.eat_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        self.cursor.eat_while(blank);
        if name.is_empty() || !self.cursor.eat("\"") {
            self.cursor.eat_while(|c| c != '\n' && c != ']');
            self.cursor.eat("]");
            return Token::Strange(WarningKind::BrokenTag);
        }
        let mut value = String::new();
        while let Some(c) = self.cursor.peek().filter(|&c| c != '\n') {
            self.cursor.next();
            if c == '"' {
                let mut ahead = self.cursor;
                ahead.eat_while(blank);
                if ahead.eat("]") {
                    self.cursor = ahead;
                    break;
                }
            }
            let escaped =
                self.cursor.peek().filter(|&next| c == '\\' && matches!(next, '"' | '\\'));
            if escaped.is_some() {
                self.cursor.next();
            }
            value.push(escaped.unwrap_or(c));
        }
        Token::Tag { name, value: value.trim().to_owned() }
    }

    /// `/FEN "…"/`.
    fn setup(&mut self) -> Token {
        self.cursor.next();
        let name = self.cursor.eat_while(|c| c.is_ascii_alphabetic());
        self.cursor.eat_while(char::is_whitespace);
        if !name.eq_ignore_ascii_case("fen") || !self.cursor.eat("\"") {
            return Token::Strange(WarningKind::UnknownWord);
        }
        let fen = self.cursor.eat_while(|c| c != '"' && c != '\n').to_owned();
        self.cursor.eat("\"");
        self.cursor.eat("/");
        Token::Setup(fen)
    }

    /// A result, a move number, a move, or a word that means nothing to us.
    fn word(&mut self) -> Option<Token> {
        if let Some(score) = self.score() {
            return Some(Token::Score(score));
        }
        if let Some(written) = WrittenMove::read(&mut self.cursor) {
            // Attached to a move, `*` marks it as forced.
            self.cursor.eat_while(|c| matches!(c, '*' | '+' | '#'));
            return Some(Token::Move(written));
        }
        let digits = self.cursor.eat_while(|c| c.is_ascii_digit());
        if !digits.is_empty() {
            return None;
        }
        self.cursor.next();
        self.cursor.eat_while(char::is_alphanumeric);
        Some(Token::Strange(WarningKind::UnknownWord))
    }

    fn score(&mut self) -> Option<Score> {
        let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | ':' | '/');
        Score::TEXTS.into_iter().find_map(|(text, score)| {
            let mut ahead = self.cursor;
            if !ahead.eat(text) || ahead.peek().is_some_and(goes_on) {
                return None;
            }
            self.cursor = ahead;
            Some(score)
        })
    }
}

impl Iterator for Lexer<'_> {
    type Item = (Place, Token);

    fn next(&mut self) -> Option<(Place, Token)> {
        loop {
            let first = self.cursor.peek()?;
            let place = self.cursor.place();
            if let Some(token) = self.token(first) {
                return Some((place, token));
            }
        }
    }
}
