import { read } from '../../lambdas/api/read';
import { fieldSentences } from '../../lambdas/api/texts/en/faults';
import { createRaceCommandOf, createRaceMessage } from '../../lambdas/races/messages';
import { aRace } from './a-race';

const { events } = aRace().createRace;
const [marathon] = events;
if (!marathon) throw new Error('the race of the tests has no event');
const event = (changes: object) => [{ ...marathon, ...changes }];
const price = (from: string, label = 'x') => ({ label, from, amount: 50 });

const read1 = (message: unknown) => {
  const result = read(createRaceMessage, message);
  return 'errors' in result ? fieldSentences(result.errors) : createRaceCommandOf(result.output);
};

test('a race comes in with instants and with its prices in order', () => {
  expect(read1(aRace())).toMatchObject({
    opensAt: new Date('2027-03-01T10:00:00Z'),
    closesAt: new Date('2027-09-01T08:00:00Z'),
    events: [{ prices: [{ label: 'Early' }, { label: 'Late' }] }, {}],
  });
});

test('a race that leaves its line to chance is as one that says nothing of it', () => {
  const modeIn = (lineMode?: string) => read1({ createRace: { ...aRace().createRace, ...(lineMode && { lineMode }) } });
  expect(modeIn('always')).toMatchObject({ lineMode: 'always' });
  expect(JSON.stringify(modeIn('auto'))).toBe(JSON.stringify(modeIn()));
});

test('a race can be in every time zone that a browser offers', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT-14', 'America/Argentina/Ushuaia'];
  for (const timeZone of zones)
    expect(read1({ createRace: { ...aRace().createRace, timeZone } })).toMatchObject({ timeZone });
});

test.each<[string, object, string, RegExp]>([
  ['an id in capitals', { id: 'Harbour' }, 'id', /lower-case/],
  ['a name of spaces', { name: '  ' }, 'name', /not be empty/],
  ['a day that is none', { date: '2027-02-30' }, 'date', /exists/],
  ['an instant that is none', { opensAt: '2027-02-30T10:00:00Z' }, 'opensAt', /exists/],
  ['a day that the database does not know', { date: '0000-03-01' }, 'date', /exists/],
  ['an instant before all that it knows', { opensAt: '0000-03-01T10:00:00Z' }, 'opensAt', /exists/],
  ['an instant after all that are written so', { closesAt: '9999-12-31T23:00:00-02:00' }, 'closesAt', /exists/],
  ['an instant without a zone', { opensAt: '2027-03-01T10:00:00' }, 'opensAt', /zone/],
  ['a time zone that is none', { timeZone: 'Mars/Olympus' }, 'timeZone', /Europe\/Berlin/],
  ['a time zone that means another one elsewhere', { timeZone: 'BST' }, 'timeZone', /Europe\/Berlin/],
  ['a time zone that only Node knows', { timeZone: 'SystemV/AST4' }, 'timeZone', /Europe\/Berlin/],
  ['a time zone that was given up', { timeZone: 'US/Pacific-New' }, 'timeZone', /Europe\/Berlin/],
  ['an end before the beginning', { closesAt: '2027-03-01T10:00:00Z' }, 'closesAt', /after opensAt/],
  [
    'a credit that is over before deferring ends',
    {
      series: 'Mill Runs',
      changes: {
        deferral: { until: '2027-09-01T08:00:00Z', worth: 'entry', creditUntil: '2027-09-01T10:00:00+02:00' },
      },
    },
    'changes.deferral.creditUntil',
    /later day/,
  ],
  ['a line that is none', { lineMode: 'sometimes' }, 'lineMode', /auto.*always.*never/],
  ['a currency that is none', { currency: 'euro' }, 'currency', /EUR/],
  ['a currency of which Stripe takes round amounts only', { currency: 'ISK' }, 'currency', /EUR/],
  ['a currency that is a word of the language', { currency: 'constructor' }, 'currency', /EUR/],
  [
    'a price that the processor would not charge',
    { events: event({ prices: [{ ...price('2027-01-01T00:00:00Z'), amount: 49 }] }) },
    'events.0.prices',
    /be 0, or at least 50/,
  ],
  ['a price that is too small in its currency', { currency: 'HUF' }, 'events.0.prices', /at least 17500/],
  ['no events', { events: [] }, 'events', /at least one/],
  ['no price at the gun', { events: event({ prices: [price('2027-03-01T10:00:01Z')] }) }, 'events', /price/],
  ['no price', { events: event({ prices: [] }) }, 'events.0.prices', /at least one/],
  [
    'two prices at once',
    { events: event({ prices: [price('2027-01-01T00:00:00Z'), price('2027-01-01T01:00:00+01:00')] }) },
    'events.0.prices',
    /different/,
  ],
  ['a negative capacity', { events: event({ capacity: -1 }) }, 'events.0.capacity', /at least 0/],
  ['half a spot', { events: event({ capacity: 1.5 }) }, 'events.0.capacity', /whole/],
  [
    'more spots than a statement can make',
    { events: event({ capacity: 100_001 }) },
    'events.0.capacity',
    /at most 100000/,
  ],
  [
    'an amount that eight people could not pay together',
    { events: event({ prices: [{ ...price('2027-01-01T00:00:00Z'), amount: 12_500_000 }] }) },
    'events.0.prices.0.amount',
    /at most 12499999/,
  ],
  ['two events of one name', { events: [...event({}), ...event({ id: undefined })] }, 'events', /names/],
  ['two events of one id', { events: [...event({}), ...event({ name: 'Half' })] }, 'events', /ids/],
  [
    'limits that contradict each other',
    { sale: { limits: { freePerAddress: 20, mostPerAddress: 10 } } },
    'sale.limits.mostPerAddress',
    /not be less than freePerAddress/,
  ],
  ['a limit nobody knows', { sale: { limits: { perRunner: 1 } } }, 'sale.limits.perRunner', /not a field/],
  ['an unknown field', { opens: 'x' }, 'opens', /not a field/],
  ['a letter that turns the line around', { description: 'a\u202eb' }, 'description', /control/],
])('refuses %s, naming the field', (_, changes, field, message) => {
  expect(read1(aRace(changes))).toEqual([{ field: `createRace.${field}`, message: expect.stringMatching(message) }]);
});

test('takes a price of 0, and the least that the processor charges', () => {
  const prices = [price('2027-01-01T00:00:00Z'), { ...price('2027-06-01T00:00:00Z'), amount: 0 }];
  expect(read1(aRace({ events: event({ prices }) }))).toHaveProperty('currency', 'EUR');
  const yen = [{ ...price('2027-01-01T00:00:00Z'), amount: 50 }];
  expect(read1(aRace({ currency: 'JPY', events: event({ prices: yen }) }))).toHaveProperty('currency', 'JPY');
});

test.each([undefined, null, {}, [], 'createRace', { createRace: 7 }, { destroyRace: {} }])(
  'refuses %j without falling over',
  (message) => {
    expect(read1(message)).toEqual(expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]));
  },
);
