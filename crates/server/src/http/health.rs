//! What a balancer asks.

use axum::{extract::State, http::StatusCode};

use crate::app::App;

/// `GET /healthz`: the process answers.
pub(crate) async fn alive() -> StatusCode {
    StatusCode::OK
}

/// `GET /readyz`: it reaches its database and the other servers, and is not
/// about to stop.
pub(crate) async fn ready(State(app): State<App>) -> StatusCode {
    let can_talk = app.bus().is_up() && !app.shutdown().is_cancelled();
    if !can_talk || app.store().ready().await.is_err() {
        StatusCode::SERVICE_UNAVAILABLE
    } else {
        StatusCode::OK
    }
}
