//! When a page that no program follows looks again by itself.

use std::time::Duration;

use axum::{
    extract::Query,
    http::{HeaderName, HeaderValue, Uri},
    response::Response,
};
use serde::Deserialize;
use web::pages::Reload;

/// Seconds to the next look, from one look to the next: soon after a move,
/// and ever less often while nothing happens.
const PAUSES: [u64; 10] = [3, 5, 8, 12, 20, 30, 60, 90, 180, 300];

/// How long somebody has waited, by the `wait` of the address: the number of
/// looks so far, or `off` where the reader does not want any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    /// After so many looks.
    Looks(usize),
    /// The page stays as it is.
    Off,
}

impl Waits {
    /// Reads it; what is not there or no number is no look so far.
    pub(crate) fn of(uri: &Uri) -> Self {
        #[derive(Deserialize)]
        struct Wait {
            wait: Option<String>,
        }
        let wait = Query::<Wait>::try_from_uri(uri).ok().and_then(|Query(query)| query.wait);
        match wait.as_deref() {
            Some("off") => Waits::Off,
            Some(number) => Waits::Looks(number.parse().unwrap_or(0)),
            None => Waits::Looks(0),
        }
    }

    /// What the page says about it.
    pub(crate) const fn reload(self) -> Reload {
        match self {
            Waits::Looks(_) => Reload::Soon,
            Waits::Off => Reload::Stopped,
        }
    }

    /// The time to the next look.
    pub(crate) fn pause(self) -> Option<Duration> {
        match self {
            Waits::Looks(looks) => Some(Duration::from_secs(PAUSES[looks.min(PAUSES.len() - 1)])),
            Waits::Off => None,
        }
    }

    /// Tells the browser to look again at a path.
    ///
    /// By a header, which every browser follows like the tag, also one whose
    /// page was the answer to a form.
    pub(crate) fn tell(self, response: &mut Response, path: &str) {
        let (Waits::Looks(looks), Some(pause)) = (self, self.pause()) else { return };
        let next = looks.saturating_add(1).min(PAUSES.len() - 1);
        let text = format!("{}; url={path}?wait={next}", pause.as_secs());
        if let Ok(value) = HeaderValue::try_from(text) {
            response.headers_mut().insert(HeaderName::from_static("refresh"), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;

    use super::*;

    #[track_caller]
    fn check(uri: &'static str, refresh: Option<&str>) {
        let mut response = ().into_response();
        Waits::of(&Uri::from_static(uri)).tell(&mut response, "/g/ID");
        let told = response.headers().get("refresh").map(|value| value.to_str().unwrap());
        assert_eq!(told, refresh, "{uri}");
    }

    #[test]
    fn the_longer_nothing_happens_the_rarer_a_page_looks() {
        check("/g/ID", Some("3; url=/g/ID?wait=1"));
        check("/g/ID?wait=1", Some("5; url=/g/ID?wait=2"));
        check("/g/ID?wait=9", Some("300; url=/g/ID?wait=9"));
        check("/g/ID?wait=99999999999999999999999", Some("3; url=/g/ID?wait=1"));
        check("/g/ID?wait=4000000000", Some("300; url=/g/ID?wait=9"));
    }

    #[test]
    fn who_does_not_want_it_is_left_in_peace() {
        check("/g/ID?wait=off", None);
    }
}
