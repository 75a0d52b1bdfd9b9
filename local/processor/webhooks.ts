import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import * as v from 'valibot';
import { apiVersion, newId } from './records';

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.canceled'
  | 'payment_intent.payment_failed'
  | 'refund.created'
  | 'refund.failed'
  | 'charge.refund.updated'
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
  | 'radar.early_fraud_warning.created';

interface Options {
  readonly url: string;
  readonly secret: string;
  /** Milliseconds before the first attempt, doubled for each further attempt. */
  readonly delayMs: number;
}

/** How webhooks are delivered. Tests change it at /local/webhooks, with the secret key. */
export const deliveryFaults = v.strictObject({
  delayMs: v.pipe(v.number(), v.minValue(0)),
  /** How often each event is sent when every attempt succeeds. */
  copies: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5)),
  /** The share of events that is never sent. */
  lostShare: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Whether the account's owner has subscribed the endpoint to every event, and not only to ours. */
  isSubscribedToAll: v.boolean(),
});

export type DeliveryFaults = v.InferOutput<typeof deliveryFaults>;

interface WebhookEvent {
  readonly id: string;
  readonly type: EventType;
  /** As the API shows it. */
  readonly object: object;
  /** Milliseconds until the event happens. */
  readonly afterMs: number;
  tries: number;
}

/** What `npm run stripe:setup` does not subscribe an endpoint to. */
export const unsubscribed: ReadonlySet<EventType> = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
]);

/** Few at a time, with a pause after each: webhooks must not compete with the burst they report. */
const maxConcurrent = 2;
const restMs = 20;
const maxTries = 6;
const answerDeadlineMs = 10_000;

/**
 * The [Stripe-Signature](https://docs.stripe.com/webhooks#verify-manually) header for a body. `seconds` since the
 * epoch.
 */
export const signed = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/**
 * Sends webhook events as Stripe does, to an endpoint that `npm run stripe:setup` has subscribed: late, sometimes twice, in any order, and again until the shop answers 2xx.
 * Events that still wait when the process ends are lost: the shop must not depend on them.
 */
export class Webhooks {
  readonly #options: Options;
  faults: DeliveryFaults;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: maxConcurrent });
  readonly #timers = new Set<NodeJS.Timeout>();
  #waiting: WebhookEvent[] = [];
  #running = 0;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.faults = { delayMs: options.delayMs, copies: 1, lostShare: 0, isSubscribedToAll: false };
  }

  tell(type: EventType, object: object, afterMs = 0): void {
    const { copies, isSubscribedToAll, lostShare } = this.faults;
    if (unsubscribed.has(type) && !isSubscribedToAll) return;
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

  #later(event: WebhookEvent): void {
    // Jitter lets events about one payment overtake each other.
    this.#after(
      (event.tries === 0 ? event.afterMs : 0) + this.faults.delayMs * 2 ** event.tries * (0.5 + Math.random()),
      () => {
        this.#waiting.push(event);
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
    while (this.#running < maxConcurrent && !this.#closed) {
      const event = this.#waiting.shift();
      if (!event) return;
      this.#running++;
      void this.#deliver(event).then((taken) => {
        event.tries++;
        if (!taken && event.tries < maxTries) this.#later(event);
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
      api_version: apiVersion,
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
          timeout: answerDeadlineMs,
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
