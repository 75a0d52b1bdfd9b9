import type { DisputeStatus } from '../../domain/dispute';

/** A dispute as a director sees it. `amount` is in the currency's smallest unit, `dueBy` an ISO instant. */
export interface ShownDispute {
  readonly id: string;
  readonly registrationId: string;
  readonly raceId: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly status: DisputeStatus;
  readonly dueBy: string | null;
  /** Whether the processor would still refund the payment. */
  readonly refundable: boolean;
  readonly decided: Decision | null;
}

/** What becomes of the runner: they keep the spot, or it comes back and nothing is refunded. */
export type Decision = 'keep' | 'cancelled';

/** The disputes that are known. */
export interface DisputeList {
  /** What waits for an answer comes first, by its deadline. Without a race: of all races. */
  list(raceId?: string): Promise<readonly ShownDispute[]>;
  /** `registered`: the registrations that the payment is for and that have a spot. */
  find(id: string): Promise<{ readonly dispute: ShownDispute; readonly registered: readonly string[] } | undefined>;
  /** Safe to repeat. */
  decide(id: string, decision: Decision): Promise<void>;
}

interface Needs {
  readonly disputes: Pick<DisputeList, 'find' | 'decide'>;
  /** Ends a registration without a refund. Safe to repeat. */
  readonly cancel: (registrationId: string) => Promise<{ readonly kind: string }>;
}

/** `cancelled`: the registrations that lost their spot just now. */
export type DisputeSettled =
  | { readonly kind: 'settled'; readonly cancelled: readonly string[] }
  | { readonly kind: 'not-found' };

/** `cancel`: the spots of everybody the payment is for come back, and nothing is refunded. Safe to repeat. */
export type SettleDispute = (id: string, decision: 'keep' | 'cancel') => Promise<DisputeSettled>;

/** A dispute changes no spot by itself: this is the director's decision. It is written last, so a repeat finishes it. */
export const settleDispute =
  ({ disputes, cancel }: Needs): SettleDispute =>
  async (id, decision) => {
    const found = await disputes.find(id);
    if (!found) return { kind: 'not-found' };
    const cancelled: string[] = [];
    if (decision === 'cancel') {
      for (const registrationId of found.registered) {
        const { kind } = await cancel(registrationId);
        if (kind === 'cancelled') cancelled.push(registrationId);
        // Given back or passed on by its runner in between: nothing is left to take.
        else if (kind !== 'no-spot') throw new Error(`${registrationId} of the dispute ${id} cannot be ended: ${kind}`);
      }
    }
    await disputes.decide(id, decision === 'cancel' ? 'cancelled' : 'keep');
    return { kind: 'settled', cancelled };
  };
