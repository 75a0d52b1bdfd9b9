import * as v from 'valibot';
import { holdGranted } from '../../../lambdas/api/messages/holds';
import { type QuoteGiven, quoteGiven } from '../../../lambdas/api/messages/quotes';
import { registrationStatus } from '../../../lambdas/api/messages/registrations';
import { problem } from '../../../lambdas/api/problems';
import { type Answer, Browser, type Call } from '../../../loadtest/browser/browser';
import type { Engine } from '../../../loadtest/http/engine';

/** A promised spot, and one for each companion. */
export interface Held {
  readonly block: string;
  readonly spot: number;
  readonly companions?: readonly { readonly registrationId: string; readonly spot: number }[] | undefined;
  readonly token: string;
}

/** What one client was answered. Instants are in milliseconds since the epoch. */
export interface Answers {
  /** Promised spots, in order: a client may hold again. */
  readonly holds: Held[];
  accepted: boolean;
  /** Their bank wanted to know that it is them. */
  asked: boolean;
  soldOut?: { readonly askedAt: number; readonly answeredAt: number };
  status?: v.InferOutput<typeof registrationStatus>;
  /** In a race with a form: each quote they got, the one that was accepted with a card, and what they were told is gone. */
  readonly quotes: QuoteGiven[];
  paid?: QuoteGiven;
  readonly gone: { readonly variants: readonly string[]; readonly askedAt: number; readonly answeredAt: number }[];
}

/** One answer, or that there was none. */
export interface Received {
  readonly kind: 'held' | 'confirmed' | 'answer' | 'failure';
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Of a hold: the number of spots. */
  readonly spots?: number;
  /** Of a failure: `503 busy`, `ECONNREFUSED`. */
  readonly why?: string;
}

export type Listener = (received: Received) => void;

/** How often people ask again when the site is up. */
export interface RetryRule {
  /** When asked to come back later than this number of seconds, they come back after it. */
  readonly comesBackWithin: number;
  /** After this many answers that all spots are held, they give up. */
  readonly triesWhenAllHeld: number;
}

const claims = v.object({
  block: v.string(),
  spot: v.number(),
  companions: v.optional(v.array(v.object({ registrationId: v.string(), spot: v.number() }))),
});

const isStatus = /\/api\/registrations\/[^/?]+(\?.*)?$/;

const isAsked = (body: unknown): boolean => v.is(v.object({ status: v.literal('action-required') }), body);

const submitted = v.object({ quote: v.optional(v.string()) });
const lacking = v.object({
  items: v.array(v.object({ variant: v.string(), state: v.string(), left: v.number() })),
});

const goneIn = (body: unknown): readonly string[] => {
  const said = v.safeParse(lacking, body);
  const items = said.success ? said.output.items : [];
  return items.flatMap(({ variant, state, left }) => (state === 'gone' && left === 0 ? [variant] : []));
};

/** Anybody can read a hold token; nobody can change one. */
const readHold = (token: string): Held => ({
  ...v.parse(claims, JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())),
  token,
});

/** A browser that remembers what the site told it. The processor's answers are not recorded. */
export class WatchedBrowser extends Browser {
  readonly answers: Answers = { holds: [], accepted: false, asked: false, quotes: [], gone: [] };
  readonly #listener: Listener;
  readonly #retryRule: RetryRule;
  #allHeld = 0;

  constructor(address: string, engine: Engine, listener: Listener, retryRule: RetryRule) {
    super(address, engine);
    this.#listener = listener;
    this.#retryRule = retryRule;
  }

  override async fetch(call: Call): Promise<Answer> {
    const askedAt = Date.now();
    if (!call.url.includes('/api/')) return super.fetch(call);
    try {
      const answer = await super.fetch(call);
      this.#listener({ ...this.#note(call, answer, askedAt), at: Date.now() });
      return { ...answer, retryAfter: this.#retryAfterOf(answer) };
    } catch (error) {
      this.#listener({ kind: 'failure', at: Date.now(), why: codeOf(error) });
      throw error;
    }
  }

  #note({ method, url, json }: Call, answer: Answer, askedAt: number): Omit<Received, 'at'> {
    const { status, body } = answer;
    if (status >= 500) return { kind: 'failure', why: `${status} ${problemIn(answer)}` };
    // A pass of the line is 201, too.
    if (method === 'POST' && status === 201 && url.endsWith('/holds')) {
      const held = readHold(v.parse(holdGranted, body).hold);
      this.answers.holds.push(held);
      return { kind: 'held', spots: 1 + (held.companions ?? []).length };
    }
    if (url.endsWith('/quote')) {
      if (status === 200) this.answers.quotes.push(v.parse(quoteGiven, body));
      const items = status === 409 ? goneIn(body) : [];
      if (items.length > 0) this.answers.gone.push({ variants: items, askedAt, answeredAt: Date.now() });
      return { kind: 'answer' };
    }
    if (method === 'PUT' && status === 202) {
      this.answers.accepted = true;
      const token = v.parse(submitted, json).quote;
      const paid = this.answers.quotes.find(({ quote }) => quote === token);
      if (paid) this.answers.paid = paid;
    }
    if (problemIn(answer) === 'sold-out') this.answers.soldOut = { askedAt, answeredAt: Date.now() };
    if (method === 'PUT' && status === 200 && isAsked(body)) this.answers.asked = true;
    if (method !== 'GET' || status !== 200 || !isStatus.test(url)) return { kind: 'answer' };
    this.answers.status = v.parse(registrationStatus, body);
    return { kind: this.answers.status.status === 'confirmed' ? 'confirmed' : 'answer' };
  }

  #retryAfterOf(answer: Answer): number | undefined {
    const { comesBackWithin, triesWhenAllHeld } = this.#retryRule;
    if (problemIn(answer) === 'all-held' && ++this.#allHeld >= triesWhenAllHeld) return undefined;
    return answer.retryAfter && Math.min(answer.retryAfter, comesBackWithin);
  }
}

const problemIn = ({ body }: Answer): string => {
  const said = v.safeParse(problem, body);
  return said.success ? said.output.type.replace('/problems/', '') : '';
};

const codeOf = (error: unknown): string =>
  error instanceof Error
    ? 'code' in error
      ? String(error.code)
      : error.message.replace(/http\S+/, '…')
    : String(error);
