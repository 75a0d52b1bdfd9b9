import { PostgresRaceOverviews } from '../../lambdas/directing/postgres-race-overviews';
import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { issueDocuments } from '../../lambdas/payment/documents/issue-documents';
import { PostgresDocuments } from '../../lambdas/payment/documents/postgres-documents';
import { PostgresSellers } from '../../lambdas/payment/documents/postgres-sellers';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresOpeningFigures } from '../../lambdas/sales/postgres-opening-figures';
import { PostgresSales } from '../../lambdas/sales/postgres-sales';
import { idOf } from '../support/races/changed-race';
import { paidGroup } from '../support/races/paid-group';
import { openPaidMoves } from '../support/races/paid-moves';

const { made, charged, idIn, settled, expectBooksInOrder } = openPaidMoves();

let clock = Date.now();
/** The processor says how much of a payment was given back, of which `byHand` was given by hand. */
const says = (id: string, givenBack: number, of: { byHand?: number; isAll?: boolean; at?: Date } = {}) => {
  const { byHand = givenBack, isAll = false, at = new Date(clock++) } = of;
  return new PostgresDisputes(made.postgres).note([
    {
      ...{ registrationId: id, state: 'disputed', authorisation: `pi_${id}`, amount: byHand, currency: 'EUR' },
      dispute: {
        ...{ id: `pi_${id}`, reason: 'given back at the processor', status: isAll ? 'refunded' : 'returned' },
        ...{ refundable: !isAll, givenBack, fetchedAt: at.toISOString() },
      },
    },
  ]);
};
const noCache = { get: async () => undefined };
/** What three screens say was given back in a race. */
const refundedIn = async (raceId: string) => [
  (await new PostgresRaceOverviews(made.postgres, async () => 0).find(raceId))?.refunded,
  (await new PostgresSales(made.postgres, noCache).read(raceId, 'all'))?.money.refunded,
  (await new PostgresOpeningFigures(made.postgres, noCache).slow(raceId)).money.refunded,
];
const listed = async (raceId: string) => {
  await new PostgresProjection(made.postgres, { seconds: 0, openingSeconds: 0 }).catchUp(raceId);
  return made.query<{ payment: string; amount: number; refund: number }>(
    'SELECT payment, amount, refund FROM participant WHERE race_id = $1 ORDER BY registration_id',
    [raceId],
  );
};
/** A race whose captured payments have their invoices. */
const isSold = async (raceId: string) => {
  const seller = { name: 'Club', address: 'Ulm', country: 'DE', taxId: null };
  const sellers = new PostgresSellers(made.postgres);
  await sellers.set({ id: raceId, prefix: `${raceId.slice(-12)}-`, ...seller });
  await made.query(
    `UPDATE payment p SET settled_at = now() - interval '2 days' FROM registration r JOIN event e ON e.id = r.event_id
     WHERE r.id = p.registration_id AND e.race_id = $1`,
    [raceId],
  );
  await sellers.setTax(raceId, { seller: raceId, rate: 0, label: 'no tax' });
  await issue();
};
const documents = () => new PostgresDocuments({ postgres: made.postgres, newId: uuid7 });
const issue = () => issueDocuments({ documents: documents(), now: Date.now })();
const documentsOf = async (id: string) =>
  (await documents().ofPayment(id)).map(({ kind, gross }) => `${kind} ${gross}`).sort();

test('a part that was given back by hand counts once in every book, and gets a credit note', async () => {
  const { race, first } = await made.paidRace(1);
  const id = idOf(first);
  await isSold(race.raceId);
  expect(await documentsOf(id)).toEqual(['invoice 4500']);
  expect(await listed(race.raceId)).toEqual([{ payment: 'captured', amount: 4500, refund: 0 }]);

  const before = new Date(clock++);
  // Nothing has to be decided, so it is no dispute.
  expect(await says(id, 1000)).toEqual([]);
  expect(await new PostgresDisputes(made.postgres).list(race.raceId)).toEqual([]);
  expect(await refundedIn(race.raceId)).toEqual([1000, 1000, 1000]);
  expect(await listed(race.raceId)).toEqual([{ payment: 'refunded', amount: 4500, refund: 1000 }]);
  await issue();
  expect(await documentsOf(id)).toEqual(['credit-note 1000', 'invoice 4500']);

  // It is told again, and an older answer comes late.
  await says(id, 1000);
  await says(id, 0, { byHand: 1000, at: before });
  await issue();
  expect(await refundedIn(race.raceId)).toEqual([1000, 1000, 1000]);
  expect(await documentsOf(id)).toEqual(['credit-note 1000', 'invoice 4500']);
  expect(await made.deedsOn(race)).toEqual(['system partly-refunded-by-hand']);
});

test('a whole payment that was given back by hand is no income, and its runner is listed as refunded', async () => {
  const { race, first } = await made.paidRace(2);
  const id = idOf(first);
  await isSold(race.raceId);
  await says(id, 4500, { isAll: true });
  expect(await refundedIn(race.raceId)).toEqual([4500, 4500, 4500]);
  expect((await listed(race.raceId)).map(({ payment, refund }) => `${payment} ${refund}`).sort()).toEqual([
    'captured 0',
    'refunded 4500',
  ]);
  await issue();
  expect(await documentsOf(id)).toEqual(['credit-note 4500', 'invoice 4500']);
  await expectBooksInOrder(race);
});

test('what an order gave back besides counts once', async () => {
  const { race, first } = await made.paidRace(1);
  const id = idOf(first);
  await isSold(race.raceId);
  await says(id, 1000);
  // The processor gives back what is left, and the order says that all of it was given back.
  await made.changes.cancel(id, 'director', { percent: 100 });
  expect(await listed(race.raceId)).toMatchObject([{ payment: 'refunding', refund: 4500 }]);
  // The mail says why less arrives.
  const told = (await new PostgresMailRecords(made.postgres).findAll([id])).get(id)?.payment;
  expect(told).toMatchObject({ refund: 4500, givenBack: 'some' });
  await settled(id, 'refunded', 4500);
  expect(await refundedIn(race.raceId)).toEqual([4500, 4500, 4500]);
  expect(await listed(race.raceId)).toEqual([{ payment: 'refunded', amount: 4500, refund: 4500 }]);
  await issue();
  const notes = (await documents().ofPayment(id)).filter(({ kind }) => kind === 'credit-note');
  expect(notes.reduce((sum, { gross }) => sum + gross, 0)).toBe(4500);
});

test('when the bank sends it back, it is income again, and no document says less than was credited', async () => {
  const { race, first } = await made.paidRace(1);
  const id = idOf(first);
  await isSold(race.raceId);
  await says(id, 4500, { isAll: true });
  await issue();
  await says(id, 0, { byHand: 4500 });
  expect(await refundedIn(race.raceId)).toEqual([0, 0, 0]);
  expect(await listed(race.raceId)).toEqual([{ payment: 'captured', amount: 4500, refund: 0 }]);
  await issue();
  expect(await documentsOf(id)).toEqual(['credit-note 4500', 'invoice 4500']);
  const [invoice] = (await documents().ofPayment(id)).filter(({ kind }) => kind === 'invoice');
  expect(await documents().reissue(id, invoice?.number ?? '', undefined)).toEqual({ kind: 'nothing-left' });
  expect(await made.deedsOn(race)).toEqual(['system refunded-by-hand', 'system refund-by-hand-returned']);
});

test('a part of the payment of a group is listed once, and all of it with each person', async () => {
  const { race, lead, ids } = await paidGroup(made.postgres, 3);
  await says(lead, 2000);
  expect((await listed(race.raceId)).map(({ refund }) => refund).sort()).toEqual([0, 0, 2000]);
  await made.changes.cancel(ids[1] ?? '', 'director', { percent: 100 });
  await says(lead, 13_500, { isAll: true });
  expect((await listed(race.raceId)).map(({ refund }) => refund)).toEqual([4500, 4500, 4500]);
  expect(await refundedIn(race.raceId)).toEqual([13_500, 13_500, 13_500]);
});

/** The bank has decided about a payment, or takes its decision back. */
const bankSays = (id: string, amount: number, status: 'lost' | 'won' | 'needs_response' | 'prevented', payment = id) =>
  new PostgresDisputes(made.postgres).note([
    {
      ...{ registrationId: payment, state: 'disputed', authorisation: `pi_${payment}`, amount, currency: 'EUR' },
      dispute: {
        ...{ id: `dp_${payment}_${amount}`, reason: 'fraudulent', status, refundable: status === 'won' },
        fetchedAt: new Date(clock++).toISOString(),
      },
    },
  ]);

test('what a bank took back is no income, and is again when the bank takes that back', async () => {
  const { race, first } = await made.paidRace(2);
  const id = idOf(first);
  await isSold(race.raceId);
  // The bank has not decided.
  await bankSays(id, 4500, 'needs_response');
  expect(await refundedIn(race.raceId)).toEqual([0, 0, 0]);
  await bankSays(id, 4500, 'lost');
  expect(await refundedIn(race.raceId)).toEqual([4500, 4500, 4500]);
  expect((await listed(race.raceId)).map(({ payment, refund }) => `${payment} ${refund}`).sort()).toEqual([
    'captured 0',
    'refunded 4500',
  ]);
  // What the runner owes by contract is for the organiser to say: the invoice stays.
  await issue();
  expect(await documentsOf(id)).toEqual(['invoice 4500']);
  await bankSays(id, 4500, 'won');
  expect(await refundedIn(race.raceId)).toEqual([0, 0, 0]);
  expect((await listed(race.raceId)).map(({ payment }) => payment)).toEqual(['captured', 'captured']);
});

test('a part that a bank took counts besides what was given back, and never more than was paid', async () => {
  const { race, first } = await made.paidRace(1);
  const id = idOf(first);
  await says(id, 1000);
  await bankSays(id, 2000, 'prevented');
  expect(await refundedIn(race.raceId)).toEqual([3000, 3000, 3000]);
  expect(await listed(race.raceId)).toEqual([{ payment: 'refunded', amount: 4500, refund: 3000 }]);
  // An exchange rate has made more of it.
  await bankSays(id, 2100, 'lost');
  expect(await refundedIn(race.raceId)).toEqual([4500, 4500, 4500]);
  expect(await listed(race.raceId)).toEqual([{ payment: 'refunded', amount: 4500, refund: 4500 }]);
});

test('what a bank took of the payment of a group is listed once, and with each person where it is all', async () => {
  const { race, lead, ids } = await paidGroup(made.postgres, 3);
  await bankSays(lead, 2000, 'lost');
  expect((await listed(race.raceId)).map(({ refund }) => refund).sort()).toEqual([0, 0, 2000]);
  await bankSays(lead, 2000, 'won');
  await made.changes.cancel(ids[1] ?? '', 'director', { percent: 100 });
  await bankSays(lead, 13_500, 'lost');
  expect((await listed(race.raceId)).map(({ refund }) => refund)).toEqual([4500, 4500, 4500]);
  expect(await refundedIn(race.raceId)).toEqual([13_500, 13_500, 13_500]);
});

test('a difference that was given back by hand is listed with the runner who was moved', async () => {
  const { paid, race } = await charged();
  await says(idIn(paid), 500);
  expect((await listed(race.raceId)).filter(({ refund }) => refund > 0)).toEqual([
    { payment: 'refunded', amount: 6000, refund: 500 },
  ]);
  expect(await refundedIn(race.raceId)).toEqual([500, 500, 500]);
});
