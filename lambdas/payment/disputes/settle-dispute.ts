import type { DisputeStatus } from '../../domain/money/dispute';

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
  /** Everybody the payment is for, also who lost their spot or passed it on, and everybody who runs on a credit that it paid for. */
  readonly people: readonly DisputedPerson[];
  /** What is still to be decided. */
  readonly may: readonly ('keep' | 'cancel')[];
}

export interface DisputedPerson {
  readonly registrationId: string;
  readonly name: string;
  /** Another one than that of the dispute, where they run on a credit. */
  readonly raceId: string;
  readonly event: string;
  readonly number: number | null;
  /** They have a spot. */
  readonly isLive: boolean;
  /** The credit of a spot that was deferred pays for theirs. The disputed payment paid for that spot. */
  readonly isOnCredit: boolean;
}

/** What becomes of the runner: they keep the spot, or it comes back and nothing is refunded. */
export type Decision = 'keep' | 'cancelled';

/** The disputes that are known. */
export interface DisputeList {
  /**
   * A hundred of them: what waits for an answer comes first, by its deadline. Without a race: of all races. `after`: the id of the last one
   * of the page before.
   */
  list(raceId?: string, after?: string): Promise<readonly ShownDispute[]>;
  find(id: string): Promise<ShownDispute | undefined>;
  /** Safe to repeat. False: the spots were taken back before, and nobody keeps one. */
  decide(id: string, decision: Decision): Promise<boolean>;
}

/** The bank has given the money back to us, or never took it. */
const isOurs = (status: DisputeStatus): boolean =>
  status === 'won' || status === 'warning_closed' || status === 'returned';

/** While nobody has a spot there is nothing to decide, nor when the money is ours. */
export const mayDecide = ({ status, decided, people }: Omit<ShownDispute, 'may'>): ShownDispute['may'] => {
  if (isOurs(status) || !people.some(({ isLive }) => isLive)) return [];
  return decided === 'keep' ? ['cancel'] : ['keep', 'cancel'];
};

interface Needs {
  readonly disputes: Pick<DisputeList, 'find' | 'decide'>;
  /** Ends a registration without a refund. Safe to repeat. */
  readonly cancel: (registrationId: string) => Promise<{ readonly kind: string }>;
}

/** `cancelled`: the registrations that lost their spot just now. */
export type DisputeSettled =
  | { readonly kind: 'settled'; readonly cancelled: readonly string[] }
  /**
   * `ours`: nobody loses a spot that is paid for. `settling`: the card is being charged; ask again later. `taken-back`: nobody can keep a
   * spot that another director took back.
   */
  | { readonly kind: 'not-found' | 'ours' | 'settling' | 'taken-back' };

/** `cancel`: the spots of everybody the payment is for come back, and nothing is refunded. Safe to repeat. */
export type SettleDispute = (id: string, decision: 'keep' | 'cancel') => Promise<DisputeSettled>;

/** A dispute changes no spot by itself: this is the director's decision. It is written last, so a repeat finishes it. */
export const settleDispute =
  ({ disputes, cancel }: Needs): SettleDispute =>
  async (id, decision) => {
    const found = await disputes.find(id);
    if (!found) return { kind: 'not-found' };
    const registered = found.people.filter(({ isLive }) => isLive);
    if (decision === 'cancel' && registered.length > 0 && isOurs(found.status)) return { kind: 'ours' };
    const cancelled: string[] = [];
    if (decision === 'cancel') {
      for (const { registrationId } of registered) {
        const { kind } = await cancel(registrationId);
        // The payment is one for all of them: so nobody has lost a spot yet.
        if (kind === 'settling') return { kind };
        if (kind === 'cancelled') cancelled.push(registrationId);
        // Given back or passed on by its runner in between: nothing is left to take.
        else if (kind !== 'no-spot') throw new Error(`${registrationId} of the dispute ${id} cannot be ended: ${kind}`);
      }
    }
    const isDecided = await disputes.decide(id, decision === 'cancel' ? 'cancelled' : 'keep');
    if (!isDecided) return { kind: 'taken-back' };
    return { kind: 'settled', cancelled };
  };
