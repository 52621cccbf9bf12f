//! A real browser, driven through its engine's driver. Stories about the page
//! run in Chromium, and a few of them in others too.

use std::{mem::ManuallyDrop, time::Duration};

use serde_json::{Value, json};
use thirtyfour::WebDriver;
use tokio::time::{Instant, sleep};

use crate::{Driver, Engine};

/// How long a page may take to come to a state that a story waits for.
const PATIENCE: Duration = Duration::from_secs(20);
/// Between two looks at a page; WebDriver has no way to be told.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// Chromium takes no touch for a tap that comes within 200 ms of a scroll.
const SETTLED_MS: u32 = 250;

/// What a browser's screen is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 360 × 740 with touch, as on a cheap phone.
    Phone,
    /// The same on its side.
    Landscape,
    /// 1280 × 800 with a mouse.
    Desktop,
}

/// One browser with a profile of its own.
pub struct Browser {
    /// Its own end asks the browser to close and waits for the answer, which
    /// while a story fails never comes: the driver's end closes it anyway.
    web: ManuallyDrop<WebDriver>,
    pub(crate) screen: Screen,
    engine: Engine,
    /// Where its session's commands go.
    pub(crate) session: String,
}

impl Browser {
    /// Opens a browser with an empty profile.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn open(driver: &Driver, screen: Screen) -> Browser {
        let web = driver.open().await.expect("the browser starts");
        let session = format!("{}/session/{}", driver.url(), web.handle().session_id());
        let browser =
            Browser { web: ManuallyDrop::new(web), screen, engine: driver.engine(), session };
        browser.take_size().await;
        browser
    }

    /// Gives the screen its size, and touch where it has that.
    async fn take_size(&self) {
        let (width, height, phone) = match self.screen {
            Screen::Phone => (360, 740, true),
            Screen::Landscape => (740, 360, true),
            Screen::Desktop => (1280, 800, false),
        };
        if self.engine != Engine::Chromium {
            // No narrower than the window's own frame lets them be.
            let size = self.web.set_window_rect(0, 0, width, height).await;
            return size.expect("a window of that size");
        }
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}),
        )
        .await;
        if phone {
            let touch = json!({"enabled": true, "maxTouchPoints": 5});
            self.devtools("Emulation.setTouchEmulationEnabled", touch).await;
        }
    }

    /// A command of the DevTools protocol, which only Chromium has.
    ///
    /// # Panics
    /// When the browser refuses it.
    pub async fn devtools(&self, method: &str, parameters: Value) -> Value {
        let answer = self.web.cdp().send_raw(method, parameters).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Opens a page.
    ///
    /// # Panics
    /// When it cannot be loaded.
    pub async fn goto(&self, url: &str) {
        self.web.goto(url).await.unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// Loads the page again.
    ///
    /// # Panics
    /// When it cannot be loaded.
    pub async fn reload(&self) {
        self.web.refresh().await.expect("a reload");
    }

    /// Goes back, as by the browser's own button.
    ///
    /// # Panics
    /// When the browser is gone.
    pub async fn back(&self) {
        self.web.back().await.expect("a page before this one");
    }

    /// Opens another tab and goes on there.
    ///
    /// # Panics
    /// When the browser is gone.
    pub async fn new_tab(&self, url: &str) {
        let tab = self.web.new_tab().await.expect("a tab");
        self.web.switch_to_window(tab).await.expect("the tab");
        self.goto(url).await;
    }

    /// Goes on in the tab of this number, while the one of that number is in
    /// front; any other is hidden.
    ///
    /// # Panics
    /// When there is none.
    pub async fn look_at_tab(&self, number: usize, in_front: usize) {
        let tabs = self.web.windows().await.expect("the tabs");
        self.web.switch_to_window(tabs[number].clone()).await.expect("the tab");
        let target = tabs[in_front].to_string();
        self.devtools("Target.activateTarget", json!({"targetId": target})).await;
    }

    /// The page's address.
    ///
    /// # Panics
    /// When the browser is gone.
    pub async fn url(&self) -> String {
        self.web.current_url().await.expect("an address").to_string()
    }

    /// The value of an expression in the page.
    ///
    /// # Panics
    /// When it throws.
    pub async fn eval(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        let value = self.web.execute(script, Vec::new()).await;
        let value = value.unwrap_or_else(|error| panic!("{expression}: {error}"));
        value.json().clone()
    }

    /// Waits until an expression in the page is true.
    ///
    /// # Panics
    /// When it does not become so in time; the panic shows the page's state.
    pub async fn until(&self, expression: &str) {
        let end = Instant::now() + PATIENCE;
        // A page that is being left cannot be asked; ask again.
        let script = format!("return !!({expression});");
        loop {
            let value = self.web.execute(script.clone(), Vec::new()).await;
            if value.is_ok_and(|value| value.json() == &Value::Bool(true)) {
                return;
            }
            if Instant::now() > end {
                let state = self.eval("document.body.innerText").await;
                let errors = self.console_errors().await;
                panic!("never: {expression}\nconsole: {errors:?}\npage: {state}");
            }
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Presses a key while nothing has the focus.
    pub async fn key(&self, key: &str) {
        self.eval("document.activeElement.blur()").await;
        for kind in ["rawKeyDown", "keyUp"] {
            self.devtools("Input.dispatchKeyEvent", json!({"type": kind, "key": key})).await;
        }
    }

    /// The middle of the first element that a selector finds, in pixels, once
    /// it lies still: a page that scrolls or grows would move it away from
    /// under the press.
    ///
    /// # Panics
    /// When there is none, or it does not come to rest.
    pub async fn middle_of(&self, selector: &str) -> (f64, f64) {
        self.until(&format!("document.querySelector({selector:?})")).await;
        let script = format!(
            "(() => {{ const e = document.querySelector({selector:?}); if (!e) return null; \
             if (self.scrolledAt === undefined) addEventListener('scroll', \
             self.scrolled = () => self.scrolledAt = performance.now(), true); \
             if (self.scrolledAt === undefined) scrolled(); \
             e.scrollIntoView({{block: 'nearest', behavior: 'instant'}}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2, performance.now() - scrolledAt > {SETTLED_MS}]; }})()"
        );
        let end = Instant::now() + PATIENCE;
        let (mut place, mut before) = (self.eval(&script).await, Value::Null);
        while place != before || place[2] != Value::Bool(true) {
            assert!(Instant::now() < end, "never still: {selector}");
            sleep(LOOK_AGAIN).await;
            before = std::mem::replace(&mut place, self.eval(&script).await);
        }
        let number = |index: usize| place[index].as_f64().expect("a number");
        (number(0), number(1))
    }

    /// Clicks or taps the first element that a selector finds.
    pub async fn press(&self, selector: &str) {
        let spot = self.middle_of(selector).await;
        self.drag_between(spot, spot).await;
    }

    /// Drags from the middle of one element to the middle of another.
    pub async fn drag(&self, from: &str, to: &str) {
        let from = self.middle_of(from).await;
        let to = self.middle_of(to).await;
        self.drag_between(from, to).await;
    }

    /// Presses on one spot, moves, and releases on another, by touch on a
    /// phone and by mouse elsewhere.
    pub async fn drag_between(&self, from: (f64, f64), to: (f64, f64)) {
        const STEPS: u32 = 6;
        let on_the_way = |step: u32| {
            let share = f64::from(step) / f64::from(STEPS);
            (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
        };
        let moves = if from == to { 0 } else { STEPS };
        if self.engine != Engine::Chromium {
            let way: Vec<_> = (1..=moves).map(on_the_way).collect();
            return self.act_between(from, &way).await;
        }
        match self.screen {
            Screen::Phone | Screen::Landscape => {
                let touch = |kind: &str, at: Option<(f64, f64)>| {
                    let points: Vec<_> =
                        at.map(|(x, y)| json!({"x": x, "y": y})).into_iter().collect();
                    self.devtools_owned(
                        "Input.dispatchTouchEvent",
                        json!({"type": kind, "touchPoints": points}),
                    )
                };
                touch("touchStart", Some(from)).await;
                for step in 1..=moves {
                    touch("touchMove", Some(on_the_way(step))).await;
                }
                touch("touchEnd", None).await;
            }
            Screen::Desktop => {
                let mouse = |kind: &str, (x, y): (f64, f64), buttons: u8| {
                    let button = if buttons == 0 && kind == "mouseMoved" { "none" } else { "left" };
                    self.devtools_owned(
                        "Input.dispatchMouseEvent",
                        json!({"type": kind, "x": x, "y": y, "button": button,
                               "buttons": buttons, "clickCount": 1}),
                    )
                };
                mouse("mouseMoved", from, 0).await;
                mouse("mousePressed", from, 1).await;
                for step in 1..=moves {
                    mouse("mouseMoved", on_the_way(step), 1).await;
                }
                mouse("mouseReleased", to, 0).await;
            }
        }
    }

    async fn devtools_owned(&self, method: &'static str, parameters: Value) {
        self.devtools(method, parameters).await;
    }

    /// Errors in the page's console so far; reading empties it. Only Chromium
    /// tells; elsewhere there are none.
    ///
    /// # Panics
    /// When the browser is gone.
    pub async fn console_errors(&self) -> Vec<String> {
        if self.engine != Engine::Chromium {
            return Vec::new();
        }
        let log = self.web.browser_log().await.expect("a log");
        let severe = log.into_iter().filter(|entry| entry.level == "SEVERE");
        severe.map(|entry| entry.message).collect()
    }

    /// Keeps a picture of the page where `DAMA_SHOTS` names a folder.
    ///
    /// # Panics
    /// When the picture cannot be written.
    pub async fn shot(&self, name: &str) {
        let Some(folder) = std::env::var_os("DAMA_SHOTS") else { return };
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        self.web.screenshot(&path).await.expect("a picture");
    }

    /// Closes the browser.
    ///
    /// # Panics
    /// When it is gone already.
    pub async fn quit(self) {
        ManuallyDrop::into_inner(self.web).quit().await.expect("the browser closes");
    }
}
