import { lookAgain } from '../../lambdas/sales/look-again';

type Seen = Parameters<typeof lookAgain>[0];
const opensAt = '2027-03-01T09:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(opensAt) + seconds * 1000).toISOString();
/** A sale in which nothing moves, some seconds after its opening. */
const resting = (seconds: number, more: object = {}) =>
  ({ at: at(seconds), opensAt, events: [{ held: 0, offered: 3 }], pace: { recorded: 0 }, ...more }) as unknown as Seen;

test.each([
  ['a day before the opening', resting(-86_400), 10],
  ['two minutes before the opening', resting(-120), 10],
  ['a moment later', resting(-119), 2],
  ['in the second of the opening', resting(0), 2],
  ['ten minutes after it, when nobody comes', resting(600), 10],
  ['when somebody has just registered', resting(3600, { pace: { recorded: 1 } }), 2],
  ['when somebody fills in the form', resting(3600, { events: [{ held: 0 }, { held: 1 }] }), 2],
  ['when the race has a line', resting(-3600, { line: { state: 'lobby' } }), 2],
])('%s', (_, seen, seconds) => {
  expect(lookAgain(seen)).toBe(seconds);
});
