import { useEffect, useState } from 'preact/hooks';
import { type LineDocumentMessage, lineDocument, type PassMessage } from '../../../lambdas/api/messages/line';
import { at } from '../http/api';
import { request } from '../page/services';
import { learnTime } from '../time/ticker';
import { againAfter, enterLine, type Trouble } from './enter';
import { keepSeen, withLook } from './kept-line';
import { type Behind, behindOf, inEvents, isOpen, nextLook, type Place, type Stage, stageOf } from './stage';
import { turnOf } from './turn';

export interface Line {
  readonly stage: Stage;
  readonly line: LineDocumentMessage | undefined;
  readonly arrivedAt: string | undefined;
  /** Why they stand behind others who came when they did, if they do. */
  readonly behind: Behind | undefined;
  /** What came of asking for a place. The page asks again. */
  readonly trouble: Trouble;
  /** The last look failed. Nobody loses their turn by it. */
  readonly isStale: boolean;
}

/** So long the CDN shows an old document while nothing behind it answers. Then nobody can know their turn any more. */
const lostMs = 300_000;

const wait = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Comes to the line of a race, and looks at it again and again. It goes on while nobody looks at the page. `shown`: events of the page. */
export const useLine = (raceId: string, shown: readonly string[]): Line => {
  const [seen, setSeen] = useState<Line>({
    stage: { kind: 'entering' },
    line: undefined,
    arrivedAt: undefined,
    behind: undefined,
    trouble: 'none',
    isStale: false,
  });

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const kept = keepSeen(raceId);
    let pass: PassMessage | undefined;
    let lineId: string | undefined;
    let arrived: string | undefined;
    let isEntering = false;
    let failedSince: number | undefined;
    let wake = () => {};

    const enter = async () => {
      isEntering = true;
      pass = await enterLine(raceId, {
        request,
        wait: (seconds) => wait(seconds, signal),
        signal,
        onArrival: (arrivedAt) => {
          arrived = arrivedAt;
          setSeen((before) => ({ ...before, arrivedAt }));
        },
        onTrouble: (trouble) => setSeen((before) => ({ ...before, trouble })),
      });
      isEntering = false;
      if (pass) wake();
    };

    const look = async () => {
      while (!signal.aborted) {
        const answer = await request({
          method: 'GET',
          url: at`/api/races/${raceId}/line`,
          schema: lineDocument,
          timeoutSeconds: 8,
        });
        let seconds: number;
        if (answer.kind === 'ok') {
          const line = inEvents(answer.value, shown);
          learnTime(line.now);
          // A race may have another line later on: a pass is good for one.
          if (lineId !== undefined && lineId !== line.lineId) pass = undefined;
          lineId = line.lineId;
          if (!pass && !isEntering && !isOpen(line)) void enter();
          const place: Place | undefined = pass && { pass, turn: await turnOf(pass, line.seed) };
          const stage = stageOf(line, place);
          const [before, after] = [kept.read(), withLook(kept.read(), line, pass)];
          if (JSON.stringify(before) !== JSON.stringify(after)) kept.write(after);
          const behind = pass && arrived !== undefined ? behindOf(line, pass, arrived) : undefined;
          setSeen((before) => ({ ...before, line, stage, behind, isStale: false }));
          seconds = nextLook(line, stage, document.hidden, Math.random());
          failedSince = undefined;
        } else {
          seconds = againAfter(answer);
          // Without its line, a race sells as one that has none.
          failedSince ??= performance.now();
          const isLost = performance.now() > failedSince + lostMs;
          setSeen((before) => ({ ...before, ...(isLost && { stage: { kind: 'open' } }), isStale: true }));
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
          void wait(seconds, signal).then(resolve);
        });
      }
    };

    const onSight = () => !document.hidden && wake();
    document.addEventListener('visibilitychange', onSight);
    void enter();
    void look();
    return () => {
      ended.abort();
      document.removeEventListener('visibilitychange', onSight);
    };
  }, [raceId, shown.join()]);

  return seen;
};
