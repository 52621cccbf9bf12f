//! Two on one device.

use rules::{AnyGame, LegalMove, MoveError, Square, Variant};
use tests::{Browser, Screen};

use crate::table::{By, Chance, Scene, check_no_errors, make, ready, shows_ply, square};

async fn start(scene: &Scene, screen: Screen, path: &str, variant: Variant) -> Browser {
    let browser = scene.visit(screen, path).await;
    ready(&browser).await;
    if variant == Variant::International {
        browser.press("form[data-setup] summary").await;
        browser.press("form[data-setup] input[value=international]").await;
        browser.shot("setup-desktop").await;
    }
    browser.press("form[data-setup] button[value=device]").await;
    let name = variant.name();
    browser
        .until(&format!("document.querySelector('.table[data-ready][data-variant={name}]')"))
        .await;
    browser
}

#[tokio::test]
async fn a_local_game_is_still_there_after_a_reload_and_goes_on() {
    let scene = Scene::set().await;
    let page = start(&scene, Screen::Phone, "/id/", Variant::English).await;
    let mut game = AnyGame::new(Variant::English);
    for ply in 0..4 {
        if ply == 2 {
            page.reload().await;
            shows_ply(&page, 2).await;
        }
        let mv = game.legal_moves()[0].clone();
        game.play_path(&mv.path).expect("legal");
        make(&page, &mv, By::Taps).await;
        shows_ply(&page, ply + 1).await;
    }
    page.press("[data-action=undo]").await;
    shows_ply(&page, 3).await;
    page.press("[data-action=redo]").await;
    shows_ply(&page, 4).await;
    page.shot("device-phone").await;
    check_no_errors(&page).await;
    page.quit().await;
}

/// First moves of International draughts after which one man could take fewer
/// pieces than another must.
fn line_to_a_choice() -> (Vec<LegalMove>, Square, Vec<LegalMove>) {
    let mut chance = Chance(7);
    for _ in 0..200_000 {
        let mut game = AnyGame::new(Variant::International);
        let mut line = Vec::new();
        for _ in 0..14 {
            let legal = game.legal_moves();
            let Some(mv) = legal.get(chance.below(legal.len().max(1))) else { break };
            let plain = mv.captures.is_empty() || mv.pdn.matches('x').count() == 1;
            if mv.from == mv.to || !plain {
                break;
            }
            game.play_path(&mv.path).expect("legal");
            line.push(mv.clone());
            let legal = game.legal_moves();
            if legal.len() == 1 && legal[0].captures.len() >= 2 {
                let board = Variant::International.board();
                for from in board.squares().filter(|&from| from != legal[0].from) {
                    for to in board.squares() {
                        let tried = game.clone().play_path(&[from, to]);
                        if tried == Err(MoveError::MustCaptureMost) {
                            return (line, from, legal);
                        }
                    }
                }
            }
        }
    }
    panic!("no such line was found");
}

#[tokio::test]
async fn international_draughts_insists_on_the_most_pieces() {
    let scene = Scene::set().await;
    let page = start(&scene, Screen::Desktop, "/en/", Variant::International).await;
    let (line, lesser, legal) = line_to_a_choice();
    for (ply, mv) in line.iter().enumerate() {
        make(&page, mv, By::Taps).await;
        shows_ply(&page, ply + 1).await;
    }
    // Only the man that takes the most is marked, and another says why not.
    page.until("document.querySelectorAll('.table [data-must]').length === 1").await;
    let must = page.eval("document.querySelector('.table [data-must]').dataset.square").await;
    assert_eq!(must, legal[0].from.to_string());
    page.press(&square(lesser)).await;
    page.until("document.querySelector('.hint')?.innerText.length > 0").await;
    page.shot("international-must-capture-desktop").await;
    make(&page, &legal[0], By::Drag).await;
    shows_ply(&page, line.len() + 1).await;
    check_no_errors(&page).await;
    page.quit().await;
}
