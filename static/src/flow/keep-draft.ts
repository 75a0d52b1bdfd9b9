import * as v from 'valibot';
import { type Draft, draft } from './draft';

/** What is needed of `localStorage`. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const draftKey = (raceId: string) => `startline:draft:${raceId}`;

/** Reads a kept draft. What an older page, or somebody else, left there and we cannot read is as good as nothing. */
export const readDraft = (text: string | null): Draft | undefined => {
  try {
    const parsed = v.safeParse(draft, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

export interface KeptDraft {
  read(): Draft | undefined;
  write(draft: Draft | undefined): void;
}

/** One draft per race. A browser that refuses storage still registers: it only forgets on reload. */
export const keepDraft = (shelf: () => Shelf, raceId: string): KeptDraft => {
  let memory: Draft | undefined;
  const key = draftKey(raceId);
  return {
    read: () => {
      try {
        return readDraft(shelf().getItem(key));
      } catch {
        return memory;
      }
    },
    write: (next) => {
      memory = next;
      try {
        if (next) shelf().setItem(key, JSON.stringify(next));
        else shelf().removeItem(key);
      } catch {
        // Private windows and full disks refuse; the tab itself still knows.
      }
    },
  };
};
