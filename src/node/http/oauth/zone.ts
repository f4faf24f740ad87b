import { BlockList, isIP } from 'node:net';

/** How far away an address is; nearest first. */
const zones = ['this machine', 'this link', 'a private network', 'the internet'] as const;

export type Zone = (typeof zones)[number];

/** Is the one nearer to this machine than the other? */
export function isNearer(one: Zone, other: Zone): boolean {
  return zones.indexOf(one) < zones.indexOf(other);
}

type Subnet = readonly [network: string, prefix: number];

/** From IANA's registries of special-purpose addresses. The unspecified address leads to this machine as well. */
const [machineV4, linkV4, privateV4]: readonly (readonly Subnet[])[] = [
  [
    ['0.0.0.0', 8],
    ['127.0.0.0', 8],
  ],
  [
    ['169.254.0.0', 16],
    // Addresses outside of the link-local range at which clouds give machines their credentials.
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
    ['192.0.0.192', 32],
    // Multicast, reserved and broadcast addresses.
    ['224.0.0.0', 3],
  ],
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
  ],
];

const listed: readonly (readonly [Zone, BlockList])[] = [
  ['this machine', listOf(machineV4, [['::1', 128]])],
  [
    'this link',
    listOf(linkV4, [
      ['fe80::', 10],
      ['fd00:ec2::254', 128],
      ['ff00::', 8],
    ]),
  ],
  [
    'a private network',
    listOf(privateV4, [
      ['fc00::', 7],
      ['fec0::', 10],
      ['64:ff9b:1::', 48],
      ['2001:db8::', 32],
    ]),
  ],
];

/**
 * The zone of an IP address in any notation. An IPv6 address that embeds an IPv4 address is in the zone of the latter.
 */
export function zoneOf(ip: string): Zone {
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  return listed.find(([, list]) => list.check(ip, family))?.[0] ?? 'the internet';
}

function listOf(v4: readonly Subnet[] = [], v6: readonly Subnet[] = []): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of v6) list.addSubnet(network, prefix, 'ipv6');
  for (const [network, prefix] of v4) {
    // This covers addresses mapped into IPv6 (::ffff:0:0/96) too.
    list.addSubnet(network, prefix, 'ipv4');
    for (const before of ['::', '64:ff9b::']) list.addSubnet(`${before}${network}`, 96 + prefix, 'ipv6');
    const [a = 0, b = 0, c = 0, d = 0] = network.split('.').map(Number);
    list.addSubnet(`2002:${(256 * a + b).toString(16)}:${(256 * c + d).toString(16)}::`, 16 + prefix, 'ipv6');
  }
  return list;
}
