import { type Kept, keepUnder } from '../flow/kept';
import { type JoinDraft, joinDraft, newJoinDraft } from './wish';

/** One wish for each event. */
export const keepJoinDraft = (eventId: string): Kept<JoinDraft> =>
  keepUnder(() => localStorage, `startline:wish:${eventId}`, joinDraft);

/** The next wish for this event is a new one; who wishes is remembered. */
export const forgetPlace = (eventId: string, placeId: string, newId: () => string) => {
  const kept = keepJoinDraft(eventId);
  const before = kept.read();
  if (before?.placeId === placeId) kept.write(newJoinDraft(newId(), before.typed, before.size));
};
