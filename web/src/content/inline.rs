//! Marks inside a line: `[text](place)`, `**strong**` and `` `moves` ``.

use super::Topic;

/// A piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span<'a> {
    Text(&'a str),
    Strong(&'a str),
    /// Moves and positions, as a machine would write them.
    Code(&'a str),
    Link(&'a str, Target<'a>),
}

/// Where a link inside a text leads: never to another site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target<'a> {
    Home,
    Games,
    /// A text, and perhaps one of its headings.
    Topic(Topic, Option<&'a str>),
}

impl<'a> Target<'a> {
    /// Reads `home`, `games`, `tips` or `rules/english#draws`.
    fn parse(text: &'a str) -> Option<Self> {
        let (slug, id) = match text.split_once('#') {
            Some((slug, id)) => (slug, Some(id)),
            None => (text, None),
        };
        match (slug, id) {
            ("home", None) => Some(Self::Home),
            ("games", None) => Some(Self::Games),
            _ => Topic::from_slug(slug).map(|topic| Self::Topic(topic, id)),
        }
    }
}

/// The pieces of a line, in order. A mark without its end is plain text.
pub(crate) fn spans(mut text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    while let Some((before, span, rest)) = next(text) {
        if !before.is_empty() {
            spans.push(Span::Text(before));
        }
        spans.push(span);
        text = rest;
    }
    if !text.is_empty() {
        spans.push(Span::Text(text));
    }
    spans
}

/// The line as a reader sees it, without marks.
pub(crate) fn plain(text: &str) -> String {
    let spans = spans(text).into_iter().map(|span| match span {
        Span::Text(text) | Span::Strong(text) | Span::Code(text) | Span::Link(text, _) => text,
    });
    spans.collect()
}

/// What stands before the first mark, the marked piece, and what follows.
fn next(text: &str) -> Option<(&str, Span<'_>, &str)> {
    let marks = text.char_indices().filter(|(_, c)| matches!(c, '[' | '*' | '`'));
    marks.map(|(at, _)| text.split_at(at)).find_map(|(before, marked)| {
        let (span, rest) = marked_piece(marked)?;
        Some((before, span, rest))
    })
}

fn marked_piece(text: &str) -> Option<(Span<'_>, &str)> {
    if let Some(text) = text.strip_prefix("**") {
        let (inside, rest) = text.split_once("**")?;
        return Some((Span::Strong(inside), rest));
    }
    if let Some(text) = text.strip_prefix('`') {
        let (inside, rest) = text.split_once('`')?;
        return Some((Span::Code(inside), rest));
    }
    let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (target, rest) = rest.split_once(')')?;
    Some((Span::Link(words, Target::parse(target)?), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_pieces_and_the_rest_stays_text() {
        let line = "Read the [rules](rules/english#draws), **now**: `11-15`.";
        let rules = Target::Topic(Topic::Rules(rules::Variant::English), Some("draws"));
        assert_eq!(
            spans(line),
            [
                Span::Text("Read the "),
                Span::Link("rules", rules),
                Span::Text(", "),
                Span::Strong("now"),
                Span::Text(": "),
                Span::Code("11-15"),
                Span::Text("."),
            ]
        );
        assert_eq!(plain(line), "Read the rules, now: 11-15.");
    }

    #[test]
    fn a_mark_without_an_end_and_a_link_to_nowhere_are_text() {
        for line in ["2 * 3 [x] `", "[a](nowhere)", "[a](home#x)", "**"] {
            assert_eq!(spans(line), [Span::Text(line)], "{line}");
        }
    }
}
