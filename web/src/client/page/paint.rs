//! Brings the document in line with what the program wants to show.
//!
//! The server has drawn every part; this changes what differs from the last
//! time and leaves the rest alone, so that focus, selection and reading
//! position stay where they are.

use web_sys::{Document, Element, HtmlElement, HtmlInputElement};

use super::{
    dom::{find, set, show, text},
    paint_board::BoardPainter,
};
use crate::client::{Button, ButtonKind, PlayerLine, TableView};

/// The drawn table and what it shows.
pub(super) struct Painter {
    document: Document,
    table: HtmlElement,
    board: BoardPainter,
    moves: Vec<String>,
    spoken: String,
}

impl Painter {
    /// The table that the server has drawn, if it has.
    pub(super) fn of(document: Document, root: &Element) -> Option<Self> {
        let table = find(root, ".table")?;
        let board = BoardPainter::of(find(&table, ".board")?)?;
        Some(Self { document, table, board, moves: Vec::new(), spoken: String::new() })
    }

    /// The page's document.
    pub(super) fn document(&self) -> &Document {
        &self.document
    }

    /// The board, to listen to.
    pub(super) fn board(&self) -> &HtmlElement {
        self.board.element()
    }

    /// Shows a view.
    pub(super) fn paint(&mut self, view: &TableView) {
        set(&self.table, "data-state", Some(view.state));
        set(&self.table, "data-seq", Some(&view.seq.to_string()));
        set(&self.table, "data-ply", Some(&view.ply.to_string()));
        set(&self.table, "data-ready", view.ready.then_some("true"));
        set(&self.table, "data-facing", view.facing.code());
        set(&self.table, "data-variant", Some(view.scene.variant.name()));
        // Until the game is told, the server's drawing knows better.
        if view.state != "loading" {
            self.board.paint(&view.scene, &view.voice);
            set(&self.table, "data-people", view.among_people.then_some("true"));
        }
        self.player("top", &view.top);
        self.player("bottom", &view.bottom);
        self.line("banner", view.banner.as_deref());
        self.line("status", Some(&view.status));
        self.line("hint", view.hint.as_deref());
        if let Some(hint) = self.part("hint") {
            set(&hint, "data-refusal", view.is_refusal.then_some("true"));
        }
        self.line("counters", Some(&view.counters.join(" · ")));
        self.line("score", view.score.as_deref());
        self.line("headline", view.ending.as_ref().map(|ending| &*ending.headline));
        self.line("reason", view.ending.as_ref().map(|ending| &*ending.reason));
        self.shown("ending", view.ending.is_some());
        if let Some(ending) = self.part("ending") {
            set(&ending, "data-ending", view.ending.as_ref().map(|_| "true"));
        }
        self.line("question-text", view.question.as_ref().map(|question| &*question.text));
        self.buttons("answers", view.question.as_ref().map_or(&[], |question| &question.answers));
        self.shown("question", view.question.is_some());
        self.paint_invite(view);
        self.buttons("actions", &view.actions);
        self.buttons("more", &view.more);
        if let Some(seat) = self.part("seat") {
            set(&seat, "href", view.seat.as_deref());
            show(&seat, view.seat.is_some());
        }
        self.by_hand(view.by_hand.as_deref());
        self.buttons("steps", &view.steps);
        self.paint_moves(&view.moves, view.ply);
        // Between two sentences of ours the script of keys says its own there.
        if self.spoken != view.spoken
            && let Some(spoken) = self.part("spoken")
        {
            text(&spoken, &view.spoken);
            view.spoken.clone_into(&mut self.spoken);
        }
    }

    fn part(&self, name: &str) -> Option<HtmlElement> {
        find(&self.table, &format!("[data-part=\"{name}\"]"))
    }

    fn shown(&self, part: &str, is_shown: bool) {
        if let Some(element) = self.part(part) {
            show(&element, is_shown);
        }
    }

    /// A line of text, hidden when there is none.
    fn line(&self, part: &str, line: Option<&str>) {
        let Some(element) = self.part(part) else { return };
        let line = line.unwrap_or_default();
        text(&element, line);
        show(&element, !line.is_empty());
    }

    fn player(&self, part: &str, player: &PlayerLine) {
        let Some(element) = self.part(part) else { return };
        set(&element, "data-side", Some(player.side.name()));
        set(&element, "data-to-move", player.to_move.then_some("true"));
        set(&element, "data-away", player.away.then_some("true"));
        let put = |class: &str, words: &str| {
            if let Some(element) = find(&element, class) {
                text(&element, words);
            }
        };
        put(".player-name", &player.name);
        put(".player-note", player.note.as_deref().unwrap_or_default());
        put(".player-taken", &player.taken_text);
        if let Some(element) = find(&element, ".player-clock") {
            show(&element, player.clock.is_some());
            if let Some(clock) = &player.clock {
                text(&element, &clock.text);
                set(&element, "data-runs", clock.runs.then_some("true"));
                set(&element, "data-little", clock.little.then_some("true"));
                set(&element, "data-unsure", (!clock.sure).then_some("true"));
            }
        }
        if let Some(taken) = find(&element, ".player-taken") {
            set(&taken, "data-taken", Some(&player.taken.to_string()));
        }
    }

    fn by_hand(&self, words: Option<&str>) {
        let Some(element) = self.part("by-hand") else { return };
        show(&element, words.is_some());
        if let Some(area) = find(&element, "textarea") {
            text(&area, words.unwrap_or_default());
        }
    }

    fn paint_invite(&self, view: &TableView) {
        self.shown("invite", view.invite.is_some());
        let Some(invite) = &view.invite else { return };
        self.line("invite-text", Some(&invite.text));
        self.line("copied", Some(&invite.note));
        self.shown("invite-field", invite.url.is_some());
        let url = invite.url.as_deref().unwrap_or_default();
        if let Some(field) = find(&self.table, "[data-invite-url]") {
            use wasm_bindgen::JsCast as _;
            let field = field.unchecked_into::<HtmlInputElement>();
            if field.value() != url {
                field.set_value(url);
            }
        }
        for action in ["copy-link", "share-link"] {
            if let Some(button) = find(&self.table, &format!("[data-action=\"{action}\"]")) {
                show(&button, invite.url.is_some());
            }
        }
    }

    /// A button that stays is the same element, whatever its label.
    fn buttons(&self, part: &str, list: &[Button]) {
        let Some(holder) = self.part(part) else { return };
        let mut next = holder.first_element_child();
        for button in list {
            let code = button.action.code();
            // What stands before the button and is not wanted any more goes.
            while let Some(other) = &next
                && other.get_attribute("data-action").as_deref() != Some(code)
                && !list.iter().any(|wanted| {
                    other.get_attribute("data-action").as_deref() == Some(wanted.action.code())
                })
            {
                let after = other.next_element_sibling();
                other.remove();
                next = after;
            }
            let known = find(&holder, &format!("[data-action=\"{code}\"]"));
            let Some(element) = known.or_else(|| self.new_button(code)) else { return };
            let in_place = next.as_ref().is_some_and(|next| next.is_same_node(Some(&element)));
            if in_place {
                next = element.next_element_sibling();
            } else {
                let _ = holder.insert_before(&element, next.as_deref());
            }
            paint_button(&element, button);
        }
        while let Some(rest) = next {
            next = rest.next_element_sibling();
            rest.remove();
        }
    }

    fn new_button(&self, code: &str) -> Option<HtmlElement> {
        use wasm_bindgen::JsCast as _;
        let button = self.document.create_element("button").ok()?;
        set(&button, "type", Some("button"));
        set(&button, "data-action", Some(code));
        button.dyn_into().ok()
    }

    fn paint_moves(&mut self, moves: &[String], ply: usize) {
        self.shown("moves", !moves.is_empty());
        let Some(list) = self.part("move-list") else { return };
        let same = self.moves.iter().zip(moves).take_while(|(known, now)| known == now).count();
        while list.child_element_count() as usize > same {
            let Some(last) = list.last_element_child() else { break };
            last.remove();
        }
        for (at, words) in moves.iter().enumerate().skip(same) {
            let item = self.document.create_element("li");
            let button = self.document.create_element("button");
            let (Ok(item), Ok(button)) = (item, button) else { return };
            set(&button, "type", Some("button"));
            set(&button, "data-show-ply", Some(&(at + 1).to_string()));
            text(&button, words);
            let _ = item.append_child(&button);
            let _ = list.append_child(&item);
        }
        moves.clone_into(&mut self.moves);
        if let Some(current) = find(&list, "[aria-current]") {
            set(&current, "aria-current", None);
        }
        if let Some(current) = find(&list, &format!("[data-show-ply=\"{ply}\"]")) {
            set(&current, "aria-current", Some("step"));
            // Within the list alone: the page stays where it is.
            list.set_scroll_top(
                current.offset_top() - list.offset_top() - list.client_height() / 2,
            );
        }
    }
}

fn paint_button(element: &HtmlElement, button: &Button) {
    let class = if button.kind == ButtonKind::Primary { "button primary" } else { "button" };
    set(element, "class", Some(class));
    let disabled = (button.kind == ButtonKind::Disabled).then_some("");
    set(element, "disabled", disabled);
    let pressed = match button.kind {
        ButtonKind::Switch(on) => Some(if on { "true" } else { "false" }),
        ButtonKind::Primary | ButtonKind::Plain | ButtonKind::Disabled => None,
    };
    set(element, "aria-pressed", pressed);
    text(element, &button.label);
}
