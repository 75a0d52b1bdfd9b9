import { readDraft } from '../../lambdas/editing/messages';
import { aRace } from '../races/a-race';

const errorsOf = (events: readonly unknown[]) => {
  const read = readDraft({ ...aRace().createRace, events });
  return 'errors' in read ? read.errors : [];
};

test('of too many events, only so many are read that it can be told', () => {
  const [event] = aRace().createRace.events;
  const events = Array.from({ length: 40_000 }, (_, n) => ({ ...event, id: undefined, name: `Event ${n}` }));
  expect(errorsOf(events.slice(0, 20))).toEqual([]);
  expect(errorsOf(events)).toEqual(errorsOf(events.slice(0, 21)));
  expect(errorsOf(events)).toMatchObject([{ field: 'events', step: 2 }]);
  expect(errorsOf(events.map(() => null))).toHaveLength(21);
});
