//! What those who run the server are told: metrics and health, on a listener
//! of their own.

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tracing::error;

use crate::{app::App, http::health};

/// The content type of what [`Metrics::text`](crate::Metrics::text) writes.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Everything that the admin listener answers.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .with_state(app)
}

async fn metrics(State(app): State<App>) -> Response {
    let rooms = app.hub().live_rooms();
    app.metrics().look(rooms, &app.computer().load(), app.bus().is_up());
    match app.metrics().text() {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(cause) => {
            error!(%cause, "the metrics could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
