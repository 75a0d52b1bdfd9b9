import { startLooks } from '../../static/src/results/news-looks';
import { createReader, type ReadFile, type Version } from '../../static/src/results/read-version';

interface Needs {
  readonly readFile: ReadFile;
  readonly setId: string;
  /** The page says that there are newer results, which have so many finishers. */
  readonly told: (finishers: number) => void;
  /** Reads what the person looks at, from a version that they took. */
  readonly read: (version: Version) => Promise<void>;
  readonly failed: (why: string) => void;
}

/**
 * Somebody who has a page of live results open and takes newer ones as soon as the page tells of them. It looks by the page's own
 * rules. Resolves with what closes it. Throws when there is nothing to read.
 */
export const openResultsPage = async ({ readFile, setId, told, read, failed }: Needs): Promise<() => void> => {
  const reader = createReader(readFile);
  const first = await reader.read(setId, read);
  if (first.kind !== 'ok') throw new Error(`There are no results to read: ${JSON.stringify(first)}`);
  const { pointer, version } = first;
  const { stop } = startLooks({
    look: reader.look,
    kind: version.set.kind,
    pointer,
    isVisible: () => true,
    found: (answer) => {
      if (answer.kind !== 'ok') return failed(`a look: ${answer.kind}`);
      const { pointer: newest, isNewer } = answer.value;
      if (!isNewer) return;
      told(newest.sets.find(({ id }) => id === setId)?.finishers ?? 0);
      reader.take(newest);
      void reader.read(setId, read).then(({ kind }) => kind === 'ok' || failed(`a version: ${kind}`));
    },
  });
  return stop;
};
