import { useEffect, useState } from 'preact/hooks';
import {
  arrivalMessage,
  type LineDocumentMessage,
  lineDocument,
  type PassMessage,
  passMessage,
} from '../../../lambdas/api/messages/line';
import { at, ofSession } from '../http/api';
import { request } from '../page/services';
import { learnTime } from '../time/ticker';
import { keepSeen, withLook } from './kept-line';
import { nextLook, type Place, type Stage, stageOf } from './stage';
import { turnOf } from './turn';

export interface Line {
  readonly stage: Stage;
  readonly line: LineDocumentMessage | undefined;
  readonly arrivedAt: string | undefined;
  /** The last look failed. Nobody loses their turn by it. */
  readonly isStale: boolean;
}

const wait = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const againSeconds = 4;

/** Comes to the line of a race, and looks at it again and again. It goes on while nobody looks at the page. */
export const useLine = (raceId: string): Line => {
  const [seen, setSeen] = useState<Line>({
    stage: { kind: 'entering' },
    line: undefined,
    arrivedAt: undefined,
    isStale: false,
  });

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const kept = keepSeen(raceId);
    let pass: PassMessage | undefined;
    let wake = () => {};

    const enter = async () => {
      while (!signal.aborted) {
        const arrival = await request({
          method: 'POST',
          url: at`/api/races/${raceId}/line/arrival`,
          schema: arrivalMessage,
        });
        if (arrival.kind === 'ok') {
          const { arrivedAt, enrolAfter } = arrival.value;
          setSeen((before) => ({ ...before, arrivedAt }));
          await wait(enrolAfter / 1000, signal);
          const got = await request({
            method: 'POST',
            url: at`/api/races/${raceId}/line/pass`,
            schema: passMessage,
            ...ofSession,
          });
          if (got.kind === 'ok') {
            pass = got.value;
            wake();
            return;
          }
        }
        await wait(againSeconds * (1 + Math.random()), signal);
      }
    };

    const look = async () => {
      while (!signal.aborted) {
        const answer = await request({
          method: 'GET',
          url: at`/api/races/${raceId}/line`,
          schema: lineDocument,
          timeoutSeconds: 8,
        });
        let seconds = againSeconds * (1 + Math.random());
        if (answer.kind === 'ok') {
          const line = answer.value;
          learnTime(line.now);
          const place: Place | undefined = pass && { pass, turn: await turnOf(pass, line.seed) };
          const stage = stageOf(line, place);
          const [before, after] = [kept.read(), withLook(kept.read(), line, pass)];
          if (JSON.stringify(before) !== JSON.stringify(after)) kept.write(after);
          setSeen((before) => ({ ...before, line, stage, isStale: false }));
          seconds = nextLook(line, stage, document.hidden, Math.random());
        } else setSeen((before) => ({ ...before, isStale: true }));
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
  }, [raceId]);

  return seen;
};
