import { createHmac } from 'node:crypto';
import type { StripeAnswer, StripeHttp, StripeRequest } from '../../../lambdas/payment/stripe/call';
import type { Happening } from '../history';
import {
  declinedCard,
  failedAuthentication,
  type Intent,
  missing,
  refusal,
  shown,
  shownRefund,
  unexpected,
} from './bank-objects';
import type { Machine, Way, World } from './machine';

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

/** For mutants: the client sends no keys, or an intent is confirmed whatever its status is. */
export interface Carelessness {
  readonly withoutKeys: boolean;
  readonly withoutStatus: boolean;
}

/** Marks the call that holds the money after the bank has asked. */
export const again = ' again';

/** With such a card the bank asks its customer before it holds any money. */
export const askedCard = 'asked';

/**
 * Stripe, as far as we use it: intents, the bank's question to its customer, idempotency keys that live a day, and
 * webhooks that come late, twice or never.
 */
export class Bank {
  readonly intents = new Map<string, Intent>();
  readonly #world: World;
  readonly #kept = new Map<string, Kept>();
  readonly #usedTokens = new Set<string>();
  readonly #tell: Tell;
  readonly #without: Carelessness;
  /** Nobody knows whether Stripe takes another card while the bank asks: some worlds do. */
  readonly #takesAnotherCard: boolean;

  constructor(world: World, tell: Tell, without: Carelessness) {
    this.#world = world;
    this.#tell = tell;
    this.#without = without;
    this.#takesAnotherCard = world.random.chance(0.5);
  }

  /** What the runner answers their bank on its page. Rejects when the page cannot be reached. */
  authenticate(machine: Machine, clientSecret: string, outcome: 'pass' | 'fail'): Promise<void> {
    return machine.call(`bank's question ${clientSecret}`, way, () => {
      const intent = [...this.intents.values()].find((one) => one.clientSecret === clientSecret);
      if (intent?.status === 'requires_action') this.#authenticated(intent, outcome);
    });
  }

  client(machine: Machine): StripeHttp {
    return async (request, withinMs) => {
      try {
        const isAgain = request.path.endsWith('/confirm') && request.idempotencyKey === undefined;
        const about = `bank ${request.method} ${request.path.slice(0, 70)}${isAgain ? again : ''}`;
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
    if (this.#world.faultPlan.strikes('processor-limited', request.path))
      return refusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'too many requests' });
    const key = idempotencyKey !== undefined && !this.#without.withoutKeys && `${request.path} ${idempotencyKey}`;
    const kept = key ? this.#kept.get(key) : undefined;
    const asked = JSON.stringify(request.form ?? {});
    if (kept && this.#world.time.now - kept.at < day)
      return kept.asked === asked ? { ...kept.answer, isReplay: true } : refusal(400, { type: 'idempotency_error' });
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
    const [, , , id = '', verb] = path.replace(/\?.*/, '').split('/');
    if (method === 'POST' && !id) return this.#create(form);
    const intent = this.intents.get(id);
    if (!intent) return missing();
    if (method === 'GET') return { status: 200, body: shown(intent) };
    if (verb === 'confirm') return this.#confirm(intent, form);
    if (verb === 'capture') return this.#capture(intent, form);
    return verb === undefined ? this.#changeAmount(intent, form) : this.#cancel(intent);
  }

  #create(form: Readonly<Record<string, string>>): StripeAnswer {
    const { time, random } = this.#world;
    const id = `pi_${random.uuid(time.now).replaceAll('-', '')}`;
    const intent: Intent = {
      id,
      clientSecret: `${id}_secret_${random.uuid(time.now)}`,
      amount: Number(form.amount),
      currency: form.currency ?? '',
      registrationId: form['metadata[registration_id]'] ?? '',
      metadata: metadataIn(form),
      isManual: form.confirmation_method === 'manual',
      status: 'requires_payment_method',
      createdAt: time.now,
      captures: 0,
      taken: 0,
      refunds: [],
    };
    this.intents.set(intent.id, intent);
    this.#note('opened', intent);
    return { status: 200, body: shown(intent) };
  }

  #confirm(intent: Intent, form: Readonly<Record<string, string>>): StripeAnswer {
    const { confirmation_token: token, payment_method: card = token } = form;
    const { status } = intent;
    if (this.#without.withoutStatus && status === 'requires_capture') return this.#hold(intent);
    if (status === 'requires_confirmation' && (card === undefined || card === intent.card)) return this.#goOn(intent);
    const isOpen =
      status === 'requires_payment_method' ||
      status === 'requires_confirmation' ||
      (status === 'requires_action' && this.#takesAnotherCard);
    if (!isOpen || card === undefined) return unexpected(intent);
    if (token !== undefined && this.#usedTokens.has(token))
      return refusal(400, { type: 'invalid_request_error', param: 'confirmation_token' });
    if (token !== undefined) this.#usedTokens.add(token);
    intent.card = card;
    if (this.#world.faultPlan.strikes('card-declined', intent.registrationId)) return this.#decline(intent);
    return card.includes(askedCard) ? this.#ask(intent) : this.#hold(intent);
  }

  /** Confirmed again, after the customer has answered. */
  #goOn(intent: Intent): StripeAnswer {
    const { faultPlan } = this.#world;
    if (faultPlan.strikes('declined-after-all', intent.registrationId)) return this.#decline(intent);
    return faultPlan.strikes('asked-again', intent.registrationId) ? this.#ask(intent) : this.#hold(intent);
  }

  #decline(intent: Intent): StripeAnswer {
    intent.status = 'requires_payment_method';
    intent.lastError = declinedCard;
    this.#note('declined', intent);
    return refusal(402, declinedCard, intent);
  }

  #ask(intent: Intent): StripeAnswer {
    intent.status = 'requires_action';
    delete intent.lastError;
    this.#note('asked', intent);
    this.#news('requires_action', intent);
    return { status: 200, body: shown(intent) };
  }

  #authenticated(intent: Intent, outcome: 'pass' | 'fail'): void {
    this.#note(outcome === 'pass' ? 'authenticated' : 'not-authenticated', intent);
    if (outcome === 'fail') {
      intent.status = 'requires_payment_method';
      intent.lastError = failedAuthentication;
    } else if (intent.isManual) intent.status = 'requires_confirmation';
    else this.#hold(intent);
  }

  #hold(intent: Intent): StripeAnswer {
    const { faultPlan } = this.#world;
    intent.status = 'requires_capture';
    delete intent.lastError;
    if (faultPlan.strikes('capture-fails', intent.registrationId)) intent.failsToCapture = 'refused';
    else if (faultPlan.strikes('authorisation-expires', intent.registrationId)) intent.failsToCapture = 'expired';
    this.#note('authorised', intent);
    this.#news('amount_capturable_updated', intent);
    return { status: 200, body: shown(intent) };
  }

  #changeAmount(intent: Intent, form: Readonly<Record<string, string>>): StripeAnswer {
    const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status);
    if (!isOpen) return unexpected(intent);
    intent.amount = Number(form.amount);
    this.#note('amount-changed', intent);
    return { status: 200, body: shown(intent) };
  }

  /** What is not taken is released. */
  #capture(intent: Intent, form: Readonly<Record<string, string>>): StripeAnswer {
    if (intent.status !== 'requires_capture' && !(this.#without.withoutKeys && intent.status === 'succeeded'))
      return unexpected(intent);
    if (intent.failsToCapture === 'refused') {
      this.#note('capture-refused', intent);
      return refusal(402, declinedCard, intent);
    }
    if (intent.failsToCapture === 'expired') {
      intent.status = 'canceled';
      this.#note('voided', intent);
      this.#news('canceled', intent);
      return refusal(400, { type: 'invalid_request_error', code: 'charge_expired_for_capture' }, intent);
    }
    intent.status = 'succeeded';
    intent.captures += 1;
    intent.taken = Math.min(intent.amount, Number(form.amount_to_capture ?? intent.amount));
    this.#note('captured', intent, intent.taken);
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
    if (!intent) return missing();
    const amount = Number(form.amount);
    const left = intent.taken - intent.refunds.reduce((sum, one) => sum + one.amount, 0);
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

  #note(
    kind: Extract<Happening, { authorisation: string; amount: number }>['kind'],
    intent: Intent,
    amount = intent.amount,
  ): void {
    const { registrationId, id: authorisation } = intent;
    this.#world.history.add({ kind, registrationId, authorisation, amount });
  }

  /** Also what our endpoint is not subscribed to: an account's owner may change that. */
  #news(what: 'succeeded' | 'canceled' | 'requires_action' | 'amount_capturable_updated', intent: Intent): void {
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

const metadataIn = (form: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value] as const];
    }),
  );
