import { hash } from 'node:crypto';
import { disputeBy, disputeEvents, disputeStatusOf } from './after-capture/dispute-rules';
import { disputeAs, showDispute, showWarning } from './after-capture/disputes';
import { createRefund } from './after-capture/refund';
import { showIntent, showRefund } from './api-objects';
import type { TestCard } from './cards';
import type { Form } from './form';
import type { Journal } from './journal';
import { createMethod, createToken } from './methods';
import { cardAhead, change, createIntent, findIntent, type IntentAction } from './operations';
import { invalid, limited, Refusal } from './problem';
import type { Dispute, DisputeStatus, Entry, Intent, Refund } from './records';
import type { Store } from './store';
import type { EventType } from './webhooks';

interface Needs {
  readonly store: Store;
  readonly journal: Journal;
  /** Queues a webhook event. `object` is as the API shows it; the event itself happens `afterMs` later. */
  readonly tell: (type: EventType, object: object, afterMs?: number) => void;
  /** All delays are multiplied by this. */
  readonly delayScale: number;
}

export interface ApiRequest {
  readonly path: string;
  readonly body: string;
  readonly form: Form;
  readonly key: string | undefined;
}

export interface ApiResult {
  readonly entry: Entry;
  readonly replayed: boolean;
  /** The request was performed, but gets no answer. */
  readonly silent?: boolean;
}

/**
 * Performs each request once per idempotency key ([Stripe's rules](https://docs.stripe.com/api/idempotent_requests)).
 * The reply belongs to the key, also when it is an error. The same key with other parameters is refused, and so is a
 * key whose first request is not finished.
 */
export class IdempotentRequests {
  readonly #needs: Needs;
  readonly #keysAtWork = new Set<string>();
  readonly #intentsAtWork = new Set<string>();
  /** How often an intent was refused because of its card's rate limit. */
  readonly #limited = new Map<string, number>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  createMethod(request: ApiRequest): Promise<ApiResult> {
    return this.#once(request, async (at) => ({
      entry: { at, status: 200, method: createMethod(request.form, new Date(at)) },
    }));
  }

  createToken(request: ApiRequest): Promise<ApiResult> {
    return this.#once(request, async (at) => ({
      entry: { at, status: 200, token: createToken(this.#needs.store, request.form, new Date(at)) },
    }));
  }

  createIntent(request: ApiRequest): Promise<ApiResult> {
    return this.#once(request, async (at) => ({
      entry: { at, status: 200, intent: createIntent(request.form, new Date(at)) },
    }));
  }

  createRefund(request: ApiRequest): Promise<ApiResult> {
    return this.#once(request, async (at) => {
      const { store, delayScale } = this.#needs;
      if (this.#intentsAtWork.has(request.form.get('payment_intent') ?? '')) throw locked();
      const refund = createRefund(store, request.form, new Date(at), delayScale);
      const entry: Entry = { at, status: 200, refund };
      // Applied at once, before the reply is kept: another refund of the same money must see this one.
      store.apply(entry);
      this.#needs.tell('refund.created', showRefund(refund, at), 0);
      this.#tellOfFailure(refund, at);
      return { entry };
    });
  }

  change(action: IntentAction, id: string, request: ApiRequest): Promise<ApiResult> {
    return this.#once(request, async () => {
      const { store, delayScale, tell } = this.#needs;
      if (this.#intentsAtWork.has(id)) throw locked();
      this.#intentsAtWork.add(id);
      try {
        const before = findIntent(store, id);
        const card = cardAhead(store, before, request.form);
        // A second confirmation comes after the bank's question.
        const step = action === 'confirm' && before.status === 'requires_confirmation' ? 'second-confirm' : action;
        if (action === 'authenticate' && card?.challenge?.hangs && request.form.get('outcome') === 'pass')
          return { entry: { at: Date.now(), status: 200, intent: before }, silent: true };
        if (action === 'confirm') this.#refuseAtTimes(before, card);
        if (action === 'confirm' && card?.delaySeconds) await pause(card.delaySeconds * delayScale);
        const at = Date.now();
        const judgement = judged(() => change(action, store, before, request.form, new Date(at)), at);
        const { intent } = judgement;
        const token =
          intent !== before && action === 'confirm' && store.token(request.form.get('confirmation_token') ?? '');
        const isTaken = intent?.status === 'succeeded' && before.status !== 'succeeded';
        const dispute = isTaken ? disputeBy(card, intent, at, delayScale) : undefined;
        const outcome = {
          ...judgement,
          ...(token && { token: { ...token, usedFor: id } }),
          ...(dispute && { dispute }),
        };
        // Applied before the intent is unlocked, not only when the reply is kept.
        store.apply({ ...outcome, status: 200 });
        const type = intent && eventOf(before, intent);
        if (type) tell(type, showIntent(store, intent));
        if (dispute) this.#tellOfDispute(dispute, undefined, at);
        if (isTaken && card?.fraudWarning) tell('radar.early_fraud_warning.created', showWarning(intent, at));
        const isDone = outcome.status === 200;
        if (isDone && card?.brokenOn === action) return { entry: broken(outcome) };
        return { entry: outcome, silent: isDone && card?.silentOn === step };
      } finally {
        this.#intentsAtWork.delete(id);
      }
    });
  }

  #refuseAtTimes({ id }: Intent, card: TestCard | undefined): void {
    const refused = this.#limited.get(id) ?? 0;
    if (refused >= (card?.limitedTimes ?? 0)) return;
    this.#limited.set(id, refused + 1);
    throw limited();
  }

  /** Raises or changes a dispute, as the bank does. */
  async dispute(wish: Parameters<typeof disputeAs>[1]): Promise<Dispute> {
    const { store, journal } = this.#needs;
    const at = Date.now();
    const dispute = disputeAs(store, wish, at);
    const before = store.dispute(dispute.id);
    const entry: Entry = { at, status: 200, dispute };
    journal.append(entry);
    store.apply(entry);
    this.#tellOfDispute(dispute, before && disputeStatusOf(before, at), at);
    return dispute;
  }

  #tellOfDispute(dispute: Dispute, before: DisputeStatus | undefined, at: number): void {
    const { becomes, status } = dispute;
    for (const type of disputeEvents(before, status)) this.#needs.tell(type, showDispute(dispute, at));
    if (!becomes) return;
    for (const type of disputeEvents(status, becomes.status))
      this.#needs.tell(type, showDispute(dispute, becomes.at), becomes.at - at);
  }

  /** Sends the event under both of Stripe's names. */
  #tellOfFailure(refund: Refund, now: number): void {
    const { failsAt } = refund;
    if (failsAt === undefined) return;
    for (const type of ['refund.failed', 'charge.refund.updated'] as const)
      this.#needs.tell(type, showRefund(refund, failsAt), failsAt - now);
  }

  async #once(request: ApiRequest, work: (at: number) => Promise<Omit<ApiResult, 'replayed'>>): Promise<ApiResult> {
    const { store, journal } = this.#needs;
    const { key } = request;
    const print = key && hash('sha1', `${request.path}?${request.body}`, 'base64');
    if (key) {
      if (key.length > 255) throw invalid('An idempotency key may have 255 characters at most.');
      if (this.#keysAtWork.has(key)) throw inUse(key);
      const known = store.reply(key, Date.now());
      if (known && known.print !== print) throw differs(key);
      if (known) return { entry: known, replayed: true };
      this.#keysAtWork.add(key);
    }
    try {
      const { entry: worked, silent } = await work(Date.now());
      const entry: Entry = { ...worked, ...(key && print && { key, print }) };
      journal.append(entry);
      store.apply(entry);
      return { entry, replayed: false, silent: silent ?? false };
    } finally {
      if (key) this.#keysAtWork.delete(key);
    }
  }
}

/** A declined card is a reply, kept under its key. An invalid request is not kept, so that it can be corrected. */
const judged = (work: () => Intent, at: number): Entry => {
  try {
    return { at, status: 200, intent: work() };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.intent) throw error;
    return { at, status: error.status, problem: error.problem, intent: error.intent };
  }
};

const eventOf = (before: Intent, after: Intent): EventType | undefined => {
  if (after.status === before.status)
    return after.lastError && after !== before ? 'payment_intent.payment_failed' : undefined;
  if (after.status === 'succeeded') return 'payment_intent.succeeded';
  return after.status === 'canceled' ? 'payment_intent.canceled' : undefined;
};

const broken = (entry: Entry): Entry => ({
  ...entry,
  status: 500,
  problem: { type: 'api_error', message: 'An unknown error occurred. The sandbox was told to say so.' },
});

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const inUse = (key: string): Refusal =>
  new Refusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this idempotency key: ${key}.`,
  });

const differs = (key: string): Refusal =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the parameters they were first used with: ${key}.`,
  });

const locked = (): Refusal =>
  new Refusal(429, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message: 'This object cannot be accessed right now because another request is changing it. Please try again.',
  });
