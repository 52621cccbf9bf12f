//! Mouse and finger in browsers that have no DevTools.

use serde_json::json;

use crate::{Browser, Screen};

impl Browser {
    /// The same by the actions that every driver knows. WebKitGTK makes a mouse
    /// of every finger.
    pub(crate) async fn act_between(&self, from: (f64, f64), way: &[(f64, f64)]) {
        let kind = if self.screen == Screen::Desktop { "mouse" } else { "touch" };
        // Whole pixels: not every driver takes parts of them.
        let move_to = |(x, y): (f64, f64)| {
            json!({"type": "pointerMove", "duration": 20, "origin": "viewport",
                   "x": x.round() as i64, "y": y.round() as i64})
        };
        let mut actions = vec![move_to(from), json!({"type": "pointerDown", "button": 0})];
        actions.extend(way.iter().copied().map(move_to));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        let pointer = json!({"type": "pointer", "id": kind, "parameters": {"pointerType": kind},
                             "actions": actions});
        let request = reqwest::Client::new().post(format!("{}/actions", self.session));
        let answer = request.json(&json!({"actions": [pointer]})).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{:?}", answer.text().await);
    }
}
