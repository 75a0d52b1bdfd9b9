import type { Pointer } from '../../../lambdas/results/files';
import { readEntry } from '../../../lambdas/results/show/find-rows';
import { readerOf } from './reader-of';
import { runnerHref } from './results-href';

interface Named {
  readonly name: string;
  readonly href: string;
}

/** After so long, the newest results are read: somebody may have come late, or have taken their name out. */
const staleMs = 300_000;
/** In ms. */
let freshUntil = 0;

/**
 * The names of these bibs and the pages of their results. Undefined: the name is withheld, or two people have the bib, because the
 * events of a race may each count from 1. A bib that nobody has is left out.
 */
export const namesOf = async (
  raceId: string,
  bibs: readonly number[],
): Promise<ReadonlyMap<number, Named | undefined>> => {
  const found = new Map<number, Named | undefined>();
  const reader = readerOf(raceId);
  const now = performance.now();
  if (now >= freshUntil) {
    // Not everybody reads them at the same news.
    freshUntil = now + staleMs * (1 + Math.random());
    reader.take();
  }
  // A withdrawn first ranking has the pointer to the others, too.
  const { pointer } = (await reader.read(undefined, async () => {})) as { readonly pointer?: Pointer };
  for (const { id } of pointer?.sets ?? []) {
    const answer = await reader.read(id, (version) => Promise.all(bibs.map((bib) => readEntry(version, bib))));
    for (const entry of answer.kind === 'ok' ? answer.value : []) {
      if (!entry) continue;
      const { bib, name } = entry;
      const isClear = name && (!found.has(bib) || found.get(bib)?.name === name);
      found.set(bib, isClear ? (found.get(bib) ?? { name, href: runnerHref(raceId, id, bib) }) : undefined);
    }
  }
  return found;
};
