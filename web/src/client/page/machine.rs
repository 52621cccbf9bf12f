//! Runs the program: gives it messages one after the other, shows what it
//! wants to show, and carries out its effects.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::Rc,
};

use rules::{AnyGame, Variant};
use web_sys::{AbortSignal, Document, HtmlElement, Window};

use super::{
    dom::later, http, outside, paint::Painter, poll::Poll, socket::Socket, storage::Browser,
};
use crate::{
    Lang,
    board::{Scene, Squares},
    client::{App, Effect, Msg, Place, World},
    device,
};

/// What a document says of its page.
pub(super) struct Page {
    pub(super) place: Place,
    /// Whether it shows the board from the second side to who watches.
    pub(super) from_second: bool,
    /// The game that the server has drawn.
    pub(super) variant: Option<Variant>,
    /// A recorded game, and the ply at which it is shown.
    pub(super) record: Option<(AnyGame, usize)>,
}

/// The running program. Clones are the same one.
#[derive(Clone)]
pub(super) struct Machine(Rc<Parts>);

struct Parts {
    window: Window,
    document: Document,
    root: HtmlElement,
    title: String,
    app: RefCell<App>,
    browser: RefCell<Browser>,
    painter: RefCell<Painter>,
    scene: RefCell<Scene>,
    socket: RefCell<Option<Socket>>,
    poll: RefCell<Option<Poll>>,
    timer: Cell<Option<i32>>,
    waiting: RefCell<VecDeque<Msg>>,
    running: Cell<bool>,
}

impl Machine {
    /// Starts the program of a page; its first effects are carried out by
    /// [`Machine::start`].
    pub(super) fn new(
        window: Window,
        root: HtmlElement,
        mut painter: Painter,
        lang: Lang,
        page: Page,
    ) -> (Self, Vec<Effect>) {
        let mut browser = Browser::default();
        let mut world =
            World { now: now(&window), keep: &mut browser, chance: &mut || chance(&window) };
        let (app, effects) = App::new(lang, page.place, &mut world);
        let app = match (page.record, page.variant) {
            (Some((game, ply)), _) => app.replaying(game, ply),
            (None, Some(variant)) => app.about(variant),
            (None, None) => app,
        };
        let app = if page.from_second { app.from_the_second_side() } else { app };
        let has_mouse = window.match_media("(pointer: fine)").ok().flatten();
        let app = if has_mouse.is_some_and(|has| has.matches()) { app.on_desktop() } else { app };
        let view = app.view();
        painter.paint(&view);
        let document = painter.document().clone();
        let title = document.title();
        let parts = Parts {
            window,
            document,
            root,
            title,
            app: RefCell::new(app),
            browser: RefCell::new(browser),
            painter: RefCell::new(painter),
            scene: RefCell::new(view.scene),
            socket: RefCell::new(None),
            poll: RefCell::new(None),
            timer: Cell::new(None),
            waiting: RefCell::new(VecDeque::new()),
            running: Cell::new(false),
        };
        (Self(Rc::new(parts)), effects)
    }

    /// The element that holds the table.
    pub(super) fn root(&self) -> &HtmlElement {
        &self.0.root
    }

    /// The page's window.
    pub(super) fn window(&self) -> &Window {
        &self.0.window
    }

    /// The page's document.
    pub(super) fn document(&self) -> &Document {
        &self.0.document
    }

    /// What is on the board now.
    pub(super) fn scene(&self) -> Scene {
        self.0.scene.borrow().clone()
    }

    /// What a tap may mean: what can be moved or gone to, and own pieces.
    pub(super) fn reachable(&self) -> (Squares, Squares) {
        self.0.app.borrow().reachable()
    }

    /// Where the piece in hand may be dropped, its own square included.
    pub(super) fn droppable(&self) -> Squares {
        self.0.app.borrow().droppable()
    }

    /// Carries out the first effects.
    pub(super) fn start(&self, effects: Vec<Effect>) {
        for effect in effects {
            self.carry_out(effect);
        }
        self.wind_up();
    }

    /// Takes a message. One that comes while another is being taken waits.
    pub(super) fn dispatch(&self, msg: Msg) {
        self.0.waiting.borrow_mut().push_back(msg);
        if self.0.running.replace(true) {
            return;
        }
        loop {
            let next = self.0.waiting.borrow_mut().pop_front();
            let Some(msg) = next else { break };
            for effect in self.update(msg) {
                self.carry_out(effect);
            }
        }
        self.0.running.set(false);
        self.wind_up();
    }

    fn update(&self, msg: Msg) -> Vec<Effect> {
        let told = match &msg {
            Msg::Heard(_, text) | Msg::Polled(_, text) => Some(text.clone()),
            _ => None,
        };
        let mut app = self.0.app.borrow_mut();
        let mut browser = self.0.browser.borrow_mut();
        let window = &self.0.window;
        let mut world =
            World { now: now(window), keep: &mut *browser, chance: &mut || chance(window) };
        let effects = app.update(msg, &mut world);
        let view = app.view();
        let call = app.calls();
        drop((app, browser));
        if let Some(told) = told.filter(|_| view.among_people) {
            device::hear(&told);
        }
        self.0.painter.borrow_mut().paint(&view);
        self.0.scene.replace(view.scene);
        outside::call(&self.0.document, &self.0.title, call);
        effects
    }

    /// Sets the one alarm to when the program is due.
    fn wind_up(&self) {
        if let Some(timer) = self.0.timer.take() {
            self.0.window.clear_timeout_with_handle(timer);
        }
        let Some(due) = self.0.app.borrow().due() else { return };
        let machine = self.clone();
        let wait = (due - now(&self.0.window)).ceil();
        self.0.timer.set(later(wait, move || {
            machine.0.timer.set(None);
            machine.dispatch(Msg::Tick);
        }));
    }

    /// Drops what there is of a line.
    fn cut(&self) {
        self.0.socket.replace(None);
        self.0.poll.replace(None);
    }

    /// Sends the request of an effect, and takes its answer as a message.
    fn ask(&self, effect: Effect, signal: Option<&AbortSignal>) {
        let machine = self.clone();
        http::ask(effect, signal, move |msg| machine.dispatch(msg));
    }

    fn carry_out(&self, effect: Effect) {
        match effect {
            Effect::Open { generation, game, since } => {
                // The old one goes first: no server has to see two of us.
                self.cut();
                let socket = Socket::open(self, generation, game, since);
                if socket.is_none() {
                    let machine = self.clone();
                    later(0.0, move || machine.dispatch(Msg::Lost(generation)));
                }
                self.0.socket.replace(socket);
            }
            Effect::Close => self.cut(),
            Effect::Send(text) => {
                if let Some(socket) = self.0.socket.borrow().as_ref() {
                    socket.send(&text);
                }
            }
            Effect::Poll { .. } => {
                self.cut();
                let poll = Poll::new();
                self.ask(effect, poll.as_ref().map(Poll::signal).as_ref());
                self.0.poll.replace(poll);
            }
            Effect::Create(_)
            | Effect::Check(_)
            | Effect::CancelInvite(_)
            | Effect::Fetch(_)
            | Effect::Post { .. } => self.ask(effect, None),
            effect => outside::carry_out(self, effect),
        }
    }
}

fn now(window: &Window) -> f64 {
    window.performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

/// 128 bits of chance. Without the browser's own source, which every browser
/// that runs this has, a weaker one will do: nothing secret hangs on it.
fn chance(window: &Window) -> u128 {
    let mut bytes = [0; 16];
    let filled = window
        .crypto()
        .is_ok_and(|crypto| crypto.get_random_values_with_u8_array(&mut bytes).is_ok());
    if filled {
        return u128::from_be_bytes(bytes);
    }
    (0..4).fold(0, |bits, _| {
        bits << 32 | u128::from((js_sys::Math::random() * 4_294_967_296.0) as u32)
    })
}
