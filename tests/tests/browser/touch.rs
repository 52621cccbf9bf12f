//! The board under a finger.

use rules::{AnyGame, LegalMove, Square, Variant};
use serde_json::json;
use tests::{Browser, Screen};

use crate::table::{Scene, check_no_errors, ready, shows_ply, square};

type Spot = (f64, f64);

async fn two_on_a_phone(scene: &Scene) -> Browser {
    let page = scene.visit(Screen::Phone, "/en/").await;
    ready(&page).await;
    page.press("form[data-setup] button[value=device]").await;
    page.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
    page
}

fn selector(number: u8) -> String {
    square(Square::new(number).expect("a square"))
}

async fn finger(page: &Browser, kind: &str, at: Option<Spot>) {
    let points: Vec<_> = at.map(|(x, y)| json!({"x": x, "y": y})).into_iter().collect();
    page.devtools("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points})).await;
}

async fn tap(page: &Browser, at: Spot) {
    finger(page, "touchStart", Some(at)).await;
    finger(page, "touchEnd", None).await;
}

/// Slides a finger up in small steps, and leaves it there.
async fn slide_up(page: &Browser, from: Spot, by: f64) {
    finger(page, "touchStart", Some(from)).await;
    for step in 1..=10 {
        finger(page, "touchMove", Some((from.0, from.1 - by * f64::from(step) / 10.0))).await;
    }
}

fn first_moves(count: usize) -> Vec<LegalMove> {
    let mut game = AnyGame::new(Variant::English);
    let mut line = Vec::new();
    for _ in 0..count {
        let mv = game.legal_moves()[0].clone();
        game.play_path(&mv.path).expect("legal");
        line.push(mv);
    }
    line
}

#[tokio::test]
async fn ten_quick_taps_are_ten_taps_and_the_page_never_zooms() {
    let scene = Scene::set().await;
    let page = two_on_a_phone(&scene).await;
    let mut spots = Vec::new();
    for mv in first_moves(5) {
        spots.push(page.middle_of(&square(mv.from)).await);
        spots.push(page.middle_of(&square(mv.to)).await);
    }
    for spot in spots {
        tap(&page, spot).await;
    }
    shows_ply(&page, 5).await;
    assert_eq!(page.eval("visualViewport.scale").await, json!(1));
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn the_page_scrolls_under_a_finger_but_not_from_an_own_man() {
    let scene = Scene::set().await;
    let page = two_on_a_phone(&scene).await;
    page.eval("scrollTo(0, 0)").await;
    // Black is to move: 11 is a man that can, 22 is one of the other side's.
    let own = page.middle_of(&selector(11)).await;
    assert_eq!(page.eval("scrollY").await, json!(0));
    slide_up(&page, own, 120.0).await;
    finger(&page, "touchEnd", None).await;
    assert_eq!(page.eval("scrollY").await, json!(0), "the man was dragged, not the page");
    assert_eq!(page.eval("document.querySelector('.table').dataset.ply").await, "0");
    let other = page.middle_of(&selector(22)).await;
    slide_up(&page, other, 120.0).await;
    finger(&page, "touchEnd", None).await;
    page.until("scrollY > 40").await;
    assert_eq!(page.eval("document.querySelectorAll('[data-dragging]').length").await, json!(0));
    assert_eq!(page.eval("document.querySelector('.table').dataset.ply").await, "0");
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_move_is_made_on_release_and_sliding_off_makes_none() {
    let scene = Scene::set().await;
    let page = two_on_a_phone(&scene).await;
    let ply = "document.querySelector('.table').dataset.ply";
    let (man, target) = (page.middle_of(&selector(11)).await, page.middle_of(&selector(15)).await);
    finger(&page, "touchStart", Some(man)).await;
    for share in [0.3, 0.7, 1.0] {
        let at = (man.0 + (target.0 - man.0) * share, man.1 + (target.1 - man.1) * share);
        finger(&page, "touchMove", Some(at)).await;
    }
    page.until("document.querySelector('[data-dragging]')").await;
    assert_eq!(page.eval(ply).await, "0", "nothing is played before release");
    // Off the board and away: the man goes back.
    finger(&page, "touchMove", Some((man.0, 2.0))).await;
    finger(&page, "touchEnd", None).await;
    page.until("!document.querySelector('[data-dragging]')").await;
    assert_eq!(page.eval(ply).await, "0");
    // A press on a target that slides off is no tap either.
    tap(&page, man).await;
    page.until(&format!("document.querySelector({:?}).dataset.target", selector(15))).await;
    finger(&page, "touchStart", Some(target)).await;
    finger(&page, "touchMove", Some((target.0, target.1 + 90.0))).await;
    finger(&page, "touchEnd", None).await;
    assert_eq!(page.eval(ply).await, "0");
    page.drag(&selector(11), &selector(15)).await;
    shows_ply(&page, 1).await;
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_tap_near_a_man_is_for_it_and_one_between_two_makes_both_pulse() {
    let scene = Scene::set().await;
    let page = two_on_a_phone(&scene).await;
    let (nine, ten) = (page.middle_of(&selector(9)).await, page.middle_of(&selector(10)).await);
    let square = (nine.0 - ten.0).abs() / 2.0;
    let towards = (ten.0 - nine.0).signum();
    // Half a square beside its edge at the most.
    tap(&page, (nine.0 + towards * square * 0.85, nine.1)).await;
    page.until(&format!("document.querySelector({:?}).ariaSelected === 'true'", selector(9))).await;
    tap(&page, nine).await;
    page.until("!document.querySelector('.table [aria-selected=true]')").await;
    tap(&page, ((nine.0 + ten.0) / 2.0, nine.1)).await;
    page.until("document.querySelectorAll('.table [data-flash]').length === 2").await;
    assert_eq!(
        page.eval("document.querySelectorAll('[aria-selected=true]').length").await,
        json!(0)
    );
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_tap_whose_click_never_comes_is_made_and_a_late_click_is_no_second_one() {
    let scene = Scene::set().await;
    let page = two_on_a_phone(&scene).await;
    let (man, target) = (page.middle_of(&selector(11)).await, page.middle_of(&selector(15)).await);
    // As Chromium does by itself, but only after a quick drag or a scroll.
    let swallow = "addEventListener('click', click => click.stopPropagation(), \
                   {capture: true, once: true})";
    let chosen = format!("document.querySelector({:?}).ariaSelected === 'true'", selector(11));
    page.eval(swallow).await;
    tap(&page, man).await;
    page.until(&chosen).await;
    let late = format!(
        "document.querySelector({:?}).dispatchEvent(\
         new MouseEvent('click', {{bubbles: true, detail: 1, clientX: {}, clientY: {}}}))",
        selector(11),
        man.0,
        man.1
    );
    page.eval(&late).await;
    assert_eq!(page.eval(&chosen).await, json!(true), "a second tap would put it back");
    // The next finger may come down before the page has noticed.
    page.eval(swallow).await;
    tap(&page, target).await;
    tap(&page, page.middle_of(&selector(22)).await).await;
    shows_ply(&page, 1).await;
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_game_needs_no_scrolling_on_a_small_phone_either_way_round() {
    let scene = Scene::set().await;
    let page = two_on_a_phone(&scene).await;
    for (width, height) in [(360, 640), (740, 360)] {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": true});
        page.devtools("Emulation.setDeviceMetricsOverride", size).await;
        // Where a reader lands who looks at the board.
        page.eval("document.querySelector('.table').scrollIntoView()").await;
        let parts = page
            .eval(
                "['.board', '[data-part=status]', '.player[data-part=top]', \
                 '.player[data-part=bottom]'].map(part => { \
                 const box = document.querySelector('.table ' + part).getBoundingClientRect(); \
                 return box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= 0 \
                     && box.right <= innerWidth ? 'seen' : part + JSON.stringify(box); })",
            )
            .await;
        assert_eq!(parts, json!(["seen", "seen", "seen", "seen"]), "{width}x{height}");
    }
    page.quit().await;
}
