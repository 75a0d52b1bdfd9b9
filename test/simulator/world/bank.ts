import { createHmac } from 'node:crypto';
import type { StripeAnswer, StripeHttp, StripeRequest } from '../../../lambdas/payment/stripe/http';
import type { Machine, Way, World } from './machine';

interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly registrationId: string;
  status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled';
  readonly createdAt: number;
  /** How often money was captured: more than once must never happen. */
  captures: number;
  failsToCapture?: 'refused' | 'expired';
  readonly refunds: Refund[];
}

interface Refund {
  readonly amount: number;
  readonly registrationId: string;
  readonly upTo: string;
}

interface Kept {
  readonly at: number;
  /** The request: the idempotency key is valid for it only. */
  readonly asked: string;
  readonly answer: StripeAnswer;
}

const way: Way = {
  latency: [20, 400],
  timeoutMs: 5000,
  down: 'processor-down',
  silent: 'processor-silent',
  answerLost: 'processor-answer-lost',
  failure: () => new Error('never seen: no answer is no answer'),
};
const day = 86_400_000;
/** Stripe's search lags behind. */
const searchLag = 60_000;
export const webhookSecret = 'whsec_of_the_simulated_world';

/** Sends the event to our webhook; true when it answered with 200. */
export type Tell = (rawBody: string, signature: string) => Promise<boolean>;

/**
 * Stripe, as far as we use it: intents, idempotency keys that live a day, and webhooks that come late, twice or never.
 */
export class Bank {
  readonly intents = new Map<string, Intent>();
  readonly #world: World;
  readonly #kept = new Map<string, Kept>();
  readonly #tell: Tell;
  #isForgetful = false;

  constructor(world: World, tell: Tell) {
    this.#world = world;
    this.#tell = tell;
  }

  /** For a mutant: a processor whose client sends no keys. */
  forgetKeys(): void {
    this.#isForgetful = true;
  }

  client(machine: Machine): StripeHttp {
    return async (request, withinMs) => {
      try {
        const about = `bank ${request.method} ${request.path.slice(0, 60)}`;
        return await machine.call(about, { ...way, timeoutMs: Math.min(way.timeoutMs, withinMs) }, () =>
          this.#answer(request),
        );
      } catch {
        return undefined;
      }
    };
  }

  #answer(request: StripeRequest): StripeAnswer {
    const { idempotencyKey } = request;
    const key = idempotencyKey !== undefined && !this.#isForgetful && `${request.path} ${idempotencyKey}`;
    const kept = key ? this.#kept.get(key) : undefined;
    const asked = JSON.stringify(request.form ?? {});
    if (kept && this.#world.time.now - kept.at < day)
      return kept.asked === asked ? kept.answer : refusal(400, { type: 'idempotency_error' });
    const answer = this.#do(request);
    // Every answer is kept, also a 500: the same key repeats it.
    if (key) this.#kept.set(key, { at: this.#world.time.now, asked, answer });
    if (request.method === 'POST' && this.#world.faultPlan.strikes('processor-broken', request.path))
      return { status: 500, body: { error: { type: 'api_error', message: 'broken' } } };
    return answer;
  }

  #do({ method, path, form = {} }: StripeRequest): StripeAnswer {
    if (path.startsWith('/v1/payment_intents/search')) return this.#search(path);
    if (path.startsWith('/v1/refunds')) return method === 'GET' ? this.#refundsOf(path) : this.#refund(form);
    const [, , , id = '', verb] = path.split('/');
    if (method === 'POST' && !id) return this.#create(form);
    const intent = this.intents.get(id);
    if (!intent) return refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    if (method === 'GET') return { status: 200, body: shown(intent) };
    if (verb === 'confirm') return this.#confirm(intent);
    return verb === 'capture' ? this.#capture(intent) : this.#cancel(intent);
  }

  #create(form: Readonly<Record<string, string>>): StripeAnswer {
    const { time, random } = this.#world;
    const intent: Intent = {
      id: `pi_${random.uuid(time.now).replaceAll('-', '')}`,
      amount: Number(form.amount),
      currency: form.currency ?? '',
      registrationId: form['metadata[registration_id]'] ?? '',
      status: 'requires_payment_method',
      createdAt: time.now,
      captures: 0,
      refunds: [],
    };
    this.intents.set(intent.id, intent);
    return { status: 200, body: shown(intent) };
  }

  #confirm(intent: Intent): StripeAnswer {
    const { faultPlan } = this.#world;
    if (intent.status !== 'requires_payment_method') return unexpected(intent);
    if (faultPlan.strikes('card-declined', intent.registrationId))
      return refusal(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }, intent);
    intent.status = 'requires_capture';
    if (faultPlan.strikes('capture-fails', intent.registrationId)) intent.failsToCapture = 'refused';
    else if (faultPlan.strikes('authorisation-expires', intent.registrationId)) intent.failsToCapture = 'expired';
    this.#note('authorised', intent);
    return { status: 200, body: shown(intent) };
  }

  #capture(intent: Intent): StripeAnswer {
    if (intent.status !== 'requires_capture' && !(this.#isForgetful && intent.status === 'succeeded'))
      return unexpected(intent);
    if (intent.failsToCapture === 'refused') {
      this.#note('capture-refused', intent);
      return refusal(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }, intent);
    }
    if (intent.failsToCapture === 'expired') {
      intent.status = 'canceled';
      this.#note('voided', intent);
      this.#news('canceled', intent);
      return refusal(400, { type: 'invalid_request_error', code: 'charge_expired_for_capture' }, intent);
    }
    intent.status = 'succeeded';
    intent.captures += 1;
    this.#note('captured', intent);
    this.#news('succeeded', intent);
    return { status: 200, body: shown(intent) };
  }

  #cancel(intent: Intent): StripeAnswer {
    if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpected(intent);
    intent.status = 'canceled';
    this.#note('voided', intent);
    this.#news('canceled', intent);
    return { status: 200, body: shown(intent) };
  }

  /** Once for each key, while something is left: a request under two keys is refunded twice. */
  #refund(form: Readonly<Record<string, string>>): StripeAnswer {
    const intent = this.intents.get(form.payment_intent ?? '');
    if (!intent) return refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    const amount = Number(form.amount);
    const left = intent.amount - intent.refunds.reduce((sum, one) => sum + one.amount, 0);
    if (intent.status !== 'succeeded' || amount > left)
      return refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded' }, intent);
    const given = {
      amount,
      registrationId: form['metadata[registration_id]'] ?? '',
      upTo: form['metadata[up_to]'] ?? form.amount ?? '',
    };
    intent.refunds.push(given);
    this.#world.history.add({
      kind: 'refunded',
      registrationId: intent.registrationId,
      authorisation: intent.id,
      amount,
    });
    return { status: 200, body: shownRefund(intent)(given) };
  }

  #refundsOf(path: string): StripeAnswer {
    const intent = this.intents.get(new URLSearchParams(path.split('?')[1]).get('payment_intent') ?? '');
    return { status: 200, body: { data: intent?.refunds.map(shownRefund(intent)) ?? [] } };
  }

  #search(path: string): StripeAnswer {
    const [, registrationId] = /:'([^']*)'/.exec(decodeURIComponent(path.replaceAll('+', ' '))) ?? [];
    const data = [...this.intents.values()]
      .filter((one) => one.registrationId === registrationId && this.#world.time.now - one.createdAt > searchLag)
      .map(shown);
    return { status: 200, body: { data } };
  }

  #note(kind: 'authorised' | 'captured' | 'voided' | 'capture-refused', intent: Intent): void {
    const { registrationId, id: authorisation, amount } = intent;
    this.#world.history.add({ kind, registrationId, authorisation, amount });
  }

  #news(what: 'succeeded' | 'canceled', intent: Intent): void {
    const { faultPlan, random } = this.#world;
    if (faultPlan.strikes('webhook-never', intent.registrationId)) return;
    const rawBody = JSON.stringify({ type: `payment_intent.${what}`, data: { object: shown(intent) } });
    const late = faultPlan.strikes('webhook-late', intent.registrationId) ? random.whole(60_000, 3_600_000) : 0;
    this.#send(rawBody, late + random.whole(0, 3000), 3);
    if (faultPlan.strikes('webhook-twice', intent.registrationId)) this.#send(rawBody, random.whole(0, 600_000), 3);
  }

  /** Signed when it is sent, as Stripe does: a late event is not stale. */
  #send(rawBody: string, delay: number, attempts: number): void {
    this.#world.time.after(delay, async () => {
      const seconds = Math.floor(this.#world.time.now / 1000);
      const mac = createHmac('sha256', webhookSecret).update(`${seconds}.${rawBody}`).digest('hex');
      if (!(await this.#tell(rawBody, `t=${seconds},v1=${mac}`)) && attempts > 0)
        this.#send(rawBody, 600_000, attempts - 1);
    });
  }
}

const shown = ({ id, status, amount, currency, registrationId, captures }: Intent) => ({
  id,
  object: 'payment_intent',
  status,
  amount,
  amount_received: captures > 0 ? amount : 0,
  currency,
  metadata: { registration_id: registrationId },
});

const shownRefund =
  ({ id, currency }: Intent) =>
  ({ amount, registrationId, upTo }: Refund) => ({
    object: 'refund',
    status: 'succeeded',
    amount,
    currency,
    payment_intent: id,
    metadata: { registration_id: registrationId, up_to: upTo },
  });

const refusal = (status: number, error: Readonly<Record<string, string>>, intent?: Intent): StripeAnswer => ({
  status,
  body: { error: { ...error, ...(intent && { payment_intent: shown(intent) }) } },
});

const unexpected = (intent: Intent): StripeAnswer =>
  refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }, intent);
