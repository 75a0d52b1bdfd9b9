import type { ChangeSale } from '../spots/sale/change-sale';
import type { CancellationPlan, Cancellations } from './ports';

interface Needs {
  readonly cancellations: Pick<Cancellations, 'plan' | 'cancelled' | 'begin' | 'closeEvents'>;
  readonly changeSale: ChangeSale;
  /** Tells the caches of races about the change. */
  readonly raceChanged: (raceId: string) => Promise<void>;
}

export interface CancelRaceCommand {
  readonly raceId: string;
  /** The name of the race, typed by the person who orders it. */
  readonly name: string;
  readonly refundPercent: number;
  readonly message: string;
  readonly isDryRun: boolean;
}

export type RaceCancelled =
  | { readonly kind: 'cancelled'; readonly plan: CancellationPlan }
  | { readonly kind: 'no-such-race' }
  | { readonly kind: 'name-differs'; readonly name: string }
  /** Somebody cancelled it before, with another percentage or message. */
  | { readonly kind: 'cancelled-otherwise'; readonly refundPercent: number };

export type CancelRace = (command: CancelRaceCommand) => Promise<RaceCancelled>;

/**
 * Cancels a race for good. From now on nothing is sold, offered or held, and a job gives everybody their money back. If this is cut
 * off in the middle, the job does the rest. Repeating it gives the same answer and changes nothing.
 */
export const cancelRace =
  ({ cancellations, changeSale, raceChanged }: Needs): CancelRace =>
  async ({ raceId, name, refundPercent, message, isDryRun }) => {
    const plan = await cancellations.plan(raceId, refundPercent);
    if (!plan) return { kind: 'no-such-race' };
    if (plan.raceName !== name) return { kind: 'name-differs', name: plan.raceName };
    const wished = { raceId, refundPercent, message };
    const stands = isDryRun ? ((await cancellations.cancelled(raceId)) ?? wished) : await cancellations.begin(wished);
    if (stands.refundPercent !== refundPercent || stands.message !== message)
      return { kind: 'cancelled-otherwise', refundPercent: stands.refundPercent };
    if (isDryRun) return { kind: 'cancelled', plan };
    await shutRace({ cancellations, changeSale }, raceId);
    await raceChanged(raceId);
    return { kind: 'cancelled', plan };
  };

/** The dealing stops first. Otherwise somebody would still be dealt a spot, pay, and be refused. */
export const shutRace = async (
  {
    cancellations,
    changeSale,
  }: Pick<Needs, 'changeSale'> & { readonly cancellations: Pick<Cancellations, 'closeEvents'> },
  raceId: string,
): Promise<void> => {
  await changeSale({ raceId, sale: 'closed', isDryRun: false });
  await cancellations.closeEvents(raceId);
};
