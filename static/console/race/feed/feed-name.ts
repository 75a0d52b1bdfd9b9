import { useEffect, useState } from 'preact/hooks';
import { readEntry } from '../../../../lambdas/results/show/find-rows';
import { createReader, type ReadFile } from '../../../src/results/read-version';

/** Reads a published file of a race's results. */
const readFileOf =
  (raceId: string): ReadFile =>
  async (path) => {
    try {
      const response = await fetch(`/results/${encodeURIComponent(raceId)}/${path}`);
      if (!response.ok) return { kind: 'unreadable', status: response.status };
      return { kind: 'ok', value: await response.json() };
    } catch {
      return { kind: 'network' };
    }
  };

/** The name of a bib in what is published; null: nobody has it there. Undefined: it is looked up, or nothing was asked. */
export const useNameOf = (raceId: string, bib: number | undefined): string | null | undefined => {
  const [found, setFound] = useState<{ readonly bib: number; readonly name: string | null }>();
  useEffect(() => {
    if (bib === undefined) return;
    let isCurrent = true;
    const look = async () => {
      const reader = createReader(readFileOf(raceId));
      const first = await reader.read(undefined, (version) => readEntry(version, bib));
      const sets = first.kind === 'ok' ? first.pointer.sets : [];
      for (const { id } of sets) {
        const answer = await reader.read(id, (version) => readEntry(version, bib));
        if (answer.kind === 'ok' && answer.value?.name) return answer.value.name;
      }
      return null;
    };
    void look().then((name) => isCurrent && setFound({ bib, name }));
    return () => {
      isCurrent = false;
    };
  }, [raceId, bib]);
  return found?.bib === bib ? found?.name : undefined;
};
