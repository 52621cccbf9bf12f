//! What a balancer asks.

use axum::{extract::State, http::StatusCode};

use crate::app::App;

/// `GET /healthz`: the process answers.
pub(crate) async fn alive() -> StatusCode {
    StatusCode::OK
}

/// `GET /readyz`: it can do its work, and is not about to stop.
pub(crate) async fn ready(State(app): State<App>) -> StatusCode {
    if app.shutdown().is_cancelled() || app.store().ready().await.is_err() {
        StatusCode::SERVICE_UNAVAILABLE
    } else {
        StatusCode::OK
    }
}
