import { PostgresDesk } from '../../lambdas/bibs/desk/postgres-desk';
import { mailMessage } from '../../lambdas/domain/mail-order';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresDeferrals } from '../../lambdas/registration/change/defer/postgres-deferrals';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { pausing } from '../support/postgres/pausing';
import { idOf } from '../support/races/changed-race';
import { givingWith } from '../support/races/ledger';
import { openPaidMoves } from '../support/races/paid-moves';
import { submissionFor } from '../support/races/race';

const { made, move, offered, pays, idIn, ordersOf, seatOf } = openPaidMoves();
type Offered = Awaited<ReturnType<typeof offered>>;

const checkIn = async (
  { race, registrationId }: Pick<Offered, 'race' | 'registrationId'>,
  postgres = made.postgres,
) => {
  const at = new Date().toISOString();
  const scan = { id: uuid7(), registrationId, kind: 'in', proof: 'code', at } as const;
  const judged = await new PostgresDesk(postgres).take({
    raceId: race.raceId,
    station: 'A',
    sentAt: at,
    scans: [scan],
  });
  return judged?.map(({ verdict }) => verdict);
};

const runnerOf = ({ race }: Offered) => submissionFor(race, { id: '', numbers: [0] }, 0, { person: 'bea' }).runner;
const offerTransfer = async ({ registrationId }: Offered) => {
  const transferId = uuid7();
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  await made.changes.offerTransfer(registrationId, { transferId, recipient });
  return transferId;
};
const mail = (order: Parameters<typeof mailMessage>[0]) => mailMessage(order, 4);
const deferrals = (postgres = made.postgres) =>
  new PostgresDeferrals({
    ...{ postgres, newId: uuid7, mailMessage: mail, giveToWaiting: givingWith() },
    newCode: () => `DEFER-${uuid7()}`,
  });

/** What a runner or a director does with a spot, once it is ready. The answer: what became of it. */
const changes: Readonly<Record<string, (of: Offered) => Promise<() => Promise<unknown>>>> = {
  'passes the spot on': async (of) => {
    const transferId = await offerTransfer(of);
    return async () => (await made.changes.acceptTransfer(transferId, runnerOf(of), 'w1')).kind;
  },
  'gives the spot back': async ({ registrationId }) => {
    return async () => (await made.changes.cancel(registrationId, 'runner')).kind;
  },
  'defers to a later race': async ({ race, registrationId }) => {
    await made.query(
      `UPDATE race SET series = 'Mill Runs', defer_until = now() + interval '1 hour', defer_worth = 'paid', defer_fee = 0,
         credit_until = current_date + 365 WHERE id = $1`,
      [race.raceId],
    );
    const shown = await deferrals().show(registrationId);
    if (shown.kind !== 'offered') throw new Error(`nothing to defer to: ${JSON.stringify(shown)}`);
    return async () => (await deferrals().defer(registrationId, shown.terms)).kind;
  },
  'is moved by a director': async ({ registrationId, eventId, there }) => {
    await made.query('INSERT INTO spot (event_id, number) VALUES ($1, 2)', [eventId]);
    await made.query('UPDATE event SET capacity = 2, next_number = 3 WHERE id = $1', [there.eventId]);
    return async () => (await move({ registrationId, eventId, difference: 'leave' })).kind;
  },
  'pays for a dearer event': async (of) => {
    const paid = of.paying();
    return async () => {
      await pays(paid);
      return ordersOf(idIn(paid));
    };
  },
};

test.each<[string, unknown]>([
  ['passes the spot on', 'too-late'],
  ['gives the spot back', 'too-late'],
  ['defers to a later race', 'too-late'],
  ['is moved by a director', 'checked-in'],
  ['pays for a dearer event', ['void 1500']],
])('a runner who %s while a desk checks them in keeps the spot that the desk has seen', async (name, refused) => {
  const of = await offered();
  const change = await changes[name]?.(of);
  let changed: Promise<unknown> | undefined;
  const desk = pausing(made.postgres, async () => {
    changed = change?.();
    await untilOneWaits(made.postgres);
  });
  expect(await checkIn(of, desk)).toEqual(['in']);
  expect(await changed).toEqual(refused);
  expect(await seatOf(of.registrationId)).toMatchObject({ event_id: of.race.eventId, live: true, ended: null });
});

test('a desk that checks somebody in while their spot is passed on is told that they have none', async () => {
  const of = await offered();
  const transferId = await offerTransfer(of);
  let scanned: Promise<unknown> | undefined;
  const accepting = made.changesOn(
    pausing(made.postgres, async () => {
      scanned = checkIn(of);
      await untilOneWaits(made.postgres);
    }),
  );
  expect(await accepting.acceptTransfer(transferId, runnerOf(of), 'w1')).toMatchObject({ kind: 'accepted' });
  expect(await scanned).toEqual(['void']);
  expect(await checkIn({ ...of, registrationId: transferId })).toEqual(['in']);
});

test('a desk does not wait for changes of other people', async () => {
  const of = await offered();
  const answer = made.changesOn(
    pausing(made.postgres, async () => {
      expect(await checkIn({ ...of, registrationId: idOf(of.second) })).toEqual(['in']);
    }),
  );
  expect(await answer.cancel(of.registrationId, 'runner')).toMatchObject({ kind: 'cancelled' });
});
