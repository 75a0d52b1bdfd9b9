import type { SessionMessage, TypedDraft } from '../../../lambdas/api/sessions';
import { type Draft, newDraft, nothingTyped } from './draft';

/**
 * The attempt at a place in this race that the server remembers, for a browser that has forgotten it. The hold itself is
 * not in it: asked for with the same ids, the server gives the same one again.
 */
export const draftFrom = ({ holds, draft }: SessionMessage, raceId: string): Draft | undefined => {
  const hold = holds.findLast((one) => one.raceId === raceId);
  if (!hold) return undefined;
  const { companions = [], ...own } = draft ?? {};
  const typed = draft ? [{ ...nothingTyped, ...own }, ...companions] : [];
  return newDraft([hold.registrationId, ...(hold.companions ?? [])], hold.eventId, typed);
};

/** What is left of a draft with the server: what was typed about everybody. */
export const serverDraftOf = ({ typed, companions }: Draft): TypedDraft => ({
  ...typed,
  ...(companions && { companions: companions.map((one) => one.typed) }),
});
