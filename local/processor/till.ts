import { createHash } from 'node:crypto';
import type { Book } from './book';
import { cardWithToken } from './cards';
import type { Form } from './form';
import type { Journal } from './journal';
import { createMethod } from './methods';
import { cardOf, change, createIntent, findIntent, type Verb } from './operations';
import { invalid, Refusal } from './problem';
import type { Entry, Intent, Refund } from './records';
import { createRefund } from './refund';
import { showIntent, showRefund } from './show';
import type { EventType } from './webhooks';

interface Needs {
  readonly book: Book;
  readonly journal: Journal;
  /** `object` as the API shows it; what it is about happens `afterMs` later. */
  readonly tell: (type: EventType, object: object, afterMs?: number) => void;
  /** Seconds of waiting are multiplied by this. */
  readonly delayScale: number;
}

export interface Order {
  readonly path: string;
  readonly body: string;
  readonly form: Form;
  readonly key: string | undefined;
}

export interface Done {
  readonly entry: Entry;
  readonly replayed: boolean;
  /** It is done, but nobody will hear of it this time. */
  readonly silent?: boolean;
}

/**
 * Does what is asked once for each idempotency key. The answer belongs to the key, even when it is an error; the same
 * key with other parameters is refused, and so is a key whose first request is still being worked on.
 */
export class Till {
  readonly #needs: Needs;
  readonly #keysAtWork = new Set<string>();
  readonly #intentsAtWork = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  createMethod(order: Order): Promise<Done> {
    return this.#once(order, async (at) => ({
      entry: { at, status: 200, method: createMethod(order.form, new Date(at)) },
    }));
  }

  createIntent(order: Order): Promise<Done> {
    return this.#once(order, async (at) => ({
      entry: { at, status: 200, intent: createIntent(order.form, new Date(at)) },
    }));
  }

  createRefund(order: Order): Promise<Done> {
    return this.#once(order, async (at) => {
      const { book, delayScale } = this.#needs;
      if (this.#intentsAtWork.has(order.form.get('payment_intent') ?? '')) throw locked();
      const refund = createRefund(book, order.form, new Date(at), delayScale);
      const entry: Entry = { at, status: 200, refund };
      // At once, not only when the answer is kept: another refund of the same money must see this one.
      book.apply(entry);
      this.#tellOfFailure(refund, at);
      return { entry };
    });
  }

  change(verb: Verb, id: string, order: Order): Promise<Done> {
    return this.#once(order, async () => {
      const { book, delayScale, tell } = this.#needs;
      if (this.#intentsAtWork.has(id)) throw locked();
      this.#intentsAtWork.add(id);
      try {
        const before = findIntent(book, id);
        const card = verb === 'confirm' ? cardOf(book, order.form) : cardWithToken(before.card ?? '');
        if (verb === 'confirm' && card?.delaySeconds) await pause(card.delaySeconds * delayScale);
        const at = Date.now();
        const outcome = judged(() => change(verb, book, before, order.form, new Date(at)), at);
        const { intent } = outcome;
        // Before the intent is unlocked, not only when the answer is kept.
        if (intent) book.apply({ at, status: 200, intent });
        const type = intent && eventOf(before, intent);
        if (type) tell(type, showIntent(intent));
        const isDone = outcome.status === 200;
        if (isDone && card?.brokenOn === verb) return { entry: broken(outcome) };
        return { entry: outcome, silent: isDone && card?.silentOn === verb };
      } finally {
        this.#intentsAtWork.delete(id);
      }
    });
  }

  /** As Stripe does: under both names. */
  #tellOfFailure(refund: Refund, now: number): void {
    const { failsAt } = refund;
    if (failsAt === undefined) return;
    for (const type of ['refund.failed', 'charge.refund.updated'] as const)
      this.#needs.tell(type, showRefund(refund, failsAt), failsAt - now);
  }

  async #once(order: Order, work: (at: number) => Promise<Omit<Done, 'replayed'>>): Promise<Done> {
    const { book, journal } = this.#needs;
    const { key } = order;
    const print = key && createHash('sha1').update(`${order.path}?${order.body}`).digest('base64');
    if (key) {
      if (key.length > 255) throw invalid('An idempotency key may have 255 characters at most.');
      if (this.#keysAtWork.has(key)) throw inUse(key);
      const known = book.reply(key, Date.now());
      if (known && known.print !== print) throw differs(key);
      if (known) return { entry: known, replayed: true };
      this.#keysAtWork.add(key);
    }
    try {
      const { entry: worked, silent } = await work(Date.now());
      const entry: Entry = { ...worked, ...(key && print && { key, print }) };
      journal.append(entry);
      book.apply(entry);
      return { entry, replayed: false, silent: silent ?? false };
    } finally {
      if (key) this.#keysAtWork.delete(key);
    }
  }
}

/** A refused card is an answer, kept under its key; a request that makes no sense is not, and may be corrected. */
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

const broken = ({ at, intent }: Entry): Entry => ({
  at,
  status: 500,
  ...(intent && { intent }),
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
