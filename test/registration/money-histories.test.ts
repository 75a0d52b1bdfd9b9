import fc from 'fast-check';
import { mailMessage } from '../../lambdas/domain/mail-order';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { PostgresUnpaidCharges } from '../../lambdas/payment/unpaid/postgres-unpaid-charges';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresDeferrals } from '../../lambdas/registration/change/defer/postgres-deferrals';
import { findDueFee } from '../../lambdas/registration/change/transfer/postgres-due-fees';
import { idOf } from '../support/races/changed-race';
import { givingWith } from '../support/races/ledger';
import { paidGroup } from '../support/races/paid-group';
import { openPaidMoves } from '../support/races/paid-moves';
import { submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const { made, move, addEvent, offersOf, pays, payments, expectBooksInOrder } = openPaidMoves();

const fee = 1000;
const captures = fc.constantFrom<'captured' | 'failed'>('captured', 'failed');
const payment = fc.nat({ max: 5 });
const steps = fc.oneof(
  fc.record({
    does: fc.constant('pays to move' as const),
    price: fc.constantFrom(5500, 6000, 7000),
    capture: captures,
  }),
  fc.record({ does: fc.constant('pays what is due' as const), capture: captures }),
  fc.record({ does: fc.constant('passes on' as const), isForFee: fc.boolean(), capture: captures }),
  fc.record({ does: fc.constant('pays the fee that is due' as const), capture: captures }),
  fc.record({
    does: fc.constant('is moved' as const),
    price: fc.constantFrom(3000, 4500, 6000),
    how: fc.constantFrom('refund' as const, 'leave' as const),
  }),
  fc.record({ does: fc.constant('is let off' as const), as: fc.constantFrom('paid' as const, 'waived' as const) }),
  fc.record({
    does: fc.constant('gives back' as const),
    by: fc.constantFrom('runner' as const, 'director' as const),
    percent: fc.constantFrom(100, 50, 0),
  }),
  fc.record({ does: fc.constant('defers' as const), worth: fc.constantFrom('entry', 'paid') }),
  fc.record({ does: fc.constant('gets the fee back' as const) }),
  fc.record({
    does: fc.constant('the bank says' as const),
    payment,
    status: fc.constantFrom('needs_response', 'lost', 'won', 'refunded', 'returned', 'warning_needs_response'),
  }),
  fc.record({ does: fc.constant('a director decides' as const), payment }),
  fc.record({ does: fc.constant('refunds go out' as const) }),
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

interface Money {
  readonly id: string;
  readonly state: string;
  readonly taken: number;
  readonly refund: number;
  readonly unpaid: string | null;
  readonly bank: string | null;
}

let people = 0;

const alone = async () => {
  const { race, first } = await made.paidRace(1);
  return { race, paidAs: idOf(first), id: idOf(first) };
};
const ofGroup = async () => {
  const { race, lead, ids } = await paidGroup(made.postgres, 2);
  return { race, paidAs: lead, id: ids[1] ?? '' };
};

/** `isGroup`: somebody else has registered with the same payment, and keeps their spot. */
const aHistory = async (isGroup: boolean) => {
  const { race, paidAs, id } = await (isGroup ? ofGroup() : alone());
  await made.query(
    `UPDATE race SET series = 'Mill Runs', defer_until = now() + interval '1 hour', defer_worth = 'entry', defer_fee = 0,
       credit_until = now() + interval '1 year', refund_percent = 100 WHERE id = $1`,
    [race.raceId],
  );
  let holder = id;
  let transfer: string | undefined;
  const known = [paidAs];
  const settled = (id: string, state: 'captured' | 'failed', amount: number) =>
    payments().settle([{ registrationId: id, state, amount, currency: 'EUR', authorisation: `pi_${id}` }]);
  const money = () =>
    made.query<Money>(
      `SELECT p.registration_id AS id, p.state, coalesce(p.captured, p.amount) AS taken, coalesce(p.refund, 0) AS refund, p.unpaid, d.status AS bank
       FROM payment p LEFT JOIN dispute d ON d.registration_id = p.registration_id WHERE p.registration_id = ANY ($1) ORDER BY 1`,
      [known],
    );
  const seat = async () => {
    const [row] = await made.query<{
      live: boolean;
      share: number | null;
      ended: string | null;
      refund: number | null;
      event_id: string;
    }>('SELECT live, share, ended, refund, event_id FROM registration WHERE id = $1', [holder]);
    if (!row) throw new Error('somebody has it');
    return row;
  };
  const payFor = async (
    quote: { offerId: string; eventId: string; difference: number; isFee?: true },
    capture: 'captured' | 'failed',
  ) => {
    const id = uuid7();
    known.push(id);
    await pays({
      quote: {
        ...quote,
        moverId: holder,
        registrationId: id,
        raceId: race.raceId,
        currency: 'EUR',
        expiresAt: Date.now() + 60_000,
      },
      authorisation: `pi_${id}`,
      submittedAt: new Date().toISOString(),
    });
    const [paid] = await made.query<{ wanted: string }>('SELECT wanted FROM payment WHERE registration_id = $1', [id]);
    await (paid?.wanted === 'capture'
      ? settled(id, capture, quote.difference)
      : payments().settle([
          { registrationId: id, state: 'voided', amount: quote.difference, currency: 'EUR', authorisation: `pi_${id}` },
        ]));
  };
  const does = async (step: Step): Promise<unknown> => {
    switch (step.does) {
      case 'pays to move': {
        const { eventId } = await addEvent(race, { price: step.price });
        const answer = await move({ registrationId: holder, eventId, difference: 'charge' });
        if (answer.kind !== 'moved' || !answer.offer) return answer.kind;
        const offer = (await offersOf(holder)).at(-1);
        return offer && payFor({ offerId: offer.id, eventId, difference: offer.amount }, step.capture);
      }
      case 'pays what is due': {
        const [due] = await made.query<{ id: string; event_id: string; amount: number }>(
          `SELECT o.id, o.event_id, o.amount FROM move_offer o JOIN payment p ON p.registration_id = o.paid_as WHERE o.registration_id = $1 AND p.unpaid IS NOT NULL`,
          [holder],
        );
        return due && payFor({ offerId: due.id, eventId: due.event_id, difference: due.amount }, step.capture);
      }
      case 'pays the fee that is due': {
        const due = transfer && (await findDueFee(made.postgres, transfer));
        return (
          due &&
          transfer &&
          payFor({ offerId: transfer, eventId: due.eventId, difference: due.amount, isFee: true }, step.capture)
        );
      }
      case 'passes on': {
        await made.query('UPDATE race SET transfer_fee = $2 WHERE id = $1', [race.raceId, step.isForFee ? fee : null]);
        const [transferId, registrationId, name] = [uuid7(), uuid7(), `taker-${people++}`];
        const offered = await made.changes.offerTransfer(holder, {
          transferId,
          recipient: { firstName: name, email: `${name}@example.com` },
        });
        if (offered.kind !== 'offered') return offered.kind;
        const { runner } = submissionFor(race, { id: '', numbers: [0] }, 0, { person: name });
        const { event_id: eventId } = await seat();
        if (!step.isForFee) {
          const answer = await made.changes.acceptTransfer(transferId, runner, 'w1');
          if (answer.kind === 'accepted') [holder, transfer] = [answer.toId, transferId];
          return answer.kind;
        }
        known.push(registrationId);
        const { fromId } = await registrationsOn(made.postgres).transfer({
          quote: {
            ...{ transferId, registrationId, raceId: race.raceId, eventId, fee, runnerHash: 'h', waiverHash: 'w1' },
            ...{ currency: 'EUR', expiresAt: Date.now() + 60_000 },
          },
          runner,
          authorisation: `pi_${registrationId}`,
          submittedAt: new Date().toISOString(),
        });
        if (fromId === undefined) return 'refused';
        [holder, transfer] = [registrationId, transferId];
        return settled(registrationId, step.capture, fee);
      }
      case 'is moved': {
        const { eventId } = await addEvent(race, { price: step.price });
        return (await move({ registrationId: holder, eventId, difference: step.how })).kind;
      }
      case 'is let off':
        return new PostgresUnpaidCharges(made.postgres).settle(holder, step.as);
      case 'gives back':
        return made.changes.cancel(holder, step.by, step.by === 'director' ? { percent: step.percent } : undefined);
      case 'defers': {
        await made.query('UPDATE race SET defer_worth = $2 WHERE id = $1', [race.raceId, step.worth]);
        const deferrals = new PostgresDeferrals({
          postgres: made.postgres,
          newId: uuid7,
          newCode: () => `DEFER-${uuid7()}`,
          mailMessage: (order) => mailMessage(order, 4),
          giveToWaiting: givingWith(),
        });
        const shown = await deferrals.show(holder);
        return shown.kind === 'offered' ? deferrals.defer(holder, shown.terms) : shown.kind;
      }
      case 'gets the fee back':
        return made.changes.refundTransferFee({ registrationId: holder, isDryRun: false });
      case 'the bank says': {
        const taken = (await money()).filter(({ state }) => state === 'captured' || state === 'refunded');
        const one = taken[step.payment % Math.max(1, taken.length)];
        return (
          one &&
          made.query(
            `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
             VALUES ('dp_' || $1::text, $1::uuid, $2, '', $3, 'EUR', $2 IN ('won', 'returned', 'warning_needs_response'), now())
             ON CONFLICT (id) DO UPDATE SET status = excluded.status, refundable = excluded.refundable`,
            [one.id, step.status, one.taken],
          )
        );
      }
      case 'a director decides': {
        const id = known[step.payment % known.length];
        return new PostgresDisputes(made.postgres).decide(`dp_${id}`, 'keep');
      }
      case 'refunds go out':
        return made.query(
          `UPDATE payment p SET refunded = refund, state = 'refunded', refund_ordered = NULL
           WHERE wanted = 'refund' AND registration_id = ANY ($1) AND NOT EXISTS (
             SELECT FROM dispute d WHERE d.registration_id = p.registration_id AND d.status NOT IN ('won', 'returned', 'warning_needs_response'))`,
          [known],
        );
    }
  };
  const credit = async () =>
    (await made.query<{ worth: number | null }>('SELECT worth FROM credit WHERE registration_id = $1', [holder]))[0];
  return {
    does,
    money,
    seat,
    credit,
    feePayments: async () =>
      new Set(
        (
          await made.query<{ id: string }>(
            `SELECT unnest(ARRAY[became, fee_paid_as]) AS id FROM transfer WHERE became = ANY ($1)`,
            [known],
          )
        ).map(({ id }) => id),
      ),
  };
};

const isOpenOrGone = (bank: string | null) =>
  bank !== null && !['won', 'returned', 'warning_needs_response'].includes(bank);

test('whatever runners, banks and directors do with a spot, and in whatever order, its money and its seat agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(steps, { minLength: 3, maxLength: 9 }), async (isGroup, history) => {
      const { does, money, seat, credit, feePayments } = await aHistory(isGroup);
      for (const step of history) {
        const before = new Map((await money()).map((one) => [one.id, one]));
        const answer = await does(step);
        const after = await money();
        const about = { step, answer, after };
        // Nothing is given back that was not taken, nor of money that a bank has or may take.
        for (const one of after) {
          if (one.refund > 0)
            expect({
              ...about,
              one: one.state,
              ok: one.refund <= one.taken && ['captured', 'refunded'].includes(one.state),
            }).toMatchObject({ ok: true });
          if (one.refund > (before.get(one.id)?.refund ?? 0))
            expect({ ...about, ok: !isOpenOrGone(one.bank) }).toMatchObject({ ok: true });
        }
        const fees = await feePayments();
        const ofSpot = after.filter(({ id, state }) => !fees.has(id) && (state === 'captured' || state === 'refunded'));
        const left = ofSpot.reduce((sum, one) => sum + one.taken - one.refund, isGroup ? -4500 : 0);
        const { live, share, ended } = await seat();
        // Whoever has the spot counts as having paid what was taken for it and not given back.
        if (live) expect({ ...about, paid: share ?? 4500 }).toMatchObject({ paid: left });
        if (ended === 'deferred') {
          const { worth } = (await credit()) ?? {};
          const due = after.some(({ unpaid, id }) => unpaid === 'due' && !fees.has(id));
          expect({ ...about, ok: worth === null ? !due : (worth ?? Infinity) <= left }).toMatchObject({ ok: true });
        }
        await expectBooksInOrder();
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);
