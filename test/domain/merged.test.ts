import { merged } from '../../lambdas/domain/merged';

const ten = { id: 'ten', name: 'Ten', capacity: 5 };
const five = { id: 'five', name: 'Five', capacity: 7 };
const base = { name: 'Run', place: 'Bergen', events: [ten, five], notice: 'Bring a light.' };

test('what each of two editors changed stays', () => {
  const mine = { ...base, name: 'My run', events: [{ ...ten, capacity: 6 }, five] };
  const theirs = { ...base, name: 'Their run', place: 'Oslo', events: [{ ...ten, name: 'Ten km' }, five] };
  expect(merged(base, mine, theirs)).toEqual({
    ...base,
    name: 'My run',
    place: 'Oslo',
    events: [{ ...ten, name: 'Ten km', capacity: 6 }, five],
  });
});

test.each([
  ['nothing', base],
  ['a field', { ...base, name: 'My run' }],
  ['a field that is gone', { ...base, notice: undefined }],
])('who changed %s alone has what they wrote', (_, changed) => {
  expect(merged(base, changed, base)).toEqual(changed);
  expect(merged(base, base, changed)).toEqual(changed);
});

test('a field that one took out is gone', () => {
  const { notice, ...without } = base;
  expect(merged(base, { ...without, name: 'My run' }, { ...base, place: 'Oslo' })).not.toHaveProperty('notice');
  expect(notice).toBeDefined();
});

describe('an item of a list', () => {
  const eventsOf = (mine: readonly object[], theirs: readonly object[]) =>
    merged(base, { ...base, name: 'My run', events: mine }, { ...base, place: 'Oslo', events: theirs });

  test('that both have added is there twice only if it is two', () => {
    expect(eventsOf([ten, five, { name: 'Mile' }], [ten, five, { id: 'ultra' }])).toMatchObject({
      events: [ten, five, { name: 'Mile' }, { id: 'ultra' }],
    });
  });

  test('that one took out is gone, by either of the two', () => {
    expect(eventsOf([ten], [ten, { ...five }, { id: 'ultra' }])).toMatchObject({ events: [ten, { id: 'ultra' }] });
    expect(eventsOf([{ ...ten, capacity: 6 }, five], [ten])).toMatchObject({ events: [{ ...ten, capacity: 6 }] });
  });

  test('that one took out and the other changed stays', () => {
    const changed = { ...five, capacity: 9 };
    expect(eventsOf([ten, changed], [ten])).toMatchObject({ events: [ten, changed] });
    expect(eventsOf([ten], [ten, changed])).toMatchObject({ events: [ten, changed] });
  });

  test('has the order of the one who moved it', () => {
    expect(eventsOf([five, ten], [ten, { ...five, capacity: 9 }])).toMatchObject({
      events: [{ ...five, capacity: 9 }, ten],
    });
  });
});
