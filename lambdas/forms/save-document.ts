import type { RaceNews } from '../races/race';
import type { NewText, TextRegister } from './ports';

interface Needs {
  readonly register: TextRegister;
  readonly news: RaceNews;
  readonly hash: (text: string) => string;
}

/** `isNew`: false when this race had this text before. */
export type SaveDocumentAnswer =
  | { readonly kind: 'saved'; readonly hash: string; readonly isNew: boolean }
  | { readonly kind: 'no-such-race' };

export interface SaveDocumentCommand extends Omit<NewText, 'hash'> {
  /** Nothing is stored; the answer is what it would be. */
  readonly isDryRun: boolean;
}

export type SaveDocument = (command: SaveDocumentCommand) => Promise<SaveDocumentAnswer>;

/**
 * Keeps a text, for good, that a form of the race can name as a document. Nobody is asked to accept it before such a form is
 * published. Safe to send again.
 */
export const saveDocument =
  ({ register, news, hash }: Needs): SaveDocument =>
  async ({ isDryRun, ...text }) => {
    const own = hash(text.text);
    const answer = await register.add({ ...text, hash: own }, isDryRun);
    if (answer === 'no-such-race') return { kind: 'no-such-race' };
    // Also when it was there before: the caller that saved it may have failed before announcing it.
    if (!isDryRun) await news.changed(text.raceId);
    return { kind: 'saved', hash: own, isNew: answer === 'added' };
  };
