//! Security headers.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Forbids everything except what pages use: scripts, styles, images and data of this server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

pub const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_SECURITY_POLICY),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
    // Other sites cannot embed our content; CORS decides who may read it.
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

pub(crate) fn add(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
}

/// HSTS for a year. Only if this server does TLS itself: it does not know a proxy's.
pub(crate) fn keep_to_tls(headers: &mut HeaderMap) {
    let year = HeaderValue::from_static("max-age=31536000");
    headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
}

/// Isolates our windows from those of other sites. Browsers complain about this header where the address has no TLS.
pub(crate) fn keep_windows_apart(headers: &mut HeaderMap) {
    let name = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(name, HeaderValue::from_static("same-origin"));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A static site's file server sends them.
    #[test]
    fn file_servers_are_told_to_send_them_too() {
        for example in [
            include_str!("../../deploy/nginx-static.conf"),
            include_str!("../../deploy/Caddyfile-static"),
            include_str!("../../deploy/cloudfront-headers.json"),
        ] {
            for (name, value) in HEADERS {
                let value = value.to_str().unwrap();
                // CloudFront has a switch for the one value of that header.
                let known = value == "nosniff" && example.contains("ContentTypeOptions");
                assert!(known || example.contains(value), "{name}: {value}");
            }
        }
    }
}
