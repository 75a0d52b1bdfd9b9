import { type Kept, keepUnder } from '../../flow/kept';
import { type JoinDraft, joinDraft, newJoinDraft } from './joining';

/** Stores one draft for each event. */
export const keepJoinDraft = (eventId: string): Kept<JoinDraft> =>
  keepUnder(() => localStorage, `startline:wish:${eventId}`, joinDraft);

/** Replaces the draft of this place by a new one with the same form, so that joining again makes a new place. */
export const forgetPlace = (eventId: string, placeId: string, newId: () => string) => {
  const kept = keepJoinDraft(eventId);
  const before = kept.read();
  if (before?.placeId === placeId) kept.write(newJoinDraft(newId(), before.typed, before.size));
};
