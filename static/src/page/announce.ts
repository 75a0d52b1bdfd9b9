import { watched } from '../flow/watched';

/** The text that screen readers read out next (`aria-live="polite"`). */
export const announcement = watched('');

/** Lets screen readers read out this text. */
export const announce = (text: string) => {
  // A screen reader reads the same words again only if the text has changed.
  announcement.put(announcement.peek() === text ? `${text}\u00a0` : text);
};
