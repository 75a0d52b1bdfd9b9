import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpeningMessage } from '../../../lambdas/api/console/sales-messages';
import { count } from '../../src/page/money';
import { useNow } from '../../src/page/use-value';
import { Countdown } from '../../src/race/countdown';
import { zoneName } from '../../src/time/dates';
import { clockFace, inWords } from '../../src/time/duration';
import { whenThere } from '../../src/time/time-there';
import type { RaceScreenProps } from '../race/race-screen';
import * as s from '../texts/sales';
import { timeIn } from './instants';
import { LineChart } from './line-chart';
import { LinePanel } from './line-panel';
import { SpotsBar } from './stacked-bar';
import type { Live } from './use-live';

export interface WatchedProps {
  readonly race: RaceScreenProps['race'];
  readonly live: Live;
  readonly sample: OpeningMessage;
}

interface StageProps extends WatchedProps {
  readonly isStale: boolean;
}

/** What is read across a room: how long, how many, how fast. */
export const Stage = ({ race, live, sample, isStale }: StageProps) => {
  const stage = useRef<HTMLElement>(null);
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement === stage.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  const { totals, pace } = sample;
  const toggle = () => void (isFull ? document.exitFullscreen() : stage.current?.requestFullscreen());
  return (
    <section ref={stage} class="stage" data-stale={isStale ? '' : undefined} aria-label={race.name}>
      <div class="stage-head">
        <p class="stage-race">{race.name}</p>
        {document.fullscreenEnabled && (
          <button type="button" class="plain" onClick={toggle}>
            {isFull ? s.leaveFullScreen : s.fullScreen}
          </button>
        )}
      </div>
      {isFull && isStale && (
        <div class="note note-bad">
          <NothingNew since={live.cameAt} age={Date.now() - live.cameAt} timeZone={race.timeZone} />
        </div>
      )}
      <Clock sample={sample} />
      <dl class="stage-figures">
        <Big name={s.big.registered} note={s.ofAll(count(totals.capacity))}>
          {count(totals.registered)}
        </Big>
        <Big name={s.big.perSecond}>{perSecond(pace)}</Big>
        <Big name={s.big.held}>{count(totals.held)}</Big>
        <Big name={s.big.free}>{count(totals.free)}</Big>
        <Big name={s.big.waiting}>{count(totals.waiting)}</Big>
      </dl>
      {sample.line && <LinePanel line={sample.line} timeZone={race.timeZone} raceId={race.id} />}
      <ul class="stage-events">
        {sample.events
          .filter(({ kind }) => kind === 'run')
          .map((spots) => (
            <li key={spots.eventId}>
              <h2>{race.events.find(({ id }) => id === spots.eventId)?.name ?? ''}</h2>
              <SpotsBar of={spots} isEmptying />
            </li>
          ))}
      </ul>
      <Curve race={race} live={live} capacity={totals.capacity} />
    </section>
  );
};

/** How long it has been is not read out: it would be, each second. */
interface NothingNewProps {
  readonly since: number;
  readonly age: number;
  readonly timeZone: string;
}

export const NothingNew = ({ since, age, timeZone }: NothingNewProps) => (
  <p>
    {s.nothingNew(whenThere(since, timeZone))} <span aria-hidden="true">{s.ago(inWords(Math.round(age / 1000)))}</span>
  </p>
);

/** Before the opening how long it takes, and from then on how long it lasts. */
const Clock = ({ sample: { opensAt, closesAt, events, totals } }: { readonly sample: OpeningMessage }) => {
  const now = useNow();
  const opens = Date.parse(opensAt);
  if (now < opens)
    return (
      <div class="stage-clock">
        <span aria-hidden="true">{s.opensIn}</span>
        <Countdown until={opensAt} label={s.opensIn} />
      </div>
    );
  const runs = events.filter(({ kind }) => kind === 'run');
  const isOver = now >= Date.parse(closesAt) || runs.every(({ phase }) => phase === 'closed');
  const isPaused = runs.some(({ phase }) => phase === 'paused') && !runs.some(({ phase }) => phase === 'open');
  const isSoldOut = totals.capacity > 0 && totals.free + totals.held === 0;
  const state = isOver ? s.closedWords : isPaused ? s.pausedWords : isSoldOut ? s.soldOutWords : undefined;
  return (
    <p class="stage-clock">
      <span>{state ?? s.openFor}</span> <b class="figures">{clockFace(Math.floor((now - opens) / 1000))}</b>
    </p>
  );
};

const perSecond = ({ recorded, seconds }: OpeningMessage['pace']): string => {
  const rate = recorded / seconds;
  return rate >= 10 || rate === 0 ? count(Math.round(rate)) : rate.toFixed(1);
};

interface BigProps {
  readonly name: string;
  readonly note?: string;
  readonly children: string;
}

const Big = ({ name, note, children }: BigProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b class="figures">{children}</b>
      {note && <span class="quiet"> {note}</span>}
    </dd>
  </div>
);

const Curve = ({
  race,
  live: { curve },
  capacity,
}: {
  race: RaceScreenProps['race'];
  live: Live;
  capacity: number;
}) => {
  const [first] = curve;
  const last = curve.at(-1);
  if (!first || !last || curve.length < 2) return <p class="quiet">{s.curveNone}</p>;
  const say = timeIn(race.timeZone, 'second');
  const points = (of: 'registered' | 'held') => curve.map((point) => [Date.parse(point.at), point[of]] as const);
  return (
    <figure class="figure-room">
      <LineChart
        label={s.curveTitle}
        hint={s.registrations.keys}
        from={Date.parse(first.at)}
        to={Date.parse(last.at)}
        lines={[
          { name: s.lines.registered, points: points('registered') },
          { name: s.lines.held, points: points('held') },
        ]}
        cap={{ value: capacity, label: s.capWords(count(capacity)) }}
        sayTime={say}
        sayPoint={(n) => {
          const { at, registered, held } = curve[n] ?? last;
          return s.curveSays(say(Date.parse(at)), count(registered), count(held));
        }}
      />
      <figcaption>{s.inZone(s.curveTitle, zoneName(race.timeZone))}</figcaption>
    </figure>
  );
};
