//! How long a connection takes there and back, as the server's pings show.

use std::time::Duration;

use axum::body::Bytes;
use play::Time;

/// What is known of one connection.
#[derive(Default)]
pub(crate) struct Line {
    pinged_at: Option<Time>,
    lag: Duration,
}

impl Line {
    /// The payload of a ping that is sent now.
    pub(crate) fn ping(&mut self, now: Time) -> Bytes {
        self.pinged_at = Some(now);
        Bytes::copy_from_slice(&now.as_millis().to_be_bytes())
    }

    /// Takes a pong. Only the answer to the last ping proves anything.
    pub(crate) fn pong(&mut self, payload: &[u8], now: Time) {
        if let Some(at) = self.pinged_at.take_if(|at| at.as_millis().to_be_bytes() == payload) {
            self.lag = now.since(at);
        }
    }

    /// How long the last answer took; zero before the first.
    pub(crate) const fn lag(&self) -> Duration {
        self.lag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_to_the_last_ping_measures_the_line() {
        let at = Time::from_millis;
        let mut line = Line::default();
        let first = line.ping(at(1_000));
        line.pong(b"made up!", at(1_500));
        assert_eq!(line.lag(), Duration::ZERO);
        line.pong(&first, at(1_080));
        assert_eq!(line.lag(), Duration::from_millis(80));
        line.pong(&first, at(9_000));
        assert_eq!(line.lag(), Duration::from_millis(80), "an answer counts once");
        let second = line.ping(at(20_000));
        line.pong(&first, at(20_100));
        line.pong(&second, at(20_030));
        assert_eq!(line.lag(), Duration::from_millis(30));
    }
}
