/** What a director may write in braces, and each runner reads as it is for them. */
export const placeholders = ['firstName', 'number', 'event', 'link'] as const;
export type Placeholder = (typeof placeholders)[number];

const inBraces = /\{([^{}]*)\}/g;

/** Whether every word in braces is a placeholder. */
export const knowsPlaceholders = (text: string): boolean =>
  [...text.matchAll(inBraces)].every(([, word = '']) => (placeholders as readonly string[]).includes(word));

/** A text that `knowsPlaceholders`, as one runner reads it. */
export const fillIn = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(inBraces, (_, word: Placeholder) => values[word]);

/** What somebody wants no news of: one race, all races of the organiser, or nothing. */
export const optOuts = ['race', 'organiser', 'nothing'] as const;
export type OptOut = (typeof optOuts)[number];

/** Whose news of which race a link ends. `emailHash`: SHA-256 (base64url) of the address in lower case. */
export interface NewsReader {
  readonly emailHash: string;
  readonly raceId: string;
}
