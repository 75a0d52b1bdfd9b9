import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../page/announce';
import { count } from '../page/money';
import * as t from '../texts/line';
import { inWords } from '../time/duration';
import { serverClock } from '../time/ticker';
import { type InEvent, isNews, type Said, type Stage } from './stage';
import { useLine } from './use-line';

interface LineBoxProps {
  readonly raceId: string;
  readonly names: Readonly<Record<string, string>>;
  /** Told the events in which their turn has come. */
  readonly onStage: (called: readonly string[] | 'all') => void;
}

/** Rounded, so that nobody counts seconds that nobody knows. */
const rough = (seconds: number): string =>
  inWords(seconds < 60 ? Math.max(10, Math.ceil(seconds / 10) * 10) : Math.ceil(seconds / 60) * 60);

const waitWords = ({ wait, ahead, free }: InEvent): string => {
  switch (wait.kind) {
    case 'called':
      return '';
    case 'range':
      return wait.from < 10 ? t.within(rough(wait.to)) : t.range(rough(wait.from), rough(wait.to));
    case 'uncertain':
      return t.uncertain;
    case 'unlikely':
      return t.unlikely(count(ahead), count(free));
  }
};

const Waits = ({ events, names }: { events: readonly InEvent[]; names: LineBoxProps['names'] }) => (
  <ul class="line-waits">
    {events.map((event) => (
      <li key={event.eventId}>
        <b>{t.ahead(count(event.ahead), names[event.eventId] ?? '')}</b> {waitWords(event)}
      </li>
    ))}
  </ul>
);

const Words = ({ stage, names }: { stage: Stage; names: LineBoxProps['names'] }) => {
  switch (stage.kind) {
    case 'entering':
      return <p>{t.entering}</p>;
    case 'lobby':
      return (
        <>
          <p>
            <b>{t.lobby}</b>
          </p>
          <p class="quiet">{t.lobbyHint}</p>
        </>
      );
    case 'closing':
      return <p role="status">{t.closing}</p>;
    case 'drawing':
      return <p role="status">{t.drawing}</p>;
    case 'waiting':
      return (
        <>
          {stage.paused !== undefined && <p role="status">{t.paused(stage.paused)}</p>}
          <Waits events={stage.events} names={names} />
          <p class="quiet">{t.stay}</p>
        </>
      );
    case 'called': {
      const waits = stage.events.filter(({ wait }) => wait.kind !== 'called');
      return (
        <>
          <p>{t.called(stage.called.map((id) => names[id] ?? '').join(', '))}</p>
          {waits.length > 0 && (
            <>
              <p>{t.others}</p>
              <Waits events={waits} names={names} />
            </>
          )}
        </>
      );
    }
    case 'open':
      return null;
  }
};

/** Where somebody is in the line of a race. It enters them by itself, and nothing has to be pressed. */
export const LineBox = ({ raceId, names, onStage }: LineBoxProps) => {
  const { stage, arrivedAt, isStale } = useLine(raceId);
  const heading = useRef<HTMLHeadingElement>(null);
  const said = useRef<Said | undefined>(undefined);
  const called = stage.kind === 'called' ? stage.called.join(' ') : '';

  useEffect(() => {
    onStage(stage.kind === 'open' ? 'all' : stage.kind === 'called' ? stage.called : []);
    // Those who hear the page are told once, and everybody is where they go on.
    if (called !== '') heading.current?.focus({ preventScroll: false });
  }, [called, stage.kind === 'open']);

  useEffect(() => {
    const [first] = stage.kind === 'waiting' ? stage.events : [];
    if (!first || !isNews(first.wait, said.current, serverClock.now())) return;
    said.current = { to: first.wait.kind === 'range' ? first.wait.to : 0, at: serverClock.now() };
    announce(waitWords(first));
  }, [stage]);

  if (stage.kind === 'open') return null;
  const words = stage.kind === 'called' ? t.calledTitle : stage.kind === 'waiting' ? t.waitingTitle : t.title;
  return (
    <section class={`note line-box line-${stage.kind}`} aria-labelledby="line">
      <h2 id="line" ref={heading} tabIndex={-1}>
        {words}
      </h2>
      <Words stage={stage} names={names} />
      {arrivedAt !== undefined && stage.kind === 'entering' && (
        <p class="quiet">{t.arrived(new Date(arrivedAt).toLocaleTimeString())}</p>
      )}
      {isStale && <p role="status">{t.stale}</p>}
    </section>
  );
};
