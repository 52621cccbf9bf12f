//! The table as the server sends it.

use super::*;
use crate::client::{App, Memory, Place, World};

fn html(lang: Lang) -> String {
    let mut keep = Memory::default();
    let mut world = World { now: 0.0, keep: &mut keep, chance: &mut || 0 };
    let (app, _) = App::new(lang, Place::Home, &mut world);
    let owner = Owner::new();
    let html = owner.with(|| table_view(&app.view(), None).to_html());
    drop(owner);
    html
}

#[test]
fn a_table_in_every_language_has_its_board_its_status_and_one_live_region() {
    let mut seen = Vec::new();
    for lang in Lang::ALL {
        let html = html(lang);
        assert_eq!(html.matches("aria-live=\"polite\"").count(), 1);
        assert_eq!(html.matches("data-square=").count(), 32);
        assert_eq!(html.matches("class=\"player\"").count(), 2);
        assert!(html.contains("data-state=\"ready\""));
        assert!(!html.contains('{'), "no placeholder is left open");
        seen.push(html);
    }
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

#[test]
fn the_players_own_men_are_at_the_bottom() {
    let html = html(Lang::En);
    let top = html.find("data-side=\"second\"").unwrap();
    let bottom = html.find("data-side=\"first\"").unwrap();
    assert!(top < bottom);
    assert!(html.find("data-square=\"32\"").unwrap() < html.find("data-square=\"1\"").unwrap());
}

#[test]
fn the_server_draws_no_settings_that_only_the_page_can_carry_out_twice() {
    let html = html(Lang::En);
    for action in ["flip", "numbers", "confirm-moves"] {
        assert_eq!(html.matches(&format!("data-action=\"{action}\"")).count(), 1);
    }
}
