//! The client's address: that of the connection, or the one that a trusted proxy forwards.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};

use crate::limits;
use crate::settings::{ForwardedHeader, Proxies};

/// The remote end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Peer {
    Address(IpAddr),
    Local,
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => write!(f, "{address}"),
            Self::Local => f.write_str("unix"),
        }
    }
}

impl Peer {
    /// The unit of rate limiting: an IPv4 address, or an IPv6 /64 network, which one client has.
    pub(super) fn counted(self) -> Self {
        match self {
            Self::Address(IpAddr::V6(address)) => match address.to_ipv4_mapped() {
                Some(address) => Self::Address(address.into()),
                None => {
                    let network = u128::from(address) & !u128::from(u64::MAX);
                    Self::Address(Ipv6Addr::from(network).into())
                }
            },
            other => other,
        }
    }
}

/// The client's address: read from the last hop backwards, as far as each hop is trusted.
pub(super) fn client_of(
    peer: Peer,
    headers: &HeaderMap,
    (proxies, header): (&Proxies, ForwardedHeader),
) -> Peer {
    if !proxies.trust(peer) {
        return peer;
    }
    let mut client = peer;
    for hop in hops(headers, header).into_iter().rev() {
        // A trusted proxy would not write an unreadable address.
        let Some(address) = hop else { break };
        client = Peer::Address(address.to_canonical());
        if !proxies.trust(client) {
            break;
        }
    }
    client
}

impl Proxies {
    fn trust(&self, peer: Peer) -> bool {
        match peer {
            Peer::Local => self.unix,
            Peer::Address(address) => {
                let address = address.to_canonical();
                self.networks.iter().any(|it| it.contains(&address))
            }
        }
    }
}

fn hops(headers: &HeaderMap, header: ForwardedHeader) -> Vec<Option<IpAddr>> {
    let (name, read): (HeaderName, fn(&str) -> Option<IpAddr>) = match header {
        ForwardedHeader::XForwardedFor => (HeaderName::from_static("x-forwarded-for"), address_of),
        ForwardedHeader::Forwarded => (axum::http::header::FORWARDED, forwarded_for),
    };
    let values = headers.get_all(name).iter();
    let values = values.map(|value| value.to_str().unwrap_or_default());
    let hops: Vec<&str> = values.flat_map(|value| value.split(',')).collect();
    let passed = hops.len().saturating_sub(limits::LIST_ELEMENTS);
    hops.into_iter().skip(passed).map(read).collect()
}

/// Parses an address, optionally with a port; an IPv6 address may be in brackets.
fn address_of(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    bare.unwrap_or(text)
        .parse()
        .ok()
        .or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()))
}

/// The `for` parameter of a `Forwarded` element (RFC 7239).
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    address_of(value.trim().trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTSIDE: &str = "203.0.113.9";
    const PROXY: &str = "10.0.0.7";

    /// Checks the client's address where the peer trusts 10.0.0.0/8.
    #[track_caller]
    fn check(header: ForwardedHeader, peer: &str, values: &[(&str, &str)], expected: &str) {
        let proxies = "10.0.0.0/8".parse().unwrap();
        let mut headers = HeaderMap::new();
        for (name, value) in values {
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        let peer = Peer::Address(peer.parse().unwrap());
        let client = client_of(peer, &headers, (&proxies, header));
        assert_eq!(client.to_string(), expected);
    }

    #[test]
    fn a_trusted_proxy_is_believed_and_nobody_else() {
        let by = ForwardedHeader::XForwardedFor;
        let name = "x-forwarded-for";
        check(by, OUTSIDE, &[(name, "1.1.1.1")], OUTSIDE);
        check(by, PROXY, &[], PROXY);
        check(by, PROXY, &[(name, "1.1.1.1")], "1.1.1.1");
        // The client's own entries come first.
        check(by, PROXY, &[(name, "6.6.6.6, 1.1.1.1")], "1.1.1.1");
        check(
            by,
            PROXY,
            &[(name, "6.6.6.6"), (name, "1.1.1.1, 10.1.1.1")],
            "1.1.1.1",
        );
        check(by, PROXY, &[(name, "1.1.1.1, nonsense")], PROXY);
        check(by, PROXY, &[(name, "1.1.1.1:4711")], "1.1.1.1");
        check(by, PROXY, &[(name, "[2001:db8::1]:4711")], "2001:db8::1");
        check(by, "::ffff:10.0.0.7", &[(name, "1.1.1.1")], "1.1.1.1");
        check(by, PROXY, &[("forwarded", "for=1.1.1.1")], PROXY);
    }

    #[test]
    fn the_other_header_is_read_where_it_is_the_one() {
        let by = ForwardedHeader::Forwarded;
        let value = "for=6.6.6.6, proto=https;For=\"[2001:db8::1]:80\"";
        check(by, PROXY, &[("forwarded", value)], "2001:db8::1");
        check(by, PROXY, &[("x-forwarded-for", "1.1.1.1")], PROXY);
        check(by, PROXY, &[("forwarded", "for=_hidden")], PROXY);
    }

    #[test]
    fn a_visitor_of_version_6_is_a_network() {
        let counted = |text: &str| Peer::Address(text.parse().unwrap()).counted().to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("::ffff:1.1.1.1"), "1.1.1.1");
    }
}
