import type { HeldPayment } from '../../../lambdas/domain/money/payment';
import type { StripeAnswer, StripeRequest } from '../../../lambdas/payment/stripe/call';
import { openStripe } from '../../../lambdas/payment/stripe/call';
import { stripeDisputes } from '../../../lambdas/payment/stripe/disputes';

/** A dispute as Stripe answers with it: https://docs.stripe.com/api/disputes/object */
const stripeDispute = (id: string, change: object = {}) => ({
  id,
  object: 'dispute',
  amount: 7500,
  balance_transactions: [],
  charge: 'ch_1',
  created: 1_777_000_000,
  currency: 'eur',
  evidence: {},
  evidence_details: { due_by: 1_778_000_000, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: 'pi_ours',
  reason: 'fraudulent',
  status: 'needs_response',
  ...change,
});

const ours: HeldPayment = {
  registrationId: '01890000-0000-7000-8000-000000000000',
  authorisation: 'pi_ours',
  amount: 7500,
  currency: 'EUR',
  state: 'captured',
};

const told = (id: string) => ({
  registrationId: ours.registrationId,
  state: 'disputed',
  authorisation: 'pi_ours',
  amount: 7500,
  currency: 'EUR',
  dispute: {
    id,
    reason: 'fraudulent',
    status: 'needs_response',
    dueBy: '2026-05-05T16:53:20.000Z',
    refundable: false,
    fetchedAt: '2026-05-01T10:00:00.000Z',
  },
});

const open = (answer: (request: StripeRequest) => StripeAnswer | undefined) => {
  const asked: string[] = [];
  const disputes = stripeDisputes({
    callStripe: openStripe(async (request) => {
      asked.push(request.path);
      return answer(request);
    }, 50),
    processor: { fetch: async (authorisation) => (authorisation === 'pi_ours' ? ours : undefined) },
    now: () => new Date('2026-05-01T10:00:00.000Z'),
    lookupMs: 100,
  });
  return { disputes, asked };
};

const ok = (body: unknown): StripeAnswer => ({ status: 200, body });
const missing: StripeAnswer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing' } },
};

test('names the registration of the payment, and when it was asked', async () => {
  const { disputes } = open(() => ok(stripeDispute('dp_1')));
  expect(await disputes.find('dp_1')).toEqual(told('dp_1'));
});

test('has no deadline once nothing can be sent any more', async () => {
  const closed = { status: 'lost', evidence_details: { due_by: null, has_evidence: true } };
  const { disputes } = open(() => ok(stripeDispute('dp_1', closed)));
  expect((await disputes.find('dp_1'))?.dispute).not.toHaveProperty('dueBy');
});

test('of another shop of the account, or of nobody, is none', async () => {
  expect(
    await open(() => ok(stripeDispute('dp_1', { payment_intent: 'pi_shop' }))).disputes.find('dp_1'),
  ).toBeUndefined();
  expect(await open(() => ok(stripeDispute('dp_1', { payment_intent: null }))).disputes.find('dp_1')).toBeUndefined();
  expect(await open(() => missing).disputes.find('dp_1')).toBeUndefined();
});

test('while the processor does not answer, nobody says that there is none', async () => {
  const { disputes } = open(() => undefined);
  await expect(disputes.find('dp_1')).rejects.toThrow('in time');
  await expect(disputes.ofPayment('pi_ours')).rejects.toThrow('in time');
});

test('of a dispute that was opened long ago, each change is told, and nothing twice, however its news was lost', async () => {
  let status = 'under_review';
  const { disputes } = open(() =>
    ok({
      data: [
        stripeDispute('dp_old', { status, created: 1_770_000_000 }),
        stripeDispute('dp_new', { created: 1_777_500_000 }),
      ],
      has_more: false,
    }),
  );
  const look = async (isCutOff = false) => {
    const found: string[] = [];
    for await (const page of disputes.since(new Date('2026-01-01T10:00:00.000Z'))) {
      found.push(...page.map(({ dispute }) => `${dispute.id} ${dispute.status}`));
      if (isCutOff) break;
    }
    return found;
  };
  // Nobody passed on what was found when the run was cut off.
  expect(await look(true)).toEqual(['dp_old under_review', 'dp_new needs_response']);
  expect(await look()).toEqual(['dp_old under_review', 'dp_new needs_response']);
  expect(await look()).toEqual(['dp_new needs_response']);
  status = 'won';
  expect(await look()).toEqual(['dp_old won', 'dp_new needs_response']);
  expect(await look()).toEqual(['dp_new needs_response']);
});

test('the list is read to its last page', async () => {
  const { disputes, asked } = open(({ path }) =>
    path.includes('starting_after=dp_1')
      ? ok({ data: [stripeDispute('dp_2', { payment_intent: 'pi_shop' }), stripeDispute('dp_3')], has_more: false })
      : ok({ data: [stripeDispute('dp_1')], has_more: true }),
  );
  const pages: unknown[] = [];
  for await (const page of disputes.since(new Date('2026-04-25T10:00:00.000Z'))) pages.push(page);
  expect(pages).toEqual([[told('dp_1')], [told('dp_3')]]);
  expect(asked).toEqual([
    '/v1/disputes?created%5Bgte%5D=1777111200&limit=100',
    '/v1/disputes?created%5Bgte%5D=1777111200&limit=100&starting_after=dp_1',
  ]);
});
