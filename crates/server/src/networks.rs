//! Sets of networks: proxies that are trusted, addresses that are shut out.

use std::{
    collections::{BTreeSet, HashSet},
    net::IpAddr,
};

use ipnet::IpNet;

/// A set of networks. Looking an address up costs one step for each length of
/// prefix in it, however many networks there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Networks {
    lengths: BTreeSet<u8>,
    networks: HashSet<IpNet>,
}

/// A line that names no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {0} is no address and no network")]
pub(crate) struct BadLine(usize);

impl Networks {
    /// Whether an address is in one of them.
    pub(crate) fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.lengths.iter().any(|&length| {
            // A length of IPv6 is none of IPv4.
            IpNet::new(address, length).is_ok_and(|net| self.networks.contains(&net.trunc()))
        })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.networks.len()
    }

    /// Reads one address or network a line; `#` begins a remark.
    pub(crate) fn parse(text: &str) -> Result<Networks, BadLine> {
        let lines = text.lines().zip(1..).filter_map(|(line, number)| {
            let line = line.split('#').next().unwrap_or_default().trim();
            (!line.is_empty()).then_some((line, number))
        });
        lines.map(|(line, number)| network(line).ok_or(BadLine(number))).collect()
    }
}

fn network(text: &str) -> Option<IpNet> {
    let address = || text.parse::<IpAddr>().ok().map(|address| address.to_canonical().into());
    text.parse().ok().or_else(address)
}

impl FromIterator<IpNet> for Networks {
    fn from_iter<I: IntoIterator<Item = IpNet>>(networks: I) -> Self {
        let networks: HashSet<_> = networks.into_iter().map(|net| net.trunc()).collect();
        Networks { lengths: networks.iter().map(IpNet::prefix_len).collect(), networks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_in_a_set_by_any_of_its_prefixes() {
        let text = "10.0.0.0/8 # a carrier\n\n192.0.2.7\n2001:db8::/32\n";
        let set = Networks::parse(text).expect("networks");
        assert_eq!(set.len(), 3);
        let check = |address: &str, expected: bool| {
            assert_eq!(set.contain(address.parse().expect(address)), expected, "{address}");
        };
        check("10.1.2.3", true);
        check("::ffff:10.1.2.3", true);
        check("192.0.2.7", true);
        check("192.0.2.8", false);
        check("2001:db8:1::1", true);
        check("2001:db9::1", false);
        assert!(!Networks::default().contain([127, 0, 0, 1].into()));
    }

    #[test]
    fn a_bad_line_is_named() {
        assert_eq!(Networks::parse("# fine\n10.0.0.1\n10.0.0.300\n"), Err(BadLine(3)));
        assert_eq!(Networks::parse("10.0.0.0/33"), Err(BadLine(1)));
    }
}
