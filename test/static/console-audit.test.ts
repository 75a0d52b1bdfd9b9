import { rowsOf } from '../../static/console/staff/audit-rows';
import { actions, details } from '../../static/console/texts/audit';

const said = (action: string, detail: object, staff?: string) =>
  details(action, { staff, detail: detail as Readonly<Record<string, unknown>> });

test.each([
  ['command', { name: 'changeCapacity' }, 'change capacity'],
  ['capacity-changed', { from: 40, to: 1 }, '40 → 1 spot'],
  ['sale-changed', { from: 'on', to: 'paused' }, 'on sale → paused'],
  ['sale-changed', { to: 'cancelled' }, 'cancelled'],
  ['stock-changed', { variant: 'shirt-m', from: 3, to: 5 }, '3 → 5'],
  ['webhook-changed', { endpointId: 'x', state: 'paused' }, 'paused'],
  ['bibs-given', { given: 4, left: 1, order: 'name' }, '4 bibs, 1 without one'],
  ['line-steered', { from: { mode: 'auto' }, to: { mode: 'always' } }, 'Always draw turns'],
  ['line-steered', { from: { mode: 'auto', held: 'ordered' }, to: { mode: 'auto' } }, 'it calls people again'],
  ['line-steered', { from: { mode: 'auto', pace: 1 }, to: { mode: 'auto', pace: 0.5 } }, '50 % of its speed'],
  ['feed-published', { from: 3, to: 5 }, 'messages 3 to 5'],
  ['cancelled', { spot: 7, paid: 4200, refund: 2100, currency: 'EUR' }, '€21.00'],
  ['draft-saved', {}, ''],
])('the details of %s are words: %j', (action, detail, words) => {
  expect(said(action, detail)).toBe(words);
});

test('a draft that somebody saved many times in a row is one line, with the last time', () => {
  const acts = [
    ['race-published', 'Ada'],
    ['draft-saved', 'Ada'],
    ['draft-saved', 'Ada'],
    ['draft-saved', 'Bo'],
    ['capacity-changed', 'Bo'],
    ['capacity-changed', 'Bo'],
    ['draft-saved', 'Bo'],
  ] as const;
  const entries = acts.map(([action, by], n) => ({ id: 9 - n, at: '', action, by, raceId: 'harbour', detail: {} }));
  expect(rowsOf(entries).map(({ id, times }) => [id, times])).toEqual([
    [9, 1],
    [8, 2],
    [6, 1],
    [5, 1],
    [4, 1],
    [3, 1],
  ]);
});

test('what was published names a value once, whatever event it is of, and says how many more there are', () => {
  const events = ['a', 'b'].flatMap((id) =>
    ['capacity', 'prices.2026-01-01T00:00:00Z'].map((of) => `events.${id}.${of}`),
  );
  expect(said('race-published', { revision: 4, paths: events })).toBe('Revision 4: spots, prices');
  expect(said('race-published', { revision: 2, paths: [] })).toBe('Revision 2');
  const many = ['events.a.name', 'events.a.distance', ...events, 'notice', 'waiver'];
  expect(said('race-published', { revision: 3, paths: many })).toMatch(/^Revision 3: .*, and 1 more$/);
});

test('of somebody who was removed it says how many keys and webhooks of theirs were kept', () => {
  expect(said('role-removed', { of: 'an id' }, 'Ada')).toBe('Ada');
  expect(said('role-removed', { of: 'an id', kept: { keys: 1, webhooks: 2 } }, 'Ada')).toBe(
    'Ada, 1 key kept, 2 webhooks kept',
  );
});

test('to whom it was done is a name', () => {
  expect(said('role-given', { to: 'an id', role: 'desk' }, 'Ada')).toBe('Ada, desk');
});

test('no details are an id or JSON, whatever an entry has', () => {
  const detail = {
    id: 'ID',
    setId: 'ID',
    keyId: 'ID',
    endpointId: 'ID',
    batch: 'friends',
    more: { deep: 'ID' },
    from: 1,
    to: 2,
  };
  for (const action of [...Object.keys(actions), 'checked-in'])
    expect(said(action, detail)).not.toMatch(/ID|\{|object/);
});
