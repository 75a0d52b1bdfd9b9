import type { EntryRow } from '../../../lambdas/results/files';
import type { Version } from '../../../lambdas/results/show/find-rows';

/** A bib that readers saw otherwise before. Without `before` it came, without `after` it went. */
export interface Changed {
  readonly bib: number;
  readonly before?: EntryRow;
  readonly after?: EntryRow;
}

/** More leaves are not loaded to compare them: that is a whole race of some thousands. */
const mostLeaves = 60;

/**
 * Who has another name, time, status or other detail than in the version before, by bib. Places alone do not count: one time that is
 * corrected moves everybody behind it. Undefined: too much is different.
 */
export const changesBetween = async (before: Version, after: Version): Promise<readonly Changed[] | undefined> => {
  const [was, is] = await Promise.all([before.index('entries'), after.index('entries')]);
  const hashesOf = (index: typeof was) => new Set(index.map(([, , hash]) => hash));
  // What is named alike is alike, so only the other leaves are read.
  const [known, now] = [hashesOf(was), hashesOf(is)];
  const [old, fresh] = [[...known].filter((hash) => !now.has(hash)), [...now].filter((hash) => !known.has(hash))];
  if (old.length + fresh.length > mostLeaves) return undefined;
  const rowsOf = async (version: Version, hashes: readonly string[]) => {
    const leaves = await Promise.all(hashes.map((hash) => version.leaf<EntryRow>(hash)));
    return new Map(leaves.flat().map((row) => [row.bib, row]));
  };
  const [left, right] = await Promise.all([rowsOf(before, old), rowsOf(after, fresh)]);
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort((one, other) => one - other)
    .map((bib) => ({ bib, before: left.get(bib), after: right.get(bib) }))
    .filter(({ before, after }) => textOf(before) !== textOf(after))
    .map(({ bib, before, after }) => ({ bib, ...(before && { before }), ...(after && { after }) }));
};

const textOf = (row: EntryRow | undefined): string => {
  const { places: _, ...rest } = row ?? { places: undefined };
  return JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
};
