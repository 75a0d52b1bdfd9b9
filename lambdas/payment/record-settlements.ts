import type { Settlement } from './payment';
import type { Announcements, Payments, Relay } from './ports';

interface Needs {
  readonly payments: Payments;
  readonly relay: Relay;
  readonly announcements: Announcements;
  /** Told of what failed after the commit: the database has it, so the batch is done all the same. */
  readonly report: (error: unknown) => void;
}

/** Answers the registrations whose settlement contradicts the database: they must not be forgotten. */
export type RecordSettlements = (settlements: readonly Settlement[]) => Promise<readonly string[]>;

/** Writes what the processor did; then the mails may leave, and those who poll may know. */
export const recordSettlements =
  ({ payments, relay, announcements, report }: Needs): RecordSettlements =>
  async (settlements) => {
    const { changed, outbox, contradictions } = await payments.settle(settlements);
    const results = await Promise.allSettled([
      outbox.length > 0 ? relay(outbox) : undefined,
      ...changed.map(({ registrationId, state }) => announcements.settled(registrationId, state)),
    ]);
    for (const result of results) if (result.status === 'rejected') report(result.reason);
    return contradictions;
  };
