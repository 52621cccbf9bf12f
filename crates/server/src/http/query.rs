//! What stands behind the question mark of an address.

use axum::{
    extract::{FromRequestParts, Query},
    http::request::Parts,
};
use protocol::ErrorCode;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// The fields of a query. What cannot be read, or comes twice, is refused by
/// code, as everything else is.
pub(crate) struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let fields = Query::try_from_uri(&parts.uri);
        fields.map(|Query(fields)| Asked(fields)).map_err(|_| ErrorCode::BadRequest.into())
    }
}
