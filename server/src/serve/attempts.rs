//! How many wrong tokens an address may send: a few at once, then a few a minute. A token of 256 bits is not guessed, so
//! this is against the load and the noise of trying. The map is bounded; no clock is read here.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Wrong tokens at once.
const BURST: u32 = 10;

/// Then one more in this time.
const EACH: Duration = Duration::from_secs(6);

/// Addresses that are remembered.
const MOST: usize = 4_096;

/// Wrong tokens by address.
#[derive(Debug, Default)]
pub struct Attempts {
    /// When what an address sent will be forgotten; each wrong token moves it by [`EACH`].
    until: HashMap<IpAddr, Instant>,
}

impl Attempts {
    /// How long the address has to wait before it may try another token; nothing if it may now.
    pub fn wait(&self, address: IpAddr, now: Instant) -> Option<Duration> {
        let until = *self.until.get(&block(address))?;
        let open = until.checked_sub(EACH * (BURST - 1)).filter(|open| *open > now)?;
        Some(open - now)
    }

    /// Notes a wrong token.
    pub fn note(&mut self, address: IpAddr, now: Instant) {
        let address = block(address);
        if self.until.len() >= MOST && !self.until.contains_key(&address) {
            self.until.retain(|_, until| *until > now);
            // Of too many at once, whoever sent least is forgotten.
            while self.until.len() >= MOST
                && let Some(least) = self.until.iter().min_by_key(|(_, until)| **until).map(|(address, _)| *address)
            {
                self.until.remove(&least);
            }
        }
        let until = self.until.entry(address).or_insert(now);
        // Never so far ahead that stopping does not help.
        *until = (*until).max(now).min(now + EACH * BURST) + EACH;
    }
}

/// Whoever has one IPv6 address has its whole /64.
fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(number: u32) -> IpAddr {
        IpAddr::V4(number.into())
    }

    #[test]
    fn ten_at_once_then_one_in_six_seconds() {
        let (mut attempts, start) = (Attempts::default(), Instant::now());
        for _ in 0..10 {
            assert_eq!(attempts.wait(at(1), start), None);
            attempts.note(at(1), start);
        }
        assert_eq!(attempts.wait(at(1), start), Some(EACH));
        assert_eq!(attempts.wait(at(2), start), None, "another address");
        assert_eq!(attempts.wait(at(1), start + EACH), None);
        attempts.note(at(1), start + EACH);
        assert_eq!(attempts.wait(at(1), start + EACH), Some(EACH));
        assert_eq!(attempts.wait(at(1), start + EACH * 2), None);
    }

    #[test]
    fn going_on_does_not_shut_an_address_out_for_long() {
        let (mut attempts, start) = (Attempts::default(), Instant::now());
        for _ in 0..10_000 {
            attempts.note(at(1), start);
        }
        assert!(attempts.wait(at(1), start).unwrap() <= EACH * 2);
    }

    #[test]
    fn the_map_stays_bounded_and_keeps_the_worst() {
        let (mut attempts, start) = (Attempts::default(), Instant::now());
        for _ in 0..10 {
            attempts.note(at(1), start);
        }
        for other in 2..20_000 {
            attempts.note(at(other), start);
        }
        assert_eq!(attempts.until.len(), MOST);
        assert!(attempts.wait(at(1), start).is_some());
    }

    #[test]
    fn an_ipv6_network_is_one_address_and_a_mapped_ipv4_address_is_itself() {
        let parse = |text: &str| block(text.parse().unwrap());
        assert_eq!(parse("2001:db8:1:2:3:4:5:6"), parse("2001:db8:1:2::"));
        assert_ne!(parse("2001:db8:1:2::1"), parse("2001:db8:1:3::1"));
        assert_eq!(parse("::ffff:192.0.2.1"), parse("192.0.2.1"));
    }
}
