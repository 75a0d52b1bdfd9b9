import { signal } from '@preact/signals';

/** What a screen reader is told next, politely. */
export const announcement = signal('');

export const announce = (text: string) => {
  // The same words twice are read twice only if the text changes.
  announcement.value = announcement.peek() === text ? `${text}\u00a0` : text;
};
