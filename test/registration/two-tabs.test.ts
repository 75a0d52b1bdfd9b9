import { canonicalJson } from '../../lambdas/domain/canonical-json';
import { mailMessage } from '../../lambdas/domain/mail-order';
import type { PaymentOrder } from '../../lambdas/domain/money/payment';
import { type Entry, hashOfHold, type SignedQuote } from '../../lambdas/domain/money/quote';
import type { Submission } from '../../lambdas/domain/registration';
import { PostgresPayments } from '../../lambdas/payment/settle/postgres-payments';
import { settlePayment } from '../../lambdas/payment/settle/settle-payments';
import { skipZeroAmounts } from '../../lambdas/payment/stripe/processor';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { Sweep } from '../../lambdas/registration/ports';
import { submitRegistration } from '../../lambdas/registration/submit/submit-registration';
import { openShop, type Shop, soon } from '../payment/support/shop';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { givingWith } from '../support/races/ledger';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

let shop: Shop;
let database: FreshDatabase;
beforeAll(async () => {
  [shop, database] = await Promise.all([openShop({ delayScale: 0 }), freshDatabase()]);
});
afterAll(async () => {
  await Promise.all([shop.close(), database.close()]);
});

const hash = (text: string) => `hash of ${text}`;
/** Its bank asks. */
const askedCard = '4000002760003184';

interface Case {
  /** The quote of the free entry knows that a card was tried with the one before. */
  readonly knows: boolean;
  readonly sweeps: 'together' | 'one by one' | 'the last one first';
}

/** A runner has a form open in two tabs. One tab pays 45 euros, and the bank asks. In the other one a code makes the entry free. */
const openTwoTabs = async (one: Case = { knows: true, sweeps: 'together' }) => {
  const { postgres } = database;
  const race = await makeRace(postgres, { spots: 1 });
  const block = { id: uuid7(), numbers: [1] };
  await postgres.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     VALUES ($1, $2, '{1}', now() + interval '1 hour', now() + interval '2 hours')`,
    [block.id, race.eventId],
  );
  await postgres.query('UPDATE spot SET block = $2 WHERE event_id = $1', [race.eventId, block.id]);
  const { hold: plain, runner } = submissionFor(race, block, 0);
  const hold = { ...plain, form: 1 };
  const { registrationId } = hold;
  const entry: Entry = { people: [{ ...runner, registrationId, answers: {} }], order: { answers: {} } };
  const quote: SignedQuote = {
    registrationId,
    holdHash: hashOfHold(hold, hash),
    entryHash: hash(canonicalJson(entry)),
    form: 1,
    people: [],
    total: 4500,
  };
  const quotes: Record<string, SignedQuote> = {
    paying: quote,
    free: { ...quote, total: 0, ...(one.knows && { tried: { opened: 4500, rounds: 1 } }) },
  };
  const submissions: Submission[] = [];
  const sweeps: Sweep[] = [];
  const submit = submitRegistration({
    tokens: { readHold: async () => hold, readQuote: async (name) => quotes[name] },
    processor: skipZeroAmounts(shop.processor),
    inbox: { put: async (one) => void submissions.push(one), putSweep: async (one) => void sweeps.push(one) },
    hash,
    now: () => new Date(),
  });
  const common = { registrationId, sessionHash: 's', hold: '', waiverHash: 'w1', entry };
  const confirmationToken = await shop.confirmationToken(askedCard);
  const pay = (resume?: string) => submit({ ...common, quote: 'paying', confirmationToken, resume }, soon());
  const asked = await pay();
  if (asked.kind !== 'action-required') throw new Error(`the bank does not ask: ${asked.kind}`);
  await shop.answerBank(asked.payment, asked.clientSecret, 'pass');

  const settle = settlePayment(skipZeroAmounts(shop.processor), shop.disputes);
  const payments = new PostgresPayments({
    postgres,
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, 4),
    giveToWaiting: givingWith(),
  });
  const settleAll = async () => {
    const orders = await postgres.query<{ body: PaymentOrder }>(
      `DELETE FROM outbox WHERE queue = 'payments' AND body ->> 'registrationId' = $1 RETURNING body`,
      [registrationId],
    );
    for (const { body } of orders) {
      const settled = await settle(body);
      if (settled.state === 'disputed') throw new Error('nobody disputes anything');
      expect(await payments.settle([settled])).toMatchObject({ contradictions: [] });
    }
  };
  /** The writer gets what this tab has sent, if it has sent anything. */
  const arrives = async (isFree: boolean) => {
    for (const one of submissions.filter(({ hold: { quote: told } }) => (told.total === 0) === isFree))
      await registrationsOn(postgres).record(race.eventId, [one]);
    await settleAll();
  };
  const steps = {
    'the bank’s answer': () => pay(asked.payment),
    'the free entry': () => submit({ ...common, quote: 'free' }, soon()),
    'the paid one arrives': () => arrives(false),
    'the free one arrives': () => arrives(true),
    async 'the sweep'() {
      const batches = one.sweeps === 'together' ? [sweeps] : sweeps.map((sweep) => [sweep]);
      for (const batch of one.sweeps === 'the last one first' ? batches.toReversed() : batches) {
        await registrationsOn(postgres).sweep(batch);
        await settleAll();
      }
    },
  };
  const become = async () => {
    const [row] = await postgres.query<{ live: boolean; state: string; captured: number | null }>(
      `SELECT r.live, p.state, p.captured FROM registration r JOIN payment p ON p.registration_id = r.id WHERE r.id = $1`,
      [registrationId],
    );
    const held = (await shop.all()).filter(({ metadata }) => metadata.registration_id === registrationId);
    return { ...row, intents: held.map(({ status, amount_received }) => `${status} ${amount_received}`) };
  };
  return { steps, become };
};

type Step = keyof Awaited<ReturnType<typeof openTwoTabs>>['steps'];

/** Every order in which these can happen: nothing arrives before it was sent, and a sweep comes when something was. */
const orders = (): readonly (readonly Step[])[] => {
  const before: Partial<Record<Step, Step>> = {
    'the paid one arrives': 'the bank’s answer',
    'the free one arrives': 'the free entry',
  };
  const all: Step[] = [
    'the bank’s answer',
    'the free entry',
    'the paid one arrives',
    'the free one arrives',
    'the sweep',
  ];
  const after = (done: readonly Step[]): (readonly Step[])[] => {
    const next = all.filter((step) => {
      const needs = before[step];
      return !done.includes(step) && (needs === undefined || done.includes(needs));
    });
    return next.length === 0 ? [[...done]] : next.flatMap((step) => after([...done, step]));
  };
  return after([]);
};

const cases = [true, false].flatMap((knows) =>
  (['together', 'one by one', 'the last one first'] as const).map((sweeps): Case => ({ knows, sweeps })),
);

test.each(cases)(
  'whichever of two tabs is first, the runner is in for what that tab says, and no money stays held: %j',
  async (one) => {
    expect(orders()).toHaveLength(30);
    for (const order of orders()) {
      const { steps, become } = await openTwoTabs(one);
      for (const step of order) await steps[step]();
      // Each request has a sweep of its own.
      await steps['the sweep']();
      const became = await become();
      const first = order.find((step) => step.endsWith('arrives') || step === 'the sweep');
      const expected = {
        'the paid one arrives': { live: true, state: 'captured', captured: 4500, intents: ['succeeded 4500'] },
        'the free one arrives': { live: true, state: 'captured', captured: 0, intents: ['canceled 0'] },
        'the sweep': { live: false, state: 'voided', captured: null, intents: ['canceled 0'] },
      };
      expect({ order, ...became }).toEqual({ order, ...expected[first as keyof typeof expected] });
    }
  },
);

test('a payment that nobody continues is let go when the entry that costs nothing is recorded', async () => {
  const { steps, become } = await openTwoTabs();
  expect(await steps['the free entry']()).toEqual({ kind: 'accepted' });
  await steps['the free one arrives']();
  expect(await become()).toMatchObject({ live: true, captured: 0, intents: ['requires_confirmation 0'] });
  await steps['the sweep']();
  expect(await become()).toMatchObject({ live: true, captured: 0, intents: ['canceled 0'] });
  expect(await steps['the bank’s answer']()).toMatchObject({ kind: 'declined', reason: 'canceled' });
});
