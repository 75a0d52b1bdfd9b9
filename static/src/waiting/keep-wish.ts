import { type Kept, keepUnder } from '../flow/kept';
import { newWish, type Wish, wish } from './wish';

/** One wish for each event. */
export const keepWish = (eventId: string): Kept<Wish> =>
  keepUnder(() => localStorage, `startline:wish:${eventId}`, wish);

/** The next wish for this event is a new one; who wishes is remembered. */
export const forgetPlace = (eventId: string, placeId: string, newId: () => string) => {
  const kept = keepWish(eventId);
  const before = kept.read();
  if (before?.placeId === placeId) kept.write(newWish(newId(), before.typed, before.size));
};
