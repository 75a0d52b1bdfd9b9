import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import * as v from 'valibot';
import { newId } from './records';

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.canceled'
  | 'payment_intent.payment_failed'
  | 'refund.failed'
  | 'charge.refund.updated';

interface Options {
  readonly url: string;
  readonly secret: string;
  /** Milliseconds before the first try; doubled for each further one. */
  readonly delayMs: number;
}

/** How well news travels. Tests change it at /local/webhooks, with the secret key. */
export const travel = v.strictObject({
  delayMs: v.pipe(v.number(), v.minValue(0)),
  /** How often each piece of news is sent when nothing goes wrong. */
  copies: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5)),
  /** The share that is never sent at all. */
  lostShare: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});

export type Travel = v.InferOutput<typeof travel>;

interface WebhookEvent {
  readonly id: string;
  readonly type: EventType;
  /** As the API shows it. */
  readonly object: object;
  /** What it is told of happens so much later. */
  readonly afterMs: number;
  tries: number;
}

/** Few at a time, and not without a rest: news must not compete with the burst it is about. */
const atOnce = 2;
const restMs = 20;
const mostTries = 6;
const patienceMs = 10_000;

/** `Stripe-Signature` of a body. */
export const signed = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/**
 * Tells the shop what happened, like the real one: late, sometimes twice, in any order, again until it answers 2xx. What
 * still waits when the process ends is never told: the shop must not depend on it.
 */
export class Webhooks {
  readonly #options: Options;
  travel: Travel;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  readonly #timers = new Set<NodeJS.Timeout>();
  #waiting: WebhookEvent[] = [];
  #running = 0;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.travel = { delayMs: options.delayMs, copies: 1, lostShare: 0 };
  }

  tell(type: EventType, object: object, afterMs = 0): void {
    const { copies, lostShare } = this.travel;
    if (Math.random() < lostShare) return;
    const id = newId('evt');
    for (let copy = 0; copy < copies; copy++) this.#later({ id, type, object, afterMs, tries: 0 });
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#waiting = [];
    this.#agent.destroy();
  }

  #later(news: WebhookEvent): void {
    // Jittered, so that news about one payment can overtake each other.
    this.#after(
      (news.tries === 0 ? news.afterMs : 0) + this.travel.delayMs * 2 ** news.tries * (0.5 + Math.random()),
      () => {
        this.#waiting.push(news);
        this.#go();
      },
    );
  }

  #after(ms: number, work: () => void): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  #go(): void {
    while (this.#running < atOnce && !this.#closed) {
      const news = this.#waiting.shift();
      if (!news) return;
      this.#running++;
      void this.#deliver(news).then((taken) => {
        news.tries++;
        if (!taken && news.tries < mostTries) this.#later(news);
        this.#after(restMs, () => {
          this.#running--;
          this.#go();
        });
      });
    }
  }

  #deliver({ id, type, object }: WebhookEvent): Promise<boolean> {
    const seconds = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2024-06-20',
      created: seconds,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      type,
    });
    return new Promise((resolve) => {
      const outgoing = request(
        this.#options.url,
        {
          method: 'POST',
          agent: this.#agent,
          timeout: patienceMs,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(body),
            'stripe-signature': signed(body, this.#options.secret, seconds),
          },
        },
        (incoming) => {
          incoming.resume();
          const { statusCode = 500 } = incoming;
          incoming.on('close', () => resolve(statusCode >= 200 && statusCode < 300));
        },
      );
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', () => resolve(false));
      outgoing.end(body);
    });
  }
}
