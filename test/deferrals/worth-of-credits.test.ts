import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { writeOne } from '../mail/write-one';
import type { MadeRace } from '../support/races/race';
import { type Deferring, linesOf, openDeferring } from './support/deferring';

let { world, sql, holding, registered, onCredit, changes } = {} as Deferring;
let first: MadeRace;
let dearer: MadeRace;
let longer: MadeRace;
let gift: MadeRace;
beforeAll(async () => {
  const opened = await openDeferring();
  ({ world, sql, holding, registered, onCredit, changes } = opened);
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

describe('a registration that a credit pays for', () => {
  const expire = (registrationId: string) =>
    sql().query(`UPDATE credit SET expires_at = now() + interval '1 minute' WHERE registration_id = $1`, [
      registrationId,
    ]);
  const monthsLeft = (expiresAt: string) => Math.round((Date.parse(expiresAt) - Date.now()) / (30 * 86_400_000));
  /** The mail that it is cancelled, with what the database says now. */
  const letterTo = async (registrationId: string) => {
    const records = new PostgresMailRecords(sql());
    const [known, credit] = [
      (await records.findAll([registrationId])).get(registrationId),
      await records.creditOf(registrationId),
    ];
    const order = { registrationId, template: 'cancellation', generation: 1 } as const;
    return (await writeOne(order, { ...(known && { registered: [known] }), ...(credit && { credit }) })).text;
  };

  test('gives it back for a year at least when the organiser cancels it, and the mail has the code', async () => {
    const runner = await registered(first);
    const again = await onCredit(runner, dearer);
    await expire(runner.registrationId);
    expect(await changes().cancel(again.registrationId, 'director', { percent: 100 })).toMatchObject({
      kind: 'cancelled',
      refund: 500,
    });
    const { credit } = (await runner.look()).body;
    expect(credit).toMatchObject({ isUsed: false });
    expect(monthsLeft(credit.expiresAt)).toBe(12);
    expect(await letterTo(again.registrationId)).toContain(`use the code ${credit.code} in another race of Mill Runs`);
    expect((await (await holding(dearer, runner.firstName)).quote([credit.code])).status).toBe(200);
  });

  test('gives it back as it was when the runner cancels it', async () => {
    const runner = await registered(first);
    const again = await onCredit(runner, dearer);
    await expire(runner.registrationId);
    expect((await again.cancel(0)).status).toBe(200);
    expect(monthsLeft((await runner.look()).body.credit.expiresAt)).toBe(0);
  });
});
