import { useEffect, useRef, useState } from 'preact/hooks';
import type { CurveMessage, OpeningMessage } from '../../../lambdas/api/console/sales-messages';
import { learnTime, startTicking } from '../../src/time/ticker';
import type { Failure } from '../http/ask';
import { at, call } from '../http/call';
import { onChange } from '../http/data';

export type CurvePoint = CurveMessage['points'][number];

export interface Live {
  readonly sample?: OpeningMessage;
  /** When the sample came, in milliseconds of this device. */
  readonly cameAt: number;
  readonly curve: readonly CurvePoint[];
  /** It cannot be read just now. What was read last stays. */
  readonly failure?: Failure;
}

/** While people come. */
const soonMs = 2000;
/** After somebody changed the race here, it is looked at so long as if people came. */
const eagerMs = 10_000;
/** Two hours of looking on at a pace of two seconds are thinned to this. */
const mostPoints = 600;

let isTicking = false;

/** A race as it stands, looked at again after each answer as soon as the answer says, while somebody sees the page. */
export const useLive = (raceId: string): Live => {
  const [live, setLive] = useState<Live>({ cameAt: 0, curve: [] });
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    if (!isTicking) startTicking();
    isTicking = true;
    let timer: ReturnType<typeof setTimeout>;
    let pauseMs = soonMs;
    let eagerUntil = 0;

    const readCurve = async () => {
      const answer = await call<CurveMessage>({ method: 'GET', url: at`/races/${raceId}/live/curve` });
      if (answer.kind === 'ok' && isHere.current)
        setLive((before) => ({ ...before, curve: joined(answer.value.points, before.curve) }));
    };
    const look = async () => {
      clearTimeout(timer);
      if (!document.hidden) {
        const answer = await call<OpeningMessage>({ method: 'GET', url: at`/races/${raceId}/live` });
        if (!isHere.current) return;
        if (answer.kind === 'ok') {
          learnTime(answer.value.at);
          pauseMs = pauseAfter(answer.value);
          setLive(({ curve }) => ({
            sample: answer.value,
            cameAt: Date.now(),
            curve: joined(curve, [pointOf(answer.value)]),
          }));
        } else {
          pauseMs = soonMs;
          setLive((before) => ({ ...before, failure: answer }));
        }
      }
      clearTimeout(timer);
      timer = setTimeout(() => void look(), Date.now() < eagerUntil ? soonMs : pauseMs);
    };
    const endEager = onChange((prefix) => {
      if (!at`/races/${raceId}`.startsWith(prefix)) return;
      eagerUntil = Date.now() + eagerMs;
      void look();
    });
    const whenSeen = () => {
      if (!document.hidden) void look();
    };
    void look();
    void readCurve();
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      isHere.current = false;
      clearTimeout(timer);
      endEager();
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [raceId]);
  return live;
};

/** How long the page waits before it looks again, in milliseconds. */
export const pauseAfter = ({ lookAgain }: Pick<OpeningMessage, 'lookAgain'>): number =>
  lookAgain === undefined ? soonMs : lookAgain * 1000;

const pointOf = ({ at, totals, pace }: OpeningMessage): CurvePoint => ({
  at,
  registered: totals.registered,
  held: totals.held,
  free: totals.free,
  recorded: pace.recorded,
});

/** Points of two readings in order, each once. The older half is thinned when there are too many. */
export const joined = (one: readonly CurvePoint[], other: readonly CurvePoint[]): readonly CurvePoint[] => {
  const all = [...new Map([...one, ...other].map((point) => [point.at, point])).values()].sort((a, b) =>
    a.at < b.at ? -1 : 1,
  );
  return all.length <= mostPoints ? all : all.filter((_, n) => n % 2 === 0 || n > all.length / 2);
};
