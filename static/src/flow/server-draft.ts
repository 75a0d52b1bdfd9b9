import type { SessionMessage } from '../../../lambdas/api/sessions';
import { type Draft, newDraft } from './draft';

/**
 * The attempt at a place in this race that the server remembers, for a browser that has forgotten it. The hold itself is
 * not in it: asked for with the same id, the server gives the same one again.
 */
export const draftFrom = ({ holds, draft }: SessionMessage, raceId: string): Draft | undefined => {
  const hold = holds.findLast((one) => one.raceId === raceId);
  return hold && newDraft(hold.registrationId, hold.eventId, draft);
};
