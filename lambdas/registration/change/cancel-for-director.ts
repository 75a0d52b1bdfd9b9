import type { Outcomes, RememberedRunners } from '../ports';
import type { Cancelled, Changes } from './ports';

interface Needs {
  readonly changes: Pick<Changes, 'cancel'>;
  readonly outcomes: Pick<Outcomes, 'changed'>;
  readonly remembered: Pick<RememberedRunners, 'ended'>;
}

type Answer =
  | Extract<Cancelled, { kind: 'cancelled' }>
  | { readonly kind: 'not-found' | 'settling' | 'no-spot' | 'dispute-open' };

/**
 * Ends a registration, whatever the race lets runners do. Without a percentage, the race's own refund percentage
 * applies.
 */
export type CancelForDirector = (registrationId: string, refundPercent?: number) => Promise<Answer>;

/** Throws when a rule that binds only runners refused it, which is a programming error. */
export const cancelForDirector =
  ({ changes, outcomes, remembered }: Needs): CancelForDirector =>
  async (registrationId, refundPercent) => {
    const refund = refundPercent === undefined ? undefined : { percent: refundPercent };
    const answer = await changes.cancel(registrationId, 'director', refund);
    switch (answer.kind) {
      case 'cancelled':
        await Promise.all([outcomes.changed(registrationId), remembered.ended(registrationId)]);
        return answer;
      case 'too-late':
      case 'refund-changed':
        throw new Error(`a director was told "${answer.kind}", which is for runners`);
      default:
        return { kind: answer.kind };
    }
  };
