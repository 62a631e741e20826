//! The headers that keep a browser from doing what no page of ours asks for.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Everything is forbidden but what pages use: scripts, styles, images and data of this server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

/// What every answer has.
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
    // No other site embeds what is ours; CORS says who may read it.
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

/// Tells a browser to come by TLS from now on, for a year. Only where this server speaks TLS itself: of a proxy's, it knows nothing.
pub(crate) fn keep_to_tls(headers: &mut HeaderMap) {
    let year = HeaderValue::from_static("max-age=31536000");
    headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
}

/// No window of another site keeps a hand on ours. Browsers complain of this header where the address is not one of TLS.
pub(crate) fn keep_windows_apart(headers: &mut HeaderMap) {
    let name = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(name, HeaderValue::from_static("same-origin"));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the site is files, a file server sends them.
    #[test]
    fn file_servers_are_told_to_send_them_too() {
        for example in [
            include_str!("../../deploy/nginx-static.conf"),
            include_str!("../../deploy/Caddyfile-static"),
            include_str!("../../deploy/cloudfront-headers.json"),
        ] {
            for (name, value) in HEADERS {
                let value = value.to_str().unwrap();
                // CloudFront knows the one value of that header.
                let known = value == "nosniff" && example.contains("ContentTypeOptions");
                assert!(known || example.contains(value), "{name}: {value}");
            }
        }
    }
}
