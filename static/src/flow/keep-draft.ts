import { type Draft, draft } from './draft';
import { type Kept, keepUnder, readKept, type StorageArea } from './kept';

export const draftKey = (raceId: string) => `startline:draft:${raceId}`;

/** Parses a stored draft, for example from a `storage` event. Undefined if it is not one. */
export const readDraft = (text: string | null): Draft | undefined => readKept(draft, text);

export type KeptDraft = Kept<Draft>;

/** Stores one draft per race. */
export const keepDraft = (area: () => StorageArea, raceId: string): KeptDraft =>
  keepUnder(area, draftKey(raceId), draft);
