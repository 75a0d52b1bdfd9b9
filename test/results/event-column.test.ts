import { metresOf } from '../../lambdas/results/take/event-column';
import { readRows } from '../../lambdas/results/take/read-rows';

const event = (name: string, distance: number, isThis = false, rankings: readonly string[] = [name], of = name) => ({
  name,
  distance,
  isThis,
  rankings: rankings.map((ranking) => ({ name: ranking, isThis: isThis && ranking === of })),
});
const rulesOf = (events: readonly ReturnType<typeof event>[]) => ({
  rankBy: 'chip' as const,
  points: [],
  genders: [],
  events,
  year: 2026,
});
const ulm = [event('Half marathon', 21_097, true), event('Ten', 10_000), event('Kids', 1_000, false, [])];
const read = (column: string, values: readonly string[], events = ulm, chosen: Parameters<typeof readRows>[2] = {}) => {
  const rows = values.map((value, n) => `${n + 1},${value},Runner ${n},1:00:00`);
  return readRows([`bib,${column},name,chip`, ...rows].join('\n'), rulesOf(events), chosen);
};
/** The bibs that are of this ranking. */
const bibs = (found: ReturnType<typeof readRows>) =>
  found.kind === 'rows' ? found.rows.map(({ change }) => change.bib) : found.kind;

test.each([
  ['10', 10_000],
  ['10K', 10_000],
  ['10 km Run', 10_000],
  ['21,1 km', 21_100],
  ['21.0975', 21_097.5],
  ['5000', 5_000],
  ['5.000 m', 5_000],
  ['10 miles', 16_093.44],
  ['M21', undefined],
  ['12h', undefined],
  ['10 Lauf', 10_000],
  ['Halbmarathon', 21_097.5],
  ['Semi-marathon', 21_097.5],
  ['MARATHON', 42_195],
  ['4 x 10 km', undefined],
  ['Staffel', undefined],
  ['', undefined],
])('%j is %s metres', (text, metres) => expect(metresOf(text)).toBe(metres));

test('of a file with several events, the rows of this ranking are taken, others are counted, and a name of no event is named with its line', () => {
  const found = read('Wettbewerb', ['Halbmarathon', '10 km', 'HALF MARATHON', 'Ten', 'Walking', '', '1 km']);
  // Two names for ten kilometres: one may be a walk, and only the name of the event is sure.
  expect(found).toMatchObject({
    kind: 'rows',
    columns: { Wettbewerb: 'event' },
    refused: [2, 3, 6, 7].map((line) => ({ line, reason: 'event', column: 'Wettbewerb' })),
    events: {
      others: [
        { name: 'Ten', rows: 1 },
        { name: 'Kids', rows: 1 },
      ],
      names: ['Half marathon', 'Ten', 'Kids'],
    },
  });
  expect(bibs(found)).toEqual([3]);
  expect(bibs(read('Distance', ['21.1', '10', '21.1', '1']))).toEqual([1, 3]);
  expect(bibs(read('Épreuve', ['Semi', '10 km', 'semi']))).toEqual([1, 3]);
});

test('a ranking that the file names itself has its own rows, and those of the event alone are for another', () => {
  const of = (name: string) => [event('Marathon', 42_195, true, ['Marathon', 'Wheelchair'], name)];
  const values = ['Marathon', 'wheel chair', 'Marathon'];
  expect(bibs(read('Race', values, of('Marathon')))).toEqual([1, 3]);
  expect(bibs(read('Race', values, of('Wheelchair')))).toEqual([2]);
  const overall = (name: string) => [event('Marathon', 42_195, true, ['Overall', 'Wheelchair'], name)];
  expect(bibs(read('Race', values, overall('Overall')))).toEqual([1, 3]);
  expect(bibs(read('Race', values, overall('Wheelchair')))).toEqual([2]);
});

test.each([
  ['Event', ['Ulm run 2027', 'Ulm run 2027']],
  ['Distance', ['83.2', '79.1', '10.4']],
  ['Race', ['A', 'B', 'A']],
  ['Note', ['Ten', 'Half marathon', 'Ten']],
])('the column %j with %j says no event, and all rows are of this ranking', (column, values) => {
  const found = read(column, values);
  expect(bibs(found)).toEqual(values.map((_, n) => n + 1));
  expect(found).not.toHaveProperty('events');
});

test('a file of other events, or of events that nobody knows, says what it says and what was expected', () => {
  const events = ['Half marathon', 'Ten', 'Kids'];
  expect(read('Event', ['Ten', 'Ten'])).toMatchObject({ kind: 'other-events', column: 'Event', said: ['Ten'], events });
  expect(read('Event', ['M21', 'M10'])).toMatchObject({ kind: 'no-such-event', said: ['M21', 'M10'], events });
  expect(bibs(read('Event', ['M21', 'M10'], ulm, { Event: null }))).toEqual([1, 2]);
  expect(read('Start', ['M21', 'M21'], ulm, { Start: 'event' })).toMatchObject({ kind: 'no-such-event' });
  expect(bibs(read('Start', ['21 km', 'Ten'], ulm, { Start: 'event' }))).toEqual([1]);
});
