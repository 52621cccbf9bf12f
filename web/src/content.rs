//! The texts of content pages: a title, a summary, headings, paragraphs,
//! lists and boards, written in the simplest kind of Markdown.

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

/// A part of an article.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Block<'a> {
    /// `## text`
    Heading(&'a str),
    /// A line of text.
    Paragraph(&'a str),
    /// Lines that begin with `- `.
    List(Vec<&'a str>),
    /// `[board english]`: the start of that game.
    Board(Variant),
}

impl<'a> Article<'a> {
    /// Reads a text; one line is one paragraph, heading or list item.
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let title = lines.next().unwrap_or_default().trim_start_matches("# ");
        let summary = lines.next().unwrap_or_default();
        let mut blocks = Vec::new();
        for line in lines {
            if let Some(item) = line.strip_prefix("- ") {
                match blocks.last_mut() {
                    Some(Block::List(items)) => items.push(item),
                    _ => blocks.push(Block::List(vec![item])),
                }
            } else if let Some(heading) = line.strip_prefix("## ") {
                blocks.push(Block::Heading(heading));
            } else if let Some(variant) = board(line) {
                blocks.push(Block::Board(variant));
            } else {
                blocks.push(Block::Paragraph(line));
            }
        }
        Self { title, summary, blocks }
    }
}

fn board(line: &str) -> Option<Variant> {
    let name = line.strip_prefix("[board ")?.strip_suffix(']')?;
    Variant::from_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_title_summary_and_blocks() {
        let article = Article::parse(
            "# Title\n\nSummary.\n\n[board english]\n## Part\n- one\n- two\n\nText.\n",
        );
        assert_eq!((article.title, article.summary), ("Title", "Summary."));
        assert_eq!(
            article.blocks,
            [
                Block::Board(Variant::English),
                Block::Heading("Part"),
                Block::List(vec!["one", "two"]),
                Block::Paragraph("Text."),
            ]
        );
    }
}
