import { availabilityOf, type EventState, type SpotCount } from '../../lambdas/races/availability';
import type { Race } from '../../lambdas/races/race';

const opensAt = new Date('2027-01-01T10:00:00Z');
const closesAt = new Date('2027-01-01T12:00:00Z');
const race = {
  opensAt,
  closesAt,
  events: [{ id: 'e', name: '', distance: 1, capacity: 10, prices: [] }],
} as unknown as Race;
const count = (sellable: number, undealt: number, held: boolean, waitedFor = false): SpotCount[] => [
  { eventId: 'e', sellable, undealt, held, waitedFor },
];
const before = new Date(opensAt.getTime() - 1);
const sold = (sale: 'paused' | 'closed' | 'cancelled') => count(4, 3, false).map((each) => ({ ...each, sale }));

test.each<[string, SpotCount[], Date, number, EventState]>([
  ['before the gun', count(10, 0, false), before, 10, 'early'],
  ['at the gun', count(10, 0, false), opensAt, 10, 'open'],
  ['with spots in the open block only', count(0, 3, true), opensAt, 3, 'open'],
  ['with spots in both', count(4, 3, true), opensAt, 7, 'open'],
  ['when all are promised', count(0, 0, true), opensAt, 0, 'held'],
  ['when all are registered', count(0, 0, false), opensAt, 0, 'sold-out'],
  ['when people wait for what came back', count(4, 0, true, true), opensAt, 0, 'waiting-list'],
  ['when people wait and the open block still has some', count(4, 3, true, true), opensAt, 3, 'open'],
  ['after the end', count(4, 0, false), closesAt, 4, 'closed'],
  ['while the sale is paused', sold('paused'), opensAt, 7, 'paused'],
  ['while it is paused before the gun', sold('paused'), before, 7, 'early'],
  ['when it was closed', sold('closed'), opensAt, 7, 'closed'],
  ['when it was closed before the gun', sold('closed'), before, 7, 'closed'],
  ['when the race is cancelled', sold('cancelled'), opensAt, 7, 'closed'],
  ['when the count is odd', count(40, -3, true), opensAt, 10, 'open'],
  ['when nobody counted', [], opensAt, 0, 'held'],
])('%s', (_, counts, now, spotsLeft, state) => {
  const sale = counts[0]?.sale;
  expect(availabilityOf(race, counts, now)).toEqual([{ eventId: 'e', spotsLeft, state, ...(sale && { sale }) }]);
});
