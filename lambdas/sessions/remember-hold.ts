import type { RememberHold } from '../domain/hold';
import type { Sessions } from './ports';
import { withHold } from './session';

interface Needs {
  readonly sessions: Pick<Sessions, 'change'>;
  readonly report: (error: unknown) => void;
}

/**
 * Remembers a hold for a browser that forgets it. The hold belongs to the runner all the same, so this never throws.
 */
export const rememberHold =
  ({ sessions, report }: Needs): RememberHold =>
  async ({ hash, isNew }, { registrationId, raceId, eventId, companions, owner, expiresAt }, token) => {
    // A runner who takes up an offer comes back by the link to their place on the list, which knows more than a
    // session.
    if (owner !== undefined) return;
    const hold = {
      registrationId,
      raceId,
      eventId,
      ...(companions && { companions: companions.map((seat) => seat.registrationId) }),
      token,
      expiresAt,
    };
    try {
      await sessions.change(hash, (before) => withHold(before, hold), { isNew });
    } catch (error) {
      report(error);
    }
  };
