import { useEffect, useRef, useState } from 'preact/hooks';
import type { LineDocumentMessage } from '../../../lambdas/api/messages/line';
import type { AvailabilityMessage, RaceMessage } from '../../../lambdas/api/messages/races';
import { at } from '../http/api';
import { announce } from '../page/announce';
import { count } from '../page/money';
import * as t from '../texts/line';
import { inWords } from '../time/duration';
import { serverClock } from '../time/ticker';
import { timeThere } from '../time/time-there';
import { type Behind, type InEvent, isNews, type Said, type Stage } from './stage';
import { placeInAddress, TakeOver } from './take-over';
import { useLine } from './use-line';
import { OtherDevice, TellMe } from './while-waiting';

interface LineBoxProps {
  readonly race: RaceMessage;
  /** How the events stand. The document of the line does not say which are paused. */
  readonly seen: AvailabilityMessage;
  /** Told the events in which their turn has come, and what the title of the document says of it to people in another tab. */
  readonly onStage: (called: readonly string[] | 'all', title: string | undefined) => void;
}

/** Rounded, so that nobody counts seconds that nobody knows. */
const rough = (seconds: number): string =>
  inWords(seconds < 60 ? Math.max(10, Math.ceil(seconds / 10) * 10) : Math.ceil(seconds / 60) * 60);

const rangeWords = (from: number, to: number): string => {
  if (from < 10) return t.within(rough(to));
  const [first, last] = [Math.ceil(from / 60), Math.ceil(to / 60)];
  return from > 60 && last < 60 && first < last ? t.minutes(first, last) : t.range(rough(from), rough(to));
};

const waitWords = ({ wait, free, isNew }: InEvent): string => {
  switch (wait.kind) {
    case 'called':
      return '';
    case 'range':
      return rangeWords(wait.from, wait.to);
    case 'uncertain':
      return isNew ? t.notKnownYet : t.uncertain;
    case 'unlikely':
      return t.unlikely(count(free));
  }
};

/** Of the events, by their ids. */
type Names = Readonly<Record<string, string>>;

interface WaitsProps {
  readonly events: readonly InEvent[];
  readonly names: Names;
  /** The events in which nobody gets a spot until a director lets the sale go on. */
  readonly paused: readonly string[];
  /** Nobody is called, so nobody knows when. */
  readonly isHeld?: boolean;
}

const Waits = ({ events, names, paused, isHeld = false }: WaitsProps) => (
  <ul class="line-waits">
    {events.map((event) => (
      <li key={event.eventId}>
        <b>{t.ahead(count(event.ahead), names[event.eventId] ?? '')}</b>{' '}
        {!isHeld && (paused.includes(event.eventId) ? t.eventPaused : waitWords(event))}
      </li>
    ))}
  </ul>
);

/** What is done of the draw, what is being done, and what follows. */
const Steps = ({ line, timeZone }: { line: LineDocumentMessage; timeZone: string }) => {
  const isClosed = line.list !== undefined;
  const { list, beacon } = line;
  return (
    <>
      <p role="status">{t.drawLead}</p>
      <ol class="line-steps">
        <li aria-current={isClosed ? undefined : 'step'}>{list ? t.listClosed(count(list.count)) : t.closing}</li>
        <li aria-current={isClosed ? 'step' : undefined}>
          {beacon ? t.drawing(timeThere(beacon.at, timeZone)) : t.drawingLater}
        </li>
        <li>{t.turnLater}</li>
      </ol>
    </>
  );
};

interface StandsBehindProps {
  readonly behind: Behind;
  readonly timeZone: string;
}

/** Why somebody is not where they came, and what they can do. */
const StandsBehind = ({ behind, timeZone }: StandsBehindProps) => (
  <>
    <p>
      <b>
        {behind.kind === 'later' ? t.standsBehind.later(timeThere(behind.at, timeZone)) : t.standsBehind[behind.kind]}
      </b>
    </p>
    {behind.kind === 'not-in-draw' && <p>{t.otherConnection}</p>}
    {behind.kind === 'later' && behind.at > serverClock.now() && <p>{t.otherConnectionLater}</p>}
  </>
);

interface WordsProps extends Pick<WaitsProps, 'names' | 'paused'> {
  readonly stage: Stage;
  readonly behind: Behind | undefined;
  readonly line: LineDocumentMessage | undefined;
  readonly timeZone: string;
}

const Words = ({ stage, behind, line, names, paused, timeZone }: WordsProps) => {
  const why = behind && <StandsBehind behind={behind} timeZone={timeZone} />;
  switch (stage.kind) {
    case 'entering':
      return <p>{t.entering}</p>;
    case 'lobby':
      return (
        <>
          {why ?? (
            <p>
              <b>{t.lobby}</b>
            </p>
          )}
          <p class="quiet">{t.lobbyHint}</p>
        </>
      );
    case 'closing':
    case 'drawing':
      return line ? (
        <>
          {why}
          <Steps line={line} timeZone={timeZone} />
        </>
      ) : null;
    case 'waiting': {
      const going = stage.events.filter(({ eventId }) => !paused.includes(eventId));
      return (
        <>
          {line?.kind === 'surge' && <p>{t.surge}</p>}
          {why}
          {stage.paused !== undefined && (
            <p role="status">
              <b>{t.lineHeld(stage.paused)}</b>
            </p>
          )}
          <Waits events={stage.events} names={names} paused={paused} isHeld={stage.paused !== undefined} />
          {stage.paused === undefined && going.some(({ wait, isNew }) => wait.kind === 'uncertain' && !isNew) && (
            <p>{t.uncertainWhy}</p>
          )}
          {going.some(({ wait }) => wait.kind === 'unlikely') && <p>{t.listInstead}</p>}
          <p class="quiet">{t.stay}</p>
        </>
      );
    }
    case 'called': {
      const waits = stage.events.filter(({ wait }) => wait.kind !== 'called');
      const namesOf = (ids: readonly string[]) => ids.map((id) => names[id] ?? '').join(', ');
      const going = stage.called.filter((id) => !paused.includes(id));
      const stopped = stage.called.filter((id) => paused.includes(id));
      return (
        <>
          {going.length > 0 && <p>{t.called(namesOf(going))}</p>}
          {stopped.length > 0 && <p>{t.calledPaused(namesOf(stopped))}</p>}
          {waits.length > 0 && (
            <>
              <p>{t.others}</p>
              <Waits events={waits} names={names} paused={paused} />
            </>
          )}
        </>
      );
    }
    case 'open':
      return null;
  }
};

/** Until the draw, what is promised of it. From then on, the way to check it. */
const HowDrawn = ({ line: { raceId, lineId, commitment = '', seed } }: { line: LineDocumentMessage }) =>
  seed ? (
    <p class="quiet">
      <a href={`${at`/races/${raceId}/draw`}?line=${lineId}`}>{t.checkDraw}</a>
    </p>
  ) : (
    <details>
      <summary>{t.howDrawn}</summary>
      <p>{t.howDrawnWords}</p>
      <p>
        {t.promiseOfDraw} <b>{commitment.slice(0, 32).replace(/.{4}(?=.)/g, '$& ')}</b>
      </p>
    </details>
  );

/** The line of a race, or first the question whether this device takes the place of another one. */
export const LineBox = (props: LineBoxProps) => {
  const [token, setToken] = useState(placeInAddress);
  if (token === undefined) return <OwnPlace {...props} />;
  const onDone = () => {
    // A reload does not ask again, and the link is not passed on with the address.
    history.replaceState(history.state, '', location.pathname + location.search);
    setToken(undefined);
  };
  return <TakeOver raceId={props.race.id} token={token} onDone={onDone} />;
};

/** Where somebody is in the line of a race. It enters them by itself, and nothing has to be pressed. */
const OwnPlace = ({ race, seen, onStage }: LineBoxProps) => {
  const paused = seen.events.flatMap(({ eventId, state }) => (state === 'paused' ? [eventId] : []));
  const names = Object.fromEntries(race.events.map(({ id, name }) => [id, name]));
  const { stage, line, arrivedAt, behind, trouble, isStale } = useLine(race.id, Object.keys(names));
  const heading = useRef<HTMLHeadingElement>(null);
  const said = useRef<Said | undefined>(undefined);
  const title =
    stage.kind === 'called'
      ? t.calledTitle
      : stage.kind === 'waiting' && stage.events.length > 0
        ? t.waitingTab(count(Math.min(...stage.events.map(({ ahead }) => ahead))))
        : undefined;
  const called = stage.kind === 'called' ? stage.called.join(' ') : '';

  useEffect(() => {
    onStage(stage.kind === 'open' ? 'all' : stage.kind === 'called' ? stage.called : [], title);
  }, [called, title, stage.kind === 'open']);

  useEffect(() => {
    // Those who hear the page are told once, and everybody is where they go on.
    if (called !== '') heading.current?.focus({ preventScroll: false });
  }, [called]);

  useEffect(() => {
    const [first] = stage.kind === 'waiting' ? stage.events : [];
    if (!first || paused.includes(first.eventId) || !isNews(first.wait, said.current, serverClock.now())) return;
    said.current = { to: first.wait.kind === 'range' ? first.wait.to : 0, at: serverClock.now() };
    announce(waitWords(first));
  }, [stage]);

  if (stage.kind === 'open') return null;
  const words = stage.kind === 'called' ? t.calledTitle : stage.kind === 'waiting' ? t.waitingTitle : t.lineTitle;
  return (
    <section class={`note line-box line-${stage.kind}`} aria-labelledby="line">
      <h2 id="line" ref={heading} tabIndex={-1}>
        {words}
      </h2>
      <Words {...{ stage, behind, line, names, paused }} timeZone={race.timeZone} />
      {arrivedAt !== undefined && stage.kind === 'entering' && (
        <p class="quiet">{t.arrived(timeThere(arrivedAt, race.timeZone))}</p>
      )}
      {trouble !== 'none' && stage.kind === 'entering' && (
        <p role="status">{trouble === 'soon' ? t.enteringUnheard : t.enteringAgain(rough(trouble))}</p>
      )}
      {isStale && <p role="status">{t.stale}</p>}
      <div class="line-more">
        {stage.kind !== 'entering' && <OtherDevice race={race} />}
        <TellMe news={stage.kind === 'called' ? t.calledTitle : undefined} race={Object.values(names).join(', ')} />
      </div>
      {line?.commitment && <HowDrawn line={line} />}
    </section>
  );
};
