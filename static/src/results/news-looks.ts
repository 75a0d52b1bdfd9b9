import type { Pointer, VersionKind } from '../../../lambdas/results/files';
import { pollSeconds } from '../http/backoff';
import { lookSeconds, type Reader } from './read-version';

interface Needs {
  readonly look: Reader['look'];
  /** Of the version that is shown. */
  readonly kind: VersionKind | undefined;
  readonly pointer: Pointer | undefined;
  readonly isVisible: () => boolean;
  /** Called with the answer of each look. */
  readonly found: (answer: Awaited<ReturnType<Reader['look']>>) => void;
}

/** Looks for newer results again and again while the page is visible: less often the longer nothing has changed. */
export const startLooks = ({ look, kind, pointer, isVisible, found }: Needs) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCurrent = true;
  let [seen, changedAt] = [pointer, Date.now()];
  const wait = () => {
    clearTimeout(timer);
    const seconds = lookSeconds(kind, seen, Date.now() - changedAt);
    timer = setTimeout(() => void lookNow(), 1000 * pollSeconds(seconds, Math.random()));
  };
  const lookNow = async (): Promise<void> => {
    if (isVisible()) {
      const answer = await look();
      if (!isCurrent) return;
      if (answer.kind === 'ok') {
        const { pointer: newest } = answer.value;
        if (JSON.stringify(seen?.sets) !== JSON.stringify(newest.sets)) changedAt = Date.now();
        seen = newest;
        // A page that gets no answer looks as seldom as when nothing changes.
      } else changedAt = 0;
      found(answer);
    }
    wait();
  };
  wait();
  return {
    lookNow,
    stop: () => {
      isCurrent = false;
      clearTimeout(timer);
    },
  };
};
