import { readEntry } from '../../../lambdas/results/show/find-rows';
import { readerOf } from './open-results';
import { runnerHref } from './results-href';

/** The names of these bibs and the pages of their results, in whichever set they are. Who is withheld or unknown is left out. */
export const namesOf = async (
  raceId: string,
  bibs: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly href: string }>> => {
  const found = new Map<number, { readonly name: string; readonly href: string }>();
  const reader = readerOf(raceId);
  const first = await reader.read(undefined, async () => undefined);
  const sets = first.kind === 'ok' ? first.pointer.sets : [];
  for (const { id } of sets) {
    const missing = bibs.filter((bib) => !found.has(bib));
    if (missing.length === 0) break;
    const answer = await reader.read(id, (version) => Promise.all(missing.map((bib) => readEntry(version, bib))));
    for (const entry of answer.kind === 'ok' ? answer.value : [])
      if (entry?.name) found.set(entry.bib, { name: entry.name, href: runnerHref(raceId, id, entry.bib) });
  }
  return found;
};
