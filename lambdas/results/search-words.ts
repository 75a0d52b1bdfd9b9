import { foldName, nameKeys, shortScripts } from '../domain/person/fold-name';
import type { Entry, RankRules } from './entry';
import type { FoundBy } from './ports';
import { ageGroupOf } from './rank';

/** A name may be kept of somebody who took it out of the results. */
type Named = Entry & { readonly isNameWithheld?: boolean | undefined };

/** All words of name and club, in each spelling, and the lists they are in. Whose name is withheld is not found. */
export const foundBy = (
  rules: Pick<RankRules, 'genders' | 'ageGroups'>,
  entries: readonly Named[],
): readonly FoundBy[] =>
  entries.flatMap((entry) => {
    const { bib, name, isNameWithheld, club = '' } = entry;
    if (name === undefined || isNameWithheld) return [];
    const words = new Set([name, club].flatMap(nameKeys).flatMap((key) => key.split(' ')));
    const groups = [
      ...rules.genders.flatMap(({ code }) => (code === entry.gender ? [`gender:${code}`] : [])),
      ...[ageGroupOf(rules, entry)].flatMap((code) => (code === undefined ? [] : [`age:${code}`])),
    ];
    return [{ bib, words: [...words].join(' '), groups }];
  });

const leastLetters = 3;

/** What somebody looks for, one word after the other. Undefined: no word of it is long enough to find few. */
export const wordsIn = (typed: string): readonly string[] | undefined => {
  const words = [...new Set(foldName(typed).split(' '))].filter((word) => word !== '').sort();
  const isEnough = (word: string) => [...word].length >= (shortScripts.test(word) ? 2 : leastLetters);
  return words.some(isEnough) ? words : undefined;
};
