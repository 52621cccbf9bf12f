//! Pages that look again by themselves, where no program does it for them.

use leptos::prelude::*;

use crate::{Lang, words::page as words};

/// Whether a page loads itself again. When, is the server's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    /// No: nothing is awaited, or the reader is to act.
    Never,
    /// Yes, until what is awaited has happened.
    Soon,
    /// Not any more, because the reader does not want it.
    Stopped,
}

/// The line that says so, with ways to look now and to have it otherwise.
pub(crate) fn reload_line(lang: Lang, path: &str, reload: Reload) -> impl IntoView + use<> {
    let stopped = format!("{path}?wait=off");
    let path = path.to_owned();
    let (now, says, other, label) = match reload {
        Reload::Never => return None,
        Reload::Soon => {
            (path, Some(words::plain_reloads(lang)), stopped, words::plain_reload_off(lang))
        }
        Reload::Stopped => (stopped, None, path, words::plain_reload_on(lang)),
    };
    Some(view! {
        <p class="plain-reload">
            {says}
            <a class="button" href=now>{words::plain_reload_now(lang)}</a>
            <a href=other>{label}</a>
        </p>
    })
}
