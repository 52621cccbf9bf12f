//! Stories of people whose browsers run no scripts.

mod forms;
mod games;

use tests::{PlainPage, Reader};

/// Maria invites, Juan joins, both by forms; Maria's page and Juan's.
pub(crate) async fn two_friends(maria: &Reader, juan: &Reader) -> (PlainPage, PlainPage) {
    let home = maria.open("/en/?plain=1").await;
    let own = maria.press(&home, "opponent", "friend").await;
    let link =
        own.value("readonly").is_some().then(|| own.path.clone()).expect("the invite's page");
    assert!(
        own.refresh().is_some_and(|(_, path)| path.starts_with("/i/")),
        "it looks for the friend"
    );
    let invite = juan.open(&link).await;
    let joined = juan.press(&invite, "", "").await;
    let joined = juan.follow(&joined, &format!("/g/{}?plain=1", joined.game())).await;
    let game = maria.open(&own.refresh().expect("a look").1).await;
    assert_eq!(game.game(), joined.game());
    (game, joined)
}
