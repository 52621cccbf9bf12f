//! The board as the server sends it.

use rules::{AnyGame, ByColor, Color, Variant};

use super::*;
use crate::{
    Lang, Skin,
    board::{Dialogue, Who},
};

fn html(scene: &Scene) -> String {
    let who = ByColor { black: Who::Someone, white: Who::Someone };
    let voice = Voice { lang: Lang::En, skin: Skin::Classic, variant: scene.variant, who };
    let owner = Owner::new();
    let html = owner.with(|| board_view(scene, &voice).to_html());
    drop(owner);
    html
}

/// The values of an attribute, in the order of the document.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn numbers(html: &str) -> Vec<u8> {
    values(html, "data-square").iter().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn the_squares_are_in_reading_order_whichever_way_the_board_lies() {
    for variant in Variant::ALL {
        let last = variant.board().size();
        let upright = html(&Scene::start(variant).seen_by(Color::White));
        assert_eq!(numbers(&upright), (1..=last).collect::<Vec<_>>());
        let turned = html(&Scene::start(variant).seen_by(Color::Black));
        assert_eq!(numbers(&turned), (1..=last).rev().collect::<Vec<_>>());
    }
}

#[test]
fn every_square_is_a_named_button_and_one_is_a_tab_stop() {
    for variant in Variant::ALL {
        let html = html(&Scene::start(variant));
        let size = usize::from(variant.board().size());
        assert_eq!(html.matches("<button").count(), size);
        assert_eq!(html.matches("type=\"button\"").count(), size);
        assert_eq!(html.matches("role=\"gridcell\"").count(), size);
        assert_eq!(html.matches("role=\"row\"").count(), usize::from(variant.board().width()));
        assert_eq!(html.matches("tabindex=\"0\"").count(), 1);
        // One name for each square, and one for the board.
        let names = values(&html, "aria-label");
        assert_eq!(names.len(), size + 1);
        assert!(names.iter().all(|name| !name.is_empty()));
    }
}

#[test]
fn pieces_are_told_by_side_and_role() {
    let setup = "W:W32,K40:B1,K12".parse().unwrap();
    let rules = rules::GameRules::STANDARD;
    let game = AnyGame::start(Variant::International, Some(&setup), rules).unwrap();
    let html = html(&Scene::of_game(&game, None));
    let expected = ["second-man", "second-king", "first-man", "first-king"];
    assert_eq!(values(&html, "data-piece"), expected);
    assert_eq!(html.matches("href=\"#king\"").count(), 2);
}

#[test]
fn what_must_be_captured_is_marked() {
    let setup = "B:W15,32:B3,11".parse().unwrap();
    let rules = rules::GameRules::STANDARD;
    let game = AnyGame::start(Variant::English, Some(&setup), rules).unwrap();
    let html = html(&Scene::of_game(&game, None).with_dialogue(&Dialogue::new(&game)));
    assert_eq!(html.matches("data-must=\"true\"").count(), 1);
    assert_eq!(values(&html, "data-target"), ["landing"]);
    assert_eq!(html.matches("data-victim=\"true\"").count(), 1);
}

#[test]
fn the_server_draws_every_attribute_that_the_page_will_change() {
    let scene = Scene::start(Variant::English);
    let html = html(&scene);
    let who = ByColor { black: Who::Someone, white: Who::Someone };
    let voice = Voice { lang: Lang::En, skin: Skin::Classic, variant: scene.variant, who };
    for square in scene.board().squares() {
        let cell = Cell::of(&scene, &voice, square);
        let start = format!("data-square=\"{square}\"");
        let button = html.split("<button").find(|part| part.contains(&start)).unwrap();
        for (name, value) in cell.attributes() {
            let drawn = value.map(|value| format!(" {name}=\"{value}\""));
            assert!(drawn.is_none_or(|drawn| button.contains(&drawn)), "{square} {name}");
            assert_eq!(value.is_some(), button.contains(&format!(" {name}=")), "{square} {name}");
        }
    }
}

#[test]
fn nothing_in_it_needs_more_than_the_strict_policy_allows() {
    let html = html(&Scene::start(Variant::English));
    for forbidden in [" style=", "<script", " onclick", "javascript:"] {
        assert!(!html.contains(forbidden), "{forbidden}");
    }
}
