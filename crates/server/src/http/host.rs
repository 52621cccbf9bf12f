//! For whom a request is meant.
//!
//! A request with two hosts may mean one to the proxy in front and another to
//! us; links, and the check of `Origin`, must not depend on which is read.

use axum::{
    extract::Request,
    http::{Version, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use protocol::ErrorCode;

use crate::error::ApiError;

/// Middleware: 400 `bad_request` without exactly one `Host` (RFC 9112, 3.2), or
/// where the target names another one. Only HTTP/1.0 may leave it out.
pub(crate) async fn check(request: Request, next: Next) -> Response {
    if is_clear(&request) {
        next.run(request).await
    } else {
        ApiError::from(ErrorCode::BadRequest).into_response()
    }
}

fn is_clear<B>(request: &axum::http::Request<B>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => {
            let target = request.uri().authority();
            target.is_none_or(|target| target.as_str().as_bytes() == host.as_bytes())
        }
        (None, _) => request.version() < Version::HTTP_11,
        (Some(_), Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn check(version: Version, target: &str, hosts: &[&str], clear: bool) {
        let request = Request::builder().version(version).uri(target);
        let request = hosts.iter().fold(request, |request, host| request.header("host", *host));
        assert_eq!(is_clear(&request.body(()).expect("a request")), clear, "{target} {hosts:?}");
    }

    #[test]
    fn a_request_names_exactly_one_host() {
        check(Version::HTTP_11, "/", &["h"], true);
        check(Version::HTTP_11, "/", &[], false);
        check(Version::HTTP_11, "/", &["a", "b"], false);
        check(Version::HTTP_11, "/", &["a", "a"], false);
        check(Version::HTTP_10, "/", &[], true);
        check(Version::HTTP_10, "/", &["a", "b"], false);
    }

    #[test]
    fn a_target_with_a_host_of_its_own_names_the_same() {
        check(Version::HTTP_11, "http://h:80/", &["h:80"], true);
        check(Version::HTTP_11, "http://evil.example/", &["h"], false);
    }
}
