//! Somebody who cannot see the screen: knows of a page only what its
//! accessibility tree tells, and has only a keyboard.

use serde_json::{Value, json};
use tests::Browser;
use tokio::time::{Duration, Instant, sleep};

/// How long something may take to be told.
const PATIENCE: Duration = Duration::from_secs(20);
/// Between two looks at the tree; nothing tells that it has changed.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// As many stops of the Tab key as no page has.
const MANY_STOPS: usize = 120;

/// A thing that a screen reader would name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thing {
    pub(super) role: String,
    pub(super) name: String,
}

/// What the tree tells at one moment.
struct Tree {
    focused: Option<Thing>,
    /// The text of the region that is read out whenever it changes.
    spoken: String,
}

pub(super) struct Reader<'a>(pub(super) &'a Browser);

impl Reader<'_> {
    async fn tree(&self) -> Tree {
        let tree = self.0.devtools("Accessibility.getFullAXTree", json!({})).await;
        let nodes = tree["nodes"].as_array().expect("nodes");
        let word =
            |node: &Value, part: &str| node[part]["value"].as_str().unwrap_or_default().to_owned();
        let is_focused = |node: &&Value| {
            let mut properties = node["properties"].as_array().into_iter().flatten();
            properties.any(|it| it["name"] == "focused" && it["value"]["value"] == true)
        };
        // The page itself has the focus too while one of its parts has it.
        let mut focused = nodes
            .iter()
            .filter(is_focused)
            .map(|node| Thing { role: word(node, "role"), name: word(node, "name") });
        let focused = focused.rfind(|thing| thing.role != "RootWebArea");
        let regions = nodes.iter().filter(|node| word(node, "role") == "status");
        let children =
            regions.flat_map(|region| region["childIds"].as_array().into_iter().flatten());
        let texts = children.filter_map(|id| nodes.iter().find(|node| node["nodeId"] == *id));
        let spoken: Vec<String> = texts.map(|node| word(node, "name")).collect();
        // Saying the same again changes a text by a blank at its end.
        Tree { focused, spoken: spoken.concat().trim_end_matches('\u{a0}').to_owned() }
    }

    /// What has the focus.
    pub(super) async fn at(&self) -> Thing {
        let nothing = || Thing { role: String::new(), name: String::new() };
        self.tree().await.focused.unwrap_or_else(nothing)
    }

    /// What was said last.
    pub(super) async fn hears(&self) -> String {
        self.tree().await.spoken
    }

    /// Waits until something is said that fits.
    pub(super) async fn waits_to_hear(&self, fits: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let spoken = self.hears().await;
            if fits(&spoken) {
                return spoken;
            }
            assert!(Instant::now() < end, "the last words were: {spoken}");
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Presses and releases a key.
    pub(super) async fn presses(&self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            " " => (32, " "),
            "Tab" | "Shift+Tab" => (9, ""),
            "Escape" => (27, ""),
            "End" => (35, ""),
            "Home" => (36, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            letter if letter.len() == 1 => {
                (u32::from(letter.as_bytes()[0].to_ascii_uppercase()), letter)
            }
            other => panic!("no key {other}"),
        };
        let (key, modifiers) = match key {
            "Shift+Tab" => ("Tab", 8),
            key => (key, 0),
        };
        let mut down = json!({"type": if text.is_empty() { "rawKeyDown" } else { "keyDown" },
            "key": key, "code": if key == " " { "Space" } else { key },
            "windowsVirtualKeyCode": code, "modifiers": modifiers});
        if !text.is_empty() {
            down["text"] = json!(text);
        }
        self.0.devtools("Input.dispatchKeyEvent", down.clone()).await;
        down["type"] = json!("keyUp");
        self.0.devtools("Input.dispatchKeyEvent", down).await;
    }

    /// Types a text into what has the focus.
    pub(super) async fn types(&self, text: &str) {
        self.0.devtools("Input.insertText", json!({"text": text})).await;
    }

    /// Goes on by the Tab key until something fits.
    pub(super) async fn tabs_to(&self, fits: impl Fn(&Thing) -> bool) -> Thing {
        let mut seen = Vec::new();
        for _ in 0..MANY_STOPS {
            self.presses("Tab").await;
            let thing = self.at().await;
            if fits(&thing) {
                return thing;
            }
            seen.push(thing.name);
        }
        panic!("not among these: {seen:?}");
    }

    /// The number of the square that has the focus.
    pub(super) async fn square(&self) -> u8 {
        number(&self.at().await).expect("a square has the focus")
    }

    /// Goes to a square of the English board by the arrow keys.
    pub(super) async fn goes_to(&self, square: u8) {
        let row = |square: u8| (square - 1) / 4;
        for _ in 0..16 {
            let here = self.square().await;
            if here == square {
                return;
            }
            // Black is at the bottom and square 1 with it: up is to the
            // higher numbers, and left too.
            let key = match (row(here).cmp(&row(square)), here.cmp(&square)) {
                (std::cmp::Ordering::Less, _) => "ArrowUp",
                (std::cmp::Ordering::Greater, _) => "ArrowDown",
                (_, std::cmp::Ordering::Less) => "ArrowLeft",
                _ => "ArrowRight",
            };
            self.presses(key).await;
        }
        panic!("the arrow keys do not lead to {square}");
    }
}

/// The number at the beginning of a square's name.
pub(super) fn number(thing: &Thing) -> Option<u8> {
    thing.name.split(',').next()?.parse().ok()
}
