//! The address a request comes from: the connection's, or, from a reverse proxy, the one that the proxy names.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::HeaderMap;

/// Where a request comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

impl Peer {
    /// Where nothing is known.
    pub const UNKNOWN: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// The peer of a request on a connection from `address`. The last `X-Forwarded-For` is what the proxy itself added;
    /// those before it are whatever the client claimed. Without a proxy the header is anybody's, and counts for nothing.
    pub fn of(address: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> Self {
        let address = address.to_canonical();
        if !proxies.contains(&address) {
            return Self(address);
        }
        let named = headers.get_all("x-forwarded-for").iter().next_back();
        let last = named.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse::<IpAddr>().ok());
        Self(last.map_or(address, |last| last.to_canonical()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proxy_is_believed_and_only_its_own_word() {
        let parse = |text: &str| text.parse::<IpAddr>().unwrap();
        let (proxy, client) = (parse("127.0.0.1"), parse("192.0.2.7"));
        let mut headers = HeaderMap::new();
        assert_eq!(Peer::of(proxy, &headers, &[proxy]), Peer(proxy));
        headers.append("x-forwarded-for", "10.0.0.1, 10.0.0.2".parse().unwrap());
        headers.append("x-forwarded-for", "10.0.0.3, 192.0.2.7".parse().unwrap());
        assert_eq!(Peer::of(proxy, &headers, &[proxy]), Peer(client));
        assert_eq!(Peer::of(proxy, &headers, &[]), Peer(proxy));
        assert_eq!(Peer::of(parse("::ffff:127.0.0.1"), &headers, &[proxy]), Peer(client));
        headers.append("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(Peer::of(proxy, &headers, &[proxy]), Peer(proxy));
    }
}
