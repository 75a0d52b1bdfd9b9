import type { MadeRace } from '../support/races/race';
import { type Deferring, linesOf, openDeferring } from './support/deferring';

let { world, sql, holding, registered } = {} as Deferring;
let first: MadeRace;
let dearer: MadeRace;
let longer: MadeRace;
let gift: MadeRace;
beforeAll(async () => {
  const opened = await openDeferring();
  ({ world, sql, holding, registered } = opened);
  const aRace = async (price: number, distance: number) => {
    const race = await opened.aRace('Mill Runs');
    await sql().query('UPDATE price SET amount = $2 WHERE event_id = $1', [race.eventId, price]);
    await sql().query('UPDATE event SET distance = $2 WHERE id = $1', [race.eventId, distance]);
    return race;
  };
  first = await aRace(4500, 10_000);
  dearer = await aRace(6000, 10_000);
  longer = await aRace(10_000, 42_195);
  gift = await aRace(4500, 10_000);
  await sql().query(`UPDATE event SET kind = 'gift', distance = 0 WHERE id = $1`, [gift.eventId]);
});
afterAll(() => world?.close());

test('a whole entry is one of an event that is no longer, and towards a longer one it is what it cost', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  const quotedIn = async (race: MadeRace) => (await holding(race, runner.firstName)).quote([code]);
  expect(linesOf(await quotedIn(longer))).toEqual(['entry  5500', 'code  0', 'fee deferral 500']);
  const gave = await (await holding(gift, runner.firstName)).quote([code], {
    donation: { cause: 'trees', amount: 500 },
    birthDate: '',
  });
  expect(gave.body.type).toBe('/problems/code-unknown');
});

test('whoever deferred does not pay for a price that has risen', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  const quoted = await (await holding(dearer, runner.firstName)).quote([code]);
  expect(linesOf(quoted)).toEqual(['entry  0', 'code  0', 'fee deferral 500']);
});
