import {
  type Draft,
  inZone,
  openingAt,
  scaled,
  slugOf,
  unscaled,
  valueAt,
  withValue,
} from '../../static/console/editing/draft';
import { instantsAt, wallTime } from '../../static/console/editing/zone-time';

describe('a time on the clocks of a race', () => {
  test.each([
    ['2027-03-01T10:00', 'Europe/Berlin', ['2027-03-01T10:00:00+01:00']],
    ['2027-07-01T10:00', 'America/New_York', ['2027-07-01T10:00:00-04:00']],
    ['2027-07-01T10:00', 'Asia/Kathmandu', ['2027-07-01T10:00:00+05:45']],
    ['2027-07-01T10:00', 'UTC', ['2027-07-01T10:00:00+00:00']],
    // The clocks go forward from two to three, and back from three to two.
    ['2027-03-28T02:30', 'Europe/Berlin', []],
    ['2027-10-31T02:30', 'Europe/Berlin', ['2027-10-31T02:30:00+02:00', '2027-10-31T02:30:00+01:00']],
    ['2027-10-31T03:00', 'Europe/Berlin', ['2027-10-31T03:00:00+01:00']],
    // Half an hour, on an island.
    ['2027-04-04T01:45', 'Australia/Lord_Howe', ['2027-04-04T01:45:00+11:00', '2027-04-04T01:45:00+10:30']],
    ['', 'UTC', []],
    ['tomorrow', 'UTC', []],
  ] as const)('%s in %s is %j', (wall, zone, expected) => {
    expect(instantsAt(wall, zone)).toEqual(expected);
    for (const instant of expected) expect(wallTime(instant, zone)).toBe(wall);
  });
});

const draft: Draft = {
  name: 'Run',
  timeZone: 'Europe/Berlin',
  opensAt: '2027-03-01T10:00:00+01:00',
  events: [
    {
      id: 'a',
      name: 'Ten',
      prices: [{ from: '2027-03-01T10:00:00+01:00', amount: 1 }, { from: '2027-05-01T10:00:00+02:00' }],
    },
    { id: 'b', name: 'Five', prices: [{ from: '2026-01-01T00:00:00Z', amount: 1 }] },
  ],
};

test('values are read and put at their paths, and others stay', () => {
  expect(valueAt(draft, 'events.1.name')).toBe('Five');
  expect(valueAt(draft, 'waiver.text')).toBeUndefined();
  expect(valueAt(withValue(draft, 'events.1.prices.0.amount', 2), 'events.1.prices.0')).toEqual({
    from: '2026-01-01T00:00:00Z',
    amount: 2,
  });
  expect(withValue({ name: 'Run' }, 'waiver.text', 'At my own risk.')).toEqual({
    name: 'Run',
    waiver: { text: 'At my own risk.' },
  });
  expect(withValue(draft, 'name', undefined)).not.toHaveProperty('name');
});

test('another zone moves no hand of a clock', () => {
  const moved = inZone(draft, 'Asia/Tokyo');
  expect(moved).toMatchObject({ timeZone: 'Asia/Tokyo', opensAt: '2027-03-01T10:00:00+09:00' });
  expect(valueAt(moved, 'events.0.prices.1.from')).toBe('2027-05-01T10:00:00+09:00');
});

test('the first price moves with the opening, and an earlier one may stay', () => {
  const later = '2027-04-01T10:00:00+02:00';
  const moved = openingAt(draft, later);
  expect(moved.opensAt).toBe(later);
  expect(moved.events?.map(({ prices }) => prices?.map(({ from }) => from))).toEqual([
    [later, '2027-05-01T10:00:00+02:00'],
    ['2026-01-01T00:00:00Z'],
  ]);
});

test.each([
  ['42.195', 3, 42_195],
  ['10', 3, 10_000],
  ['45,5', 2, 4550],
  ['45.505', 2, '45.505'],
  ['many', 0, 'many'],
  ['12.', 2, 1200],
  ['', 2, undefined],
] as const)('%s with %i decimals is %s', (text, digits, value) => {
  expect(scaled(text, digits)).toBe(value);
});

test.each([
  [42_195, 3, '42.195'],
  [10_000, 3, '10'],
  [4550, 2, '45.50'],
  [4500, 2, '45'],
  [5, 2, '0.05'],
  [100, 0, '100'],
  ['many', 2, 'many'],
  [undefined, 2, ''],
] as const)('%s with %i decimals is written %s', (value, digits, text) => {
  expect(unscaled(value, digits)).toBe(text);
});

test('the address of a race is made of its name', () => {
  expect(slugOf('Ålesund: Löpet & Straße 2027!')).toBe('alesund-lopet-strasse-2027');
  expect(slugOf('走る')).toBe('');
});
