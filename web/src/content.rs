//! The texts of content pages, in the simplest kind of Markdown.
//!
//! One line is one paragraph, heading, list item or table row. What the
//! usual Markdown does not have: `[board english]` (the start of that game),
//! `[numbers english]` (its empty board with numbers), `[diagram NAME] title`
//! (moves of [`diagrams`], told by the numbered lines that follow) and
//! `[play easy] label` (a button that starts a game, below a numbered line).

pub(crate) mod diagrams;
pub(crate) mod inline;
mod topic;

pub use topic::Topic;

use diagrams::Diagram;
use rules::Variant;

/// A page of text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Article<'a> {
    /// The line after `# `.
    pub(crate) title: &'a str,
    /// The first paragraph; it is also what link previews show.
    pub(crate) summary: &'a str,
    pub(crate) blocks: Vec<Block<'a>>,
}

/// A part of an article. Texts still hold their marks; see [`inline`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Block<'a> {
    /// `## text {#id}`: the id is the same in every language, so that a link
    /// to a heading survives a change of language.
    Heading { id: Option<&'a str>, text: &'a str },
    /// A line of text.
    Paragraph(&'a str),
    /// Lines that begin with `- `.
    List(Vec<&'a str>),
    /// Lines that begin with `1. `.
    Steps(Vec<Step<'a>>),
    /// Lines that begin with `|`; the first row names the columns.
    Table(Vec<Vec<&'a str>>),
    /// `[board english]`
    Board(Variant),
    /// `[numbers english]`
    Numbers(Variant),
    /// `[diagram NAME] title` and one caption for each position.
    Diagram { diagram: &'static Diagram, title: &'a str, captions: Vec<&'a str> },
}

/// One line of a numbered list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Step<'a> {
    pub(crate) text: &'a str,
    /// The game that a button below the line starts, and the button's label.
    pub(crate) play: Option<(Play, &'a str)>,
}

/// A game of English draughts that one button starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Play {
    Computer(play::Level),
    Device,
}

impl Play {
    fn from_name(name: &str) -> Option<Self> {
        if name == "device" {
            return Some(Self::Device);
        }
        play::Level::from_name(name).map(Self::Computer)
    }
}

impl<'a> Article<'a> {
    /// Reads a text. A directive that says nothing known is a paragraph, so
    /// that it is seen; a test finds it first.
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let title = lines.next().unwrap_or_default().trim_start_matches("# ");
        let summary = lines.next().unwrap_or_default();
        let mut blocks = Vec::new();
        for line in lines {
            add(&mut blocks, line);
        }
        Self { title, summary, blocks }
    }
}

/// Adds a line to the block that it goes on with, or begins a new one.
fn add<'a>(blocks: &mut Vec<Block<'a>>, line: &'a str) {
    if let Some(item) = line.strip_prefix("- ") {
        match blocks.last_mut() {
            Some(Block::List(items)) => items.push(item),
            _ => blocks.push(Block::List(vec![item])),
        }
    } else if let Some(text) = numbered(line) {
        match blocks.last_mut() {
            Some(Block::Diagram { captions, .. }) => captions.push(text),
            Some(Block::Steps(steps)) => steps.push(Step { text, play: None }),
            _ => blocks.push(Block::Steps(vec![Step { text, play: None }])),
        }
    } else if let Some(row) = line.strip_prefix('|') {
        let row = row.trim_end_matches('|').split('|').map(str::trim).collect();
        match blocks.last_mut() {
            Some(Block::Table(rows)) => rows.push(row),
            _ => blocks.push(Block::Table(vec![row])),
        }
    } else if let Some(heading) = line.strip_prefix("## ") {
        blocks.push(heading_of(heading));
    } else {
        match (directive(line), blocks.last_mut()) {
            (Some(Directive::Play(game, label)), Some(Block::Steps(steps))) => {
                if let Some(step) = steps.last_mut() {
                    step.play = Some((game, label));
                }
            }
            (Some(Directive::Block(block)), _) => blocks.push(block),
            _ => blocks.push(Block::Paragraph(line)),
        }
    }
}

/// The text behind `1. `, whatever the number.
fn numbered(line: &str) -> Option<&str> {
    let (number, text) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(text)
}

fn heading_of(text: &str) -> Block<'_> {
    let with_id = text.strip_suffix('}').and_then(|text| text.split_once(" {#"));
    match with_id {
        Some((text, id)) => Block::Heading { id: Some(id), text },
        None => Block::Heading { id: None, text },
    }
}

/// What a line in square brackets asks for.
enum Directive<'a> {
    Block(Block<'a>),
    Play(Play, &'a str),
}

fn directive(line: &str) -> Option<Directive<'_>> {
    let (inside, rest) = line.strip_prefix('[')?.split_once(']')?;
    let (kind, name) = inside.split_once(' ')?;
    let rest = rest.trim();
    let block = match kind {
        "board" => Block::Board(Variant::from_name(name)?),
        "numbers" => Block::Numbers(Variant::from_name(name)?),
        "diagram" => {
            let diagram = diagrams::find(name)?;
            Block::Diagram { diagram, title: rest, captions: Vec::new() }
        }
        "play" => return Some(Directive::Play(Play::from_name(name)?, rest)),
        _ => return None,
    };
    Some(Directive::Block(block))
}

#[cfg(test)]
#[path = "content/tests.rs"]
mod tests;
