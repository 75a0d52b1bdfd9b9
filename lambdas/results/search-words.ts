import { foldName, nameKeys, shortScripts } from '../domain/person/fold-name';

/** Somebody who has a bib. A name that is withheld is not there. */
interface Named {
  readonly bib: number;
  readonly name?: string | undefined;
  readonly isNameWithheld?: boolean | undefined;
  readonly club?: string | undefined;
}

/** All words of name and club, in each spelling. Whose name is withheld is not found. */
export const foundBy = (entries: readonly Named[]) =>
  entries.flatMap(({ bib, name, isNameWithheld, club = '' }) => {
    if (name === undefined || isNameWithheld) return [];
    const words = new Set([name, club].flatMap(nameKeys).flatMap((key) => key.split(' ')));
    return [{ bib, words: [...words].join(' ') }];
  });

const leastLetters = 3;

/** What somebody looks for, one word after the other. Undefined: no word of it is long enough to find few. */
export const wordsIn = (typed: string): readonly string[] | undefined => {
  const words = [...new Set(foldName(typed).split(' '))].filter((word) => word !== '').sort();
  const isEnough = (word: string) => [...word].length >= (shortScripts.test(word) ? 2 : leastLetters);
  return words.some(isEnough) ? words : undefined;
};
