import {
  type EventSale,
  type RaceState,
  raceState,
  type Stopped,
  saleOfRace,
  saleState,
} from '../../lambdas/domain/event-sale';

const race = {
  opensAt: '2027-03-01T09:00:00.000Z',
  closesAt: new Date('2027-05-01T09:00:00.000Z'),
  date: '2027-05-09',
  timeZone: 'Pacific/Auckland',
};
const [before, open, ended] = ['2027-03-01T08:59:59.999Z', race.opensAt, '2027-05-01T09:00:00.000Z'];
// In Auckland the day of the race ends at noon in UTC.
const [lastSecond, dayAfter] = ['2027-05-09T11:59:59.000Z', '2027-05-09T12:00:00.000Z'];

test.each<[string, Stopped | undefined, string, RaceState]>([
  ['before the opening', undefined, before, 'early'],
  ['at the opening', undefined, open, 'open'],
  ['at the end', undefined, ended, 'closed'],
  ['on the day of the race', undefined, lastSecond, 'closed'],
  ['after the day of the race, where it is', undefined, dayAfter, 'over'],
  ['paused', 'paused', open, 'paused'],
  ['paused before the opening', 'paused', before, 'early'],
  ['paused until the end', 'paused', ended, 'closed'],
  ['closed', 'closed', open, 'closed'],
  ['closed before the opening', 'closed', before, 'closed'],
  ['closed, after the day', 'closed', dayAfter, 'over'],
  ['cancelled', 'cancelled', before, 'cancelled'],
  ['cancelled, after the day', 'cancelled', dayAfter, 'cancelled'],
])('a sale is said to be one thing everywhere: %s', (_, sale, at, state) => {
  expect(raceState({ ...race, sale }, Date.parse(at))).toBe(state);
  // Runners are told the same, but for the day after, on which nothing is sold either.
  const forRunners = saleState({ ...race, sale }, Date.parse(at));
  expect(forRunners).toBe(state === 'over' ? 'closed' : state);
});

test.each<[readonly (EventSale | undefined)[], Stopped | undefined]>([
  [[], undefined],
  [['on', 'paused'], undefined],
  [['closed', undefined], undefined],
  [['paused', 'paused'], 'paused'],
  [['closed', 'paused'], 'paused'],
  [['paused', 'closed', 'cancelled'], 'paused'],
  [['closed', 'cancelled'], 'closed'],
  [['cancelled', 'cancelled'], 'cancelled'],
])('a race is stopped when all that is run in it is: %j', (events, sale) => {
  expect(saleOfRace(events)).toBe(sale);
});
