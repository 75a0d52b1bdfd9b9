import { useEffect, useState } from 'preact/hooks';

export interface Named {
  readonly name: string;
  /** The page of their result. */
  readonly href: string;
}
/** Undefined: the name is withheld, or is not clear. */
export type Names = ReadonlyMap<number, Named | undefined>;

/** The names of bibs, from published results. Messages have bibs alone, so a name is taken out in one place. */
export const useNames = (raceId: string, bibs: readonly number[]): Names => {
  const [names, setNames] = useState<Names>(new Map());
  const key = bibs.join(' ');
  useEffect(() => {
    let isCurrent = true;
    if (bibs.length > 0)
      import('../results-pages').then(
        async ({ resultsPages }) => {
          const found = await resultsPages.namesOf(raceId, bibs);
          if (isCurrent) setNames((before) => new Map([...before, ...found]));
        },
        // Without names there are bibs.
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [raceId, key]);
  return names;
};
