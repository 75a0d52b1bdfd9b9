import { codeOf, foldCode, hashOfCode, hintOf } from './code';
import type { CodeRegister, CodesMade, CodesWish } from './ports';

interface Needs {
  readonly register: Pick<CodeRegister, 'make'>;
  readonly news: { changed(raceId: string): Promise<void> };
  readonly newId: () => string;
  /** Random bytes that nobody can guess. */
  readonly random: (bytes: number) => Uint8Array;
  readonly hash: (text: string) => string;
}

export interface MakeCodesCommand {
  readonly wish: CodesWish;
  /** The words, or how many are to be invented. */
  readonly words: readonly string[] | number;
  readonly isDryRun: boolean;
}

/** `codes`: the invented ones, which nobody can be told a second time. Empty in a dry run. */
export type MakeCodesAnswer =
  | { readonly kind: 'made'; readonly number: number; readonly codes: readonly string[] }
  | Exclude<CodesMade, { kind: 'made' }>;

export type MakeCodes = (command: MakeCodesCommand) => Promise<MakeCodesAnswer>;

export const makeCodes =
  ({ register, news, newId, random, hash }: Needs): MakeCodes =>
  async ({ wish, words, isDryRun }) => {
    const invented = typeof words === 'number' ? Array.from({ length: words }, () => codeOf(random(12))) : [];
    const all = typeof words === 'number' ? invented : words;
    const codes = all.map((word) => ({ id: newId(), hash: hashOfCode(wish.raceId, word, hash), hint: hintOf(word) }));
    const folded = all.map(foldCode);
    const same = folded.findIndex((word, n) => folded.indexOf(word) < n);
    if (same >= 0) return { kind: 'code-taken', place: same };
    const answer = await register.make(wish, codes, isDryRun);
    if (answer.kind !== 'made') return answer;
    if (!isDryRun) await news.changed(wish.raceId);
    return { kind: 'made', number: codes.length, codes: isDryRun ? [] : invented };
  };
