import { deepEqual } from 'node:assert/strict';
import { zoneOf, type Zone } from '../../../src/node/http/oauth/zone';

describe('Where an IP address leads', () => {
  const addresses: Readonly<Record<Zone, readonly string[]>> = {
    'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::', '::1', '::127.0.0.1'],
    'this link': ['169.254.0.1', '169.254.169.254', '100.100.100.200', '224.0.0.1', '255.255.255.255'].concat(
      'fe80::1',
      'febf::1',
      'fd00:ec2::254',
      'ff02::1',
    ),
    'a private network': ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'].concat(
      '100.64.0.1',
      '100.127.255.255',
      '198.19.0.1',
      'fc00::1',
      'fdff::1',
      'fec0::1',
      '64:ff9b:1::1',
    ),
    'the internet': [
      '1.1.1.1',
      '11.0.0.1',
      '100.128.0.1',
      '126.255.255.255',
      '128.0.0.1',
      '172.32.0.1',
    ].concat('169.253.0.1', '192.167.0.1', '192.169.0.1', '223.255.255.255', '2606:4700::1111', 'fe00::1'),
  };

  for (const [zone, all] of Object.entries(addresses))
    it(`is ${zone}`, () => deepEqual([...new Set(all.map(zoneOf))], [zone]));

  it('is the same for an address of IPv4 that stands in one of IPv6', () => {
    for (const [zone, all] of Object.entries(addresses))
      for (const address of all.filter((each) => !each.includes(':'))) {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const [high, low] = [(256 * a + b).toString(16), (256 * c + d).toString(16)];
        const within = [
          `::ffff:${address}`,
          `::ffff:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
        ];
        deepEqual(
          within.map(zoneOf),
          within.map(() => zone),
          address,
        );
      }
  });
});
