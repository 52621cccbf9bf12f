//! Taking in a request's body: not for ever, and to its end.
//!
//! A body that is answered before it was read (the rate is spent, the type is
//! wrong) would cost the client its connection: what is left of it stands
//! where the next request should begin. So the rest is read and thrown away,
//! up to a bound. And a peer that sends its body drop by drop is told that it
//! is too slow, long before the request as a whole would time out.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::header,
    middleware::Next,
    response::{IntoResponse, Response},
};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt;
use protocol::{ErrorCode, MAX_BODY_BYTES};
use tokio::{
    sync::oneshot,
    time::{Sleep, sleep, timeout},
};

use crate::error::ApiError;

/// How long a body may take from when it is first asked for.
const BODY_WITHIN: Duration = Duration::from_secs(10);
/// How long the rest of an answered request is read.
const REST_WITHIN: Duration = Duration::from_secs(1);

/// Middleware: bounds the time of the body, and reads what nobody wanted.
pub(crate) async fn take_in(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    // Such a client waits for leave to send, which nobody gave.
    let waits = request.headers().contains_key(header::EXPECT);
    let (sender, rest) = oneshot::channel();
    let too_slow = Arc::new(AtomicBool::new(false));
    let lent = |body| {
        let deadline = Box::pin(sleep(BODY_WITHIN));
        Body::new(Lent {
            body: Some(body),
            owner: Some(sender),
            deadline,
            too_slow: too_slow.clone(),
        })
    };
    let response = next.run(request.map(lent)).await;
    if too_slow.load(Ordering::Relaxed) {
        return ApiError::from(ErrorCode::TooSlow).into_response();
    }
    if let Ok(rest) = rest.await
        && !waits
    {
        let _ = timeout(REST_WITHIN, read_out(rest)).await;
    }
    response
}

/// Reads as much as a request may bring; beyond that the connection is given up.
async fn read_out(mut body: Body) {
    let mut left = MAX_BODY_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let size = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(size) {
            Some(less) => left = less,
            None => return,
        }
    }
}

/// A body that goes back to its owner when it is dropped.
struct Lent {
    body: Option<Body>,
    owner: Option<oneshot::Sender<Body>>,
    deadline: Pin<Box<Sleep>>,
    too_slow: Arc<AtomicBool>,
}

/// The peer takes too long over its body.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the body took too long")]
struct TooSlow;

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            return Poll::Ready(frame);
        }
        if self.deadline.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        // Not given back: there is no use in waiting for more.
        self.body = None;
        self.too_slow.store(true, Ordering::Relaxed);
        Poll::Ready(Some(Err(axum::Error::new(TooSlow))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let (Some(body), Some(owner)) = (self.body.take(), self.owner.take()) {
            let _ = owner.send(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stalls_ends_after_its_time() {
        let stalled =
            Body::from_stream(futures_util::stream::pending::<Result<Bytes, axum::Error>>());
        let (sender, rest) = oneshot::channel();
        let too_slow = Arc::new(AtomicBool::new(false));
        let deadline = Box::pin(sleep(BODY_WITHIN));
        let lent =
            Lent { body: Some(stalled), owner: Some(sender), deadline, too_slow: too_slow.clone() };
        assert!(Body::new(lent).collect().await.is_err());
        assert!(too_slow.load(Ordering::Relaxed));
        assert!(rest.await.is_err(), "nobody is to read on");
    }
}
