use std::collections::BTreeSet;

use super::{
    inline::{Span, Target, spans},
    *,
};
use crate::{
    Lang,
    pages::{Site, with_days},
};

fn check_alike<T: PartialEq + std::fmt::Debug>(what: impl Fn(&Article<'_>) -> T) {
    for topic in Topic::ALL {
        let model = what(&Article::parse(topic.text(Lang::En)));
        for lang in Lang::ALL {
            let other = what(&Article::parse(topic.text(lang)));
            assert_eq!(other, model, "{lang}: {topic:?}");
        }
    }
}

/// Every line of an article that may hold marks.
fn lines<'a>(article: &Article<'a>) -> Vec<&'a str> {
    let mut lines = vec![article.summary];
    for block in &article.blocks {
        match block {
            Block::Paragraph(text) => lines.push(text),
            Block::List(items) => lines.extend(items),
            Block::Steps(steps) => lines.extend(steps.iter().map(|step| step.text)),
            Block::Table(rows) => lines.extend(rows.iter().flatten()),
            Block::Diagram { captions, .. } => lines.extend(captions),
            Block::Heading { .. } | Block::Board(_) | Block::Numbers(_) => {}
        }
    }
    lines
}

fn ids<'a>(article: &Article<'a>) -> Vec<&'a str> {
    let ids = article.blocks.iter().filter_map(|block| match block {
        Block::Heading { id, .. } => *id,
        _ => None,
    });
    ids.collect()
}

fn check_every_line(what: impl Fn(&str) -> Result<(), String>) {
    for lang in Lang::ALL {
        for topic in Topic::ALL {
            for line in lines(&Article::parse(topic.text(lang))) {
                if let Err(fault) = what(line) {
                    panic!("{lang}, {topic:?}: {fault} in {line:?}");
                }
            }
        }
    }
}

#[test]
fn a_text_becomes_title_summary_and_blocks() {
    let article = Article::parse(
        "# Title\n\nSummary.\n\n[board english]\n## Part {#part}\n- one\n- two\n\nText.\n\
         1. first\n[play easy] Go\n2. second\n| a | b |\n| c | d |\n[diagram chain] See\n1. Now\n",
    );
    assert_eq!((article.title, article.summary), ("Title", "Summary."));
    let easy = Some((Play::Computer(play::Level::Easy), "Go"));
    let diagram = diagrams::find("chain").expect("it is there");
    assert_eq!(
        article.blocks,
        [
            Block::Board(Variant::English),
            Block::Heading { id: Some("part"), text: "Part" },
            Block::List(vec!["one", "two"]),
            Block::Paragraph("Text."),
            Block::Steps(vec![
                Step { text: "first", play: easy },
                Step { text: "second", play: None }
            ]),
            Block::Table(vec![vec!["a", "b"], vec!["c", "d"]]),
            Block::Diagram { diagram, title: "See", captions: vec!["Now"] },
        ]
    );
}

#[test]
fn every_language_tells_the_same_in_the_same_order() {
    check_alike(|article| {
        let shape = article.blocks.iter().map(|block| match block {
            Block::Heading { id, .. } => format!("heading {id:?}"),
            Block::Paragraph(_) => "paragraph".into(),
            Block::List(items) => format!("list of {}", items.len()),
            Block::Steps(steps) => {
                format!("steps {:?}", steps.iter().map(|s| s.play.map(|p| p.0)).collect::<Vec<_>>())
            }
            Block::Table(rows) => {
                format!("table {:?}", rows.iter().map(Vec::len).collect::<Vec<_>>())
            }
            Block::Board(variant) => format!("board {variant:?}"),
            Block::Numbers(variant) => format!("numbers {variant:?}"),
            Block::Diagram { diagram, .. } => format!("diagram {}", diagram.name),
        });
        shape.collect::<Vec<_>>()
    });
}

#[test]
fn every_language_links_to_the_same_places() {
    check_alike(|article| {
        let spans = lines(article).into_iter().flat_map(spans);
        let targets = spans.filter_map(|span| match span {
            Span::Link(_, target) => Some(format!("{target:?}")),
            _ => None,
        });
        targets.collect::<BTreeSet<_>>()
    });
}

#[test]
fn every_heading_can_be_linked_to_and_no_id_stands_twice() {
    for topic in Topic::ALL {
        let article = Article::parse(topic.text(Lang::En));
        let ids = ids(&article);
        let headings =
            article.blocks.iter().filter(|block| matches!(block, Block::Heading { .. })).count();
        assert_eq!(ids.len(), headings, "{topic:?}");
        let unique: BTreeSet<_> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{topic:?}");
    }
}

#[test]
fn every_link_leads_to_a_heading_that_is_there() {
    check_every_line(|line| {
        for span in spans(line) {
            if let Span::Link(_, Target::Topic(topic, Some(id))) = span {
                let article = Article::parse(topic.text(Lang::En));
                if !ids(&article).contains(&id) {
                    return Err(format!("{topic:?} has no {id}"));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn no_mark_is_left_over() {
    check_every_line(|line| {
        // The numbers of days are the server's to fill in.
        let line = with_days(line.to_owned(), &Site::STANDARD);
        for span in spans(&line) {
            if let Span::Text(text) = span
                && text.contains(['[', ']', '*', '`', '{', '}', '#', '|', '<'])
            {
                return Err(format!("{text:?}"));
            }
        }
        Ok(())
    });
}

#[test]
fn every_diagram_has_a_title_and_a_caption_for_each_position() {
    for lang in Lang::ALL {
        for topic in Topic::ALL {
            for block in Article::parse(topic.text(lang)).blocks {
                if let Block::Diagram { diagram, title, captions } = block {
                    assert!(!title.is_empty(), "{lang}: {}", diagram.name);
                    assert_eq!(captions.len(), diagram.moves.len() + 1, "{lang}: {}", diagram.name);
                }
            }
        }
    }
}

#[test]
fn every_table_is_as_wide_everywhere_as_its_first_row() {
    for lang in Lang::ALL {
        for topic in Topic::ALL {
            for block in Article::parse(topic.text(lang)).blocks {
                if let Block::Table(rows) = block {
                    assert!(rows.len() > 2, "{lang}: {topic:?}");
                    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{lang}: {topic:?}");
                }
            }
        }
    }
}

#[test]
fn no_language_copies_a_sentence_of_another() {
    for topic in Topic::ALL {
        let english: BTreeSet<_> =
            lines(&Article::parse(topic.text(Lang::En))).into_iter().collect();
        for lang in [Lang::Fil, Lang::Hu, Lang::Id] {
            for line in lines(&Article::parse(topic.text(lang))) {
                let is_sentence = line.matches(' ').count() > 3;
                assert!(!is_sentence || !english.contains(line), "{lang}, {topic:?}: {line}");
            }
        }
    }
}

#[test]
fn the_tips_and_the_questions_that_were_promised_are_there() {
    let of = |topic: Topic| ids(&Article::parse(topic.text(Lang::En))).join(" ");
    let tips = "back-row together shots look centre exchange ending plan";
    assert_eq!(of(Topic::Tips), tips);
    let asked = "install names must-capture backward crowning draws who-starts levels kept";
    assert_eq!(of(Topic::Questions), asked);
}

#[test]
fn a_position_in_a_caption_is_the_one_in_the_picture() {
    for lang in Lang::ALL {
        let mut found = 0;
        for block in Article::parse(Topic::Notation.text(lang)).blocks {
            let Block::Diagram { diagram, captions, .. } = block else { continue };
            for (still, caption) in diagram.stills().iter().zip(captions) {
                for span in spans(caption) {
                    if let Span::Code(fen) = span {
                        assert_eq!(fen, still.game.fen(), "{lang}");
                        found += 1;
                    }
                }
            }
        }
        assert_eq!(found, 2, "{lang}");
    }
}
