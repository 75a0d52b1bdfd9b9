import { useEffect, useRef, useState } from 'preact/hooks';
import type { CurveMessage, OpeningMessage } from '../../../lambdas/api/console/sales-messages';
import { learnTime, startTicking } from '../../src/time/ticker';
import type { Failure } from '../http/ask';
import { at, call } from '../http/call';

export type CurvePoint = CurveMessage['points'][number];

export interface Live {
  readonly sample?: OpeningMessage;
  /** When the sample came, in milliseconds of this device. */
  readonly cameAt: number;
  readonly curve: readonly CurvePoint[];
  /** It cannot be read just now. What was read last stays. */
  readonly failure?: Failure;
}

const pauseMs = 2000;
/** Two hours of looking on at a pace of two seconds are thinned to this. */
const mostPoints = 600;

let isTicking = false;

/** A race as it stands, looked at again two seconds after each answer while somebody sees the page. */
export const useLive = (raceId: string): Live => {
  const [live, setLive] = useState<Live>({ cameAt: 0, curve: [] });
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    if (!isTicking) startTicking();
    isTicking = true;
    let timer: ReturnType<typeof setTimeout>;

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
          setLive(({ curve }) => ({
            sample: answer.value,
            cameAt: Date.now(),
            curve: joined(curve, [pointOf(answer.value)]),
          }));
        } else setLive((before) => ({ ...before, failure: answer }));
      }
      timer = setTimeout(() => void look(), pauseMs);
    };
    const whenSeen = () => {
      if (!document.hidden) void look();
    };
    void look();
    void readCurve();
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      isHere.current = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [raceId]);
  return live;
};

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
