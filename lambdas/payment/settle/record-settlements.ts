import type { Relay } from '../../domain/outbox';
import type { Settlement } from '../../domain/payment';
import type { Announcements, Payments } from '../ports';

interface Needs {
  readonly payments: Payments;
  readonly relay: Relay;
  readonly announcements: Announcements;
  /** Called with errors after the commit. The database has the settlements by then, so the batch has succeeded. */
  readonly report: (error: unknown) => void;
}

/** Returns the registration ids of settlements that contradict the database: they must not be lost. */
export type RecordSettlements = (settlements: readonly Settlement[]) => Promise<readonly string[]>;

/** Records what the processor did; after the commit, relays the mails and tells the clients that poll. */
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
