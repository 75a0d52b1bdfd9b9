import { amountsOf, limitsOf, maxMoreTriesPerAddress, ruleOn } from '../../../lambdas/spots/limits/limits';

const nobody = { ofSession: 0, ofAddress: 0, ofNetwork: 0 };

test.each([
  // All of them for a group that takes an event together.
  [0, 8, 8],
  [8, 8, 8],
  [16, 8, 8],
  [18, 9, 9],
  [20, 10, 10],
  [50, 10, 25],
  [99, 10, 49],
  [100, 10, 50],
  [500, 10, 50],
  [1000, 20, 100],
  [5000, 100, 500],
  [100_000, 2000, 10_000],
])('of an event of %d spots one address holds %d freely and %d at most', (capacity, free, most) => {
  expect(limitsOf(capacity)).toMatchObject({ free, most, perSession: 16 });
});

test.each([
  [8, 8, { perAddress: 8, perNetwork: 8 }],
  [50, 37, { perAddress: 25, perNetwork: 37 }],
  [100, 75, { perAddress: 50, perNetwork: 75 }],
  [500, 200, { perAddress: 250, perNetwork: 375 }],
])(
  'of an event of %d spots a /48 holds %d at most, and for nothing they have so many in a day',
  (capacity, network, inADay) => {
    expect(limitsOf(capacity)).toMatchObject({ mostOfNetwork: network, inADay });
  },
);

test('a race may set its own limits, and what it says nothing of is as usual', () => {
  expect(limitsOf(5000, { freePerAddress: 3 })).toEqual({ ...limitsOf(5000), free: 3 });
  expect(limitsOf(5000, { perSession: 40, hashes: 7 })).toEqual({ ...limitsOf(5000), perSession: 40, hashes: 7 });
  expect(limitsOf(500, { freePerAddress: 80 })).toMatchObject({ free: 80, most: 80 });
});

test('work grows with every unpaid spot of the address, and ends where nothing is given for work', () => {
  const limits = limitsOf(500);
  const workAt = (ofAddress: number) => ruleOn({ ...nobody, ofAddress }, limits);
  expect(workAt(10)).toEqual({ kind: 'allowed' });
  expect(workAt(11)).toEqual({ kind: 'work', work: 2 * 2 ** 18 });
  expect(workAt(12)).toEqual({ kind: 'work', work: 3 * 2 ** 18 });
  expect(workAt(50)).toEqual({ kind: 'work', work: 41 * 2 ** 18 });
  expect(workAt(51)).toEqual({ kind: 'too-many', of: 'network' });
  // The last spots of a large event cost as much as those of a small one.
  expect(ruleOn({ ...nobody, ofAddress: 500 }, limitsOf(5000))).toEqual({ kind: 'work', work: 41 * 2 ** 18 });
});

test('a network of 65,536 addresses counts as four of them', () => {
  const ruled = (ofNetwork: number) => ruleOn({ ...nobody, ofAddress: 1, ofNetwork }, limitsOf(500)).kind;
  expect([ruled(40), ruled(41), ruled(200), ruled(201)]).toEqual(['allowed', 'work', 'work', 'too-many']);
});

test('a race without free spots asks everybody for work', () => {
  expect(ruleOn({ ...nobody, ofAddress: 1 }, limitsOf(500, { freePerAddress: 0, hashes: 5 }))).toEqual({
    kind: 'work',
    work: 55,
  });
});

test('a session is told so before its network is', () => {
  expect(ruleOn({ ofSession: 17, ofAddress: 99, ofNetwork: 0 }, limitsOf(500))).toEqual({
    kind: 'too-many',
    of: 'session',
  });
});

test('an IPv6 address is counted in its /48 as well, an IPv4 address alone', () => {
  const who = (address: string) =>
    amountsOf({ sessionHash: 's', eventId: 'e' }, { address, at: 0, seconds: 1200 }, 2).map((amount) => [
      amount?.who,
      amount?.much,
    ]);
  expect(who('203.0.113.7')).toEqual([
    ['session:s', 3],
    ['address:e:203.0.113.7', 2],
  ]);
  expect(who('2001:db8:1:2::/64')).toEqual([
    ['session:s', 3],
    ['address:e:2001:db8:1:2::/64', 2],
    ['network:e:2001:db8:1::/48', 2],
  ]);
});

test('of a large event an address may try as many more cards as it holds spots freely', () => {
  expect([maxMoreTriesPerAddress(limitsOf(500)), maxMoreTriesPerAddress(limitsOf(50_000))]).toEqual([30, 1000]);
});
