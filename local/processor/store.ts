import type { ConfirmationToken, Dispute, Entry, Intent, Method, Refund } from './records';

const keyLifeMs = 24 * 3600_000;

/** Everything the sandbox knows. Only entries change it, so that replaying the journal rebuilds it. */
export class Store {
  readonly intents = new Map<string, Intent>();
  /** Ids of payment intents in the order of creation. */
  readonly order: string[] = [];
  readonly #positions = new Map<string, number>();
  readonly #methods = new Map<string, Method>();
  readonly #tokens = new Map<string, ConfirmationToken>();
  readonly #byRegistration = new Map<string, string[]>();
  readonly #refunds = new Map<string, Refund>();
  readonly #refundsOf = new Map<string, Refund[]>();
  readonly #disputes = new Map<string, Dispute>();
  readonly #replies = new Map<string, Entry>();

  apply(entry: Entry): void {
    const { intent, method, token, refund, dispute, key } = entry;
    if (intent) {
      if (!this.intents.has(intent.id)) this.#enter(intent);
      this.intents.set(intent.id, intent);
    }
    if (method) this.#methods.set(method.id, method);
    if (token) this.#tokens.set(token.id, token);
    // The confirmation with a token makes a payment method of it.
    if (token?.usedFor) this.#methods.set(token.method.id, token.method);
    if (refund && !this.#refunds.has(refund.id)) this.#enterRefund(refund);
    if (dispute) this.#disputes.set(dispute.id, dispute);
    if (key) this.#replies.set(key, entry);
  }

  /** The reply to this idempotency key in the last 24 hours. `now`: milliseconds since the epoch. */
  reply(key: string, now: number): Entry | undefined {
    const entry = this.#replies.get(key);
    if (entry && now - entry.at > keyLifeMs) {
      this.#replies.delete(key);
      return undefined;
    }
    return entry;
  }

  method(id: string): Method | undefined {
    return this.#methods.get(id);
  }

  token(id: string): ConfirmationToken | undefined {
    return this.#tokens.get(id);
  }

  refund(id: string): Refund | undefined {
    return this.#refunds.get(id);
  }

  /** The refunds of one intent, or all refunds, in the order of creation. */
  refunds(intent?: string): readonly Refund[] {
    return intent === undefined ? [...this.#refunds.values()] : (this.#refundsOf.get(intent) ?? []);
  }

  dispute(id: string): Dispute | undefined {
    return this.#disputes.get(id);
  }

  /** The disputes of one intent, or all, in the order of creation. They are few. */
  disputes(intent?: string): readonly Dispute[] {
    return [...this.#disputes.values()].filter((dispute) => intent === undefined || dispute.intent === intent);
  }

  ofRegistration(registrationId: string): readonly Intent[] {
    const ids = this.#byRegistration.get(registrationId) ?? [];
    return ids.flatMap((id) => this.intents.get(id) ?? []);
  }

  /** The index of an intent in `order`. */
  position(id: string): number | undefined {
    return this.#positions.get(id);
  }

  #enterRefund(refund: Refund): void {
    this.#refunds.set(refund.id, refund);
    const others = this.#refundsOf.get(refund.intent);
    if (others) others.push(refund);
    else this.#refundsOf.set(refund.intent, [refund]);
  }

  #enter(intent: Intent): void {
    this.#positions.set(intent.id, this.order.length);
    this.order.push(intent.id);
    const registrationId = intent.metadata.registration_id;
    if (!registrationId) return;
    const ids = this.#byRegistration.get(registrationId);
    if (ids) ids.push(intent.id);
    else this.#byRegistration.set(registrationId, [intent.id]);
  }
}
