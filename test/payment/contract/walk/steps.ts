import { setTimeout } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Authorisation, Processor } from '../../../../lambdas/payment/ports';
import { charge, newRegistration, soon } from '../../support/shop';

/** A test account, or the sandbox. */
export interface Account {
  readonly sdk: Stripe;
  readonly processor: Processor;
  /** Answers the bank's question as its customer would. */
  readonly bank: (clientSecret: string, outcome: 'pass' | 'fail') => Promise<void>;
  /** Posts a form under another version of the API. */
  readonly post: (path: string, version: string, form: Record<string, string>, key?: string) => Promise<Answer>;
  /** Seconds until the processor's search knows a new payment. */
  readonly searchSeconds: number;
}

export interface Answer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly status?: string; readonly error?: { readonly message?: string } };
}

/** One promise of Stripe's that we rely on, or one question that only Stripe can answer. */
export interface Step {
  readonly name: string;
  readonly proves: string;
  /** The question of docs/payments.md that it answers: nothing is expected then. */
  readonly answers?: `Q${number}`;
  /** Whether a person must answer the bank's question in a browser. */
  readonly asks?: true;
  /** Resolves with what was seen. Rejects when that is not what we rely on. */
  readonly run: (account: Account) => Promise<string>;
}

/** A new payment, tried with one of Stripe's test cards. */
const tryCard = async ({ sdk, processor }: Account, card: string, paid = charge(newRegistration())) => {
  const { id } = await sdk.testHelpers.confirmationTokens.create({ payment_method: card });
  return { paid, answer: await processor.authorise({ ...paid, raceId: 'walk', confirmationToken: id }, soon()) };
};

/** As `tryCard`, for a card whose bank must ask. */
const tryAskedCard = async (account: Account, card = 'pm_card_authenticationRequired') => {
  const { paid, answer } = await tryCard(account, card);
  return { paid, ...expectKind(answer, 'action-required') };
};

const expectKind = <K extends Authorisation['kind']>(answer: Authorisation, kind: K) => {
  if (answer.kind !== kind) throw new Error(`expected ${kind}, got ${JSON.stringify(answer)}`);
  return answer as Extract<Authorisation, { kind: K }>;
};

const expectEqual = (what: string, got: unknown, wanted: unknown): void => {
  if (got !== wanted) throw new Error(`${what}: expected ${wanted}, got ${JSON.stringify(got)}`);
};

const seen = ({ status, body }: Answer): string => `${status} ${body.error?.message ?? `${body.id} ${body.status}`}`;

/** Stripe's tokens for cards that are declined, and what the runner is told. */
const declines = {
  pm_card_chargeDeclined: 'declined',
  pm_card_chargeDeclinedInsufficientFunds: 'insufficient-funds',
  pm_card_chargeDeclinedLostCard: 'declined',
  pm_card_chargeDeclinedExpiredCard: 'expired',
  pm_card_chargeDeclinedIncorrectCvc: 'wrong-code',
  pm_card_chargeDeclinedProcessingError: 'try-again',
} as const;

export const steps: readonly Step[] = [
  {
    name: 'an accepted card',
    proves:
      'a ConfirmationToken confirms an intent with confirmation_method=manual; capture and refund are safe to repeat; a capture names the card',
    run: async (account) => {
      const { processor } = account;
      const { paid, answer } = await tryCard(account, 'pm_card_visa');
      const { authorisation } = expectKind(answer, 'authorised');
      for (let time = 0; time < 2; time++) {
        const captured = await processor.capture(authorisation, paid);
        expectEqual('card', captured.kind === 'captured' && captured.card?.last4, '4242');
      }
      for (let time = 0; time < 2; time++)
        expectEqual('refund', (await processor.refund(authorisation, { ...paid, amount: 2500 })).kind, 'refunded');
      expectEqual('state', (await processor.fetch(authorisation))?.state, 'captured');
      return `${authorisation} was captured and refunded in part, once`;
    },
  },
  {
    name: 'a voided card',
    proves: 'an authorised payment can be let go, and stays so',
    run: async (account) => {
      const { paid, answer } = await tryCard(account, 'pm_card_visa');
      const { authorisation } = expectKind(answer, 'authorised');
      expectEqual('void', (await account.processor.void(authorisation, paid)).kind, 'voided');
      expectEqual('capture', (await account.processor.capture(authorisation, paid)).kind, 'failed');
      return `${authorisation} was voided`;
    },
  },
  ...Object.entries(declines).map(
    ([card, reason]): Step => ({
      name: `a declined card, ${card}`,
      proves: `the runner is told “${reason}”, and another card is taken on the same payment`,
      run: async (account) => {
        const { paid, answer } = await tryCard(account, card);
        expectEqual('reason', expectKind(answer, 'declined').reason, reason);
        const next = await tryCard(account, 'pm_card_visa', paid);
        expectKind(next.answer, 'authorised');
        return `${reason}, then authorised`;
      },
    }),
  ),
  {
    name: 'another amount',
    proves: 'the idempotency key of a registration refuses another amount',
    run: async (account) => {
      const { paid } = await tryCard(account, 'pm_card_visa');
      const { answer } = await tryCard(account, 'pm_card_visa', { ...paid, amount: 7600 });
      return expectKind(answer, 'differs').kind;
    },
  },
  {
    name: 'a card whose bank says yes',
    proves: 'after the answer the intent waits for us: requires_confirmation, and no money is held before',
    answers: 'Q1',
    asks: true,
    run: async (account) => {
      const { paid, authorisation, clientSecret } = await tryAskedCard(account);
      expectEqual('state before', (await account.processor.fetch(authorisation))?.state, 'open');
      await account.bank(clientSecret, 'pass');
      const { status } = await account.sdk.paymentIntents.retrieve(authorisation);
      const answer = await account.processor.resume(authorisation, paid, soon());
      expectEqual('answer', answer?.kind, 'authorised');
      return `${status}, then authorised${status === 'requires_confirmation' ? '' : ': the intent did not wait for us'}`;
    },
  },
  {
    name: 'a card whose bank says no',
    proves: 'a failed authentication is a decline of its own, and another card is taken',
    asks: true,
    run: async (account) => {
      const { paid, authorisation, clientSecret } = await tryAskedCard(account);
      await account.bank(clientSecret, 'fail');
      const answer = await account.processor.resume(authorisation, paid, soon());
      expectEqual('reason', answer?.kind === 'declined' && answer.reason, 'authentication-failed');
      expectKind((await tryCard(account, 'pm_card_visa', paid)).answer, 'authorised');
      return 'authentication-failed, then authorised';
    },
  },
  {
    name: 'a payment that is given up while the bank asks',
    proves: 'an intent can be canceled in requires_action, so an abandoned question ends',
    run: async (account) => {
      const { paid, authorisation } = await tryAskedCard(account);
      expectEqual('void', (await account.processor.void(authorisation, paid)).kind, 'voided');
      const answer = await account.processor.resume(authorisation, paid, soon());
      expectEqual('reason', answer?.kind === 'declined' && answer.reason, 'canceled');
      return 'canceled';
    },
  },
  {
    name: 'another card while the bank asks',
    proves: 'whether a second confirmation is taken in requires_action',
    answers: 'Q2',
    run: async (account) => {
      const { paid, authorisation } = await tryAskedCard(account);
      const { answer } = await tryCard(account, 'pm_card_visa', paid);
      await account.processor.void(authorisation, paid);
      return answer.kind;
    },
  },
  {
    name: 'a search',
    proves: 'a payment is found by our own id, after a while',
    run: async ({ processor, searchSeconds }) => {
      const paid = charge(newRegistration());
      await processor.open(paid);
      for (let second = 0; second <= searchSeconds; second++) {
        if ((await processor.find(paid.registrationId)) !== undefined) return `found after about ${second} s`;
        await setTimeout(1000);
      }
      throw new Error(`not found within ${searchSeconds} s`);
    },
  },
  {
    name: 'one key under two versions',
    proves: 'whether an idempotency key notices another version of the API',
    answers: 'Q5',
    run: async ({ post }) => {
      const form = { amount: '7500', currency: 'eur', 'payment_method_types[0]': 'card' };
      const key = newRegistration();
      const first = await post('/v1/payment_intents', '2026-08-26.dahlia', form, key);
      const second = await post('/v1/payment_intents', '2024-06-20', form, key);
      return `first ${seen(first)}; then ${seen(second)}`;
    },
  },
  {
    name: 'the next version',
    proves: 'whether allowed_payment_method_types works with confirmation_method=manual',
    answers: 'Q6',
    run: async ({ post }) => {
      const form = { amount: '7500', currency: 'eur', confirmation_method: 'manual', capture_method: 'manual' };
      const allowed = { ...form, 'allowed_payment_method_types[0]': 'card' };
      return seen(await post('/v1/payment_intents', '2026-09-30.endive', allowed));
    },
  },
];
