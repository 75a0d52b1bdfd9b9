import { inOrder, phaseAt, priceAt, type RegistrationPhase } from '../../lambdas/races/race';

const at = (time: string) => new Date(`2027-01-01T${time}Z`);
const race = { opensAt: at('10:00:00.000'), closesAt: at('12:00:00.000') };

test.each<[string, RegistrationPhase]>([
  ['09:59:59.999', 'early'],
  ['10:00:00.000', 'open'],
  ['11:59:59.999', 'open'],
  ['12:00:00.000', 'late'],
])('at %s the door is %s', (time, door) => expect(phaseAt(race, at(time))).toBe(door));

const prices = [
  { label: 'Early', from: at('10:00:00.000'), amount: 10 },
  { label: 'Late', from: at('11:00:00.000'), amount: 20 },
];

test.each([
  ['09:59:59.999', undefined],
  ['10:00:00.000', 10],
  ['10:59:59.999', 10],
  ['11:00:00.000', 20],
  ['23:00:00.000', 20],
])('at %s the price is %s', (time, amount) => expect(priceAt({ prices }, at(time))?.amount).toBe(amount));

test('shows the next race first, today’s among them, and the latest of those past after all', () => {
  const on = (date: string) => ({ id: date, name: date, place: '', date, timeZone: 'UTC', ...race });
  const races = ['2027-05-01', '2026-01-01', '2027-01-01', '2026-12-31'].map(on);
  expect(inOrder(races, '2027-01-01').map(({ date }) => date)).toEqual([
    '2027-01-01',
    '2027-05-01',
    '2026-12-31',
    '2026-01-01',
  ]);
});
