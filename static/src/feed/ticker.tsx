import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../page/announce';
import * as words from '../texts/feed';
import { whenThere } from '../time/time-there';
import type { Told } from './board';
import { raceTime } from './feed-words';
import { Who } from './leaders';
import type { Names } from './names';

interface LineProps {
  readonly told: Told;
  readonly names: Names;
  readonly resultsHref: string;
}

/** What one message says. */
export const Line = ({ told: { kind, body }, names, resultsHref }: LineProps) => {
  if (!body) return <i class="quiet">{kind === 'end' ? words.end : words.redacted}</i>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  switch (kind) {
    case 'split': {
      const bib = Number(body.bib);
      return (
        <>
          <Who bib={bib} names={names} /> {words.passed(text(body.point), raceTime(Number(body.ms)))}
        </>
      );
    }
    case 'positions': {
      const leaders: readonly { readonly bib: number }[] = Array.isArray(body.leaders) ? body.leaders : [];
      return (
        <>
          <b>{words.order(text(body.list), text(body.point))}</b>
          {leaders.slice(0, 3).map(({ bib }, n) => (
            <span key={bib} class="feed-three">
              {n + 1}. <Who bib={bib} names={names} />
            </span>
          ))}
        </>
      );
    }
    case 'notice':
      return (
        <>
          <b>{words.notice}:</b> <span dir="auto">{text(body.text)}</span>
        </>
      );
    case 'results':
      return <a href={resultsHref}>{words.resultKinds[text(body.kind)]?.(text(body.set)) ?? words.seeResults}</a>;
    case 'end':
      return <>{text(body.text) || words.end}</>;
    default:
      return (
        <span dir="auto" lang={text(body.language) || undefined}>
          {text(body.text)}
        </span>
      );
  }
};

/** At first, and more with each press. */
const shownAtOnce = 30;
/** Screen readers hear of news at most as often as this. */
const announceMs = 10_000;

/** Says how many messages are new, once in ten seconds at most. */
const useAnnounced = (last: number, isQuiet: boolean) => {
  const said = useRef({ number: last, at: -announceMs });
  useEffect(() => {
    if (isQuiet || last <= said.current.number) return;
    const { number, at } = said.current;
    const hear = () => {
      announce(words.newMessages(last - number));
      said.current = { number: last, at: performance.now() };
    };
    const timer = setTimeout(hear, at + announceMs - performance.now());
    return () => clearTimeout(timer);
  }, [last, isQuiet]);
};

interface TickerProps {
  readonly told: readonly Told[];
  readonly names: Names;
  readonly timeZone: string;
  readonly resultsHref: string;
  /** Nothing more comes. */
  readonly isEnded: boolean;
  readonly hasOlder: boolean;
  readonly readOlder: () => void;
}

/** What happened, the newest first. What somebody reads does not move: newer messages wait behind a button. */
export const Ticker = ({ told, names, timeZone, resultsHref, isEnded, hasOlder, readOlder }: TickerProps) => {
  const last = told.at(-1)?.number ?? 0;
  const [isStopped, setStopped] = useState(false);
  const isPaused = isStopped && !isEnded;
  const [isReading, setReading] = useState(false);
  /** Up to which number messages are shown while newer ones wait. */
  const [upTo, setUpTo] = useState(last);
  const [most, setMost] = useState(shownAtOnce);
  const top = useRef<HTMLHeadingElement>(null);
  const isHeld = isPaused || isReading;
  useEffect(() => {
    if (!isHeld) setUpTo(last);
  }, [isHeld, last]);
  useEffect(() => {
    const heading = top.current;
    if (!heading) return;
    const watch = new IntersectionObserver(([seen]) => {
      setReading(seen !== undefined && !seen.isIntersecting && seen.boundingClientRect.top < 0);
    });
    watch.observe(heading);
    return () => watch.disconnect();
  }, []);
  useAnnounced(last, isPaused);

  const shown = told.filter(({ number }) => number <= (isHeld ? upTo : last));
  const waiting = told.length - shown.length;
  const showNew = () => {
    setUpTo(last);
    top.current?.focus();
    top.current?.scrollIntoView({ block: 'start' });
  };
  const showOlder = () => {
    setMost(most + shownAtOnce);
    if (most >= shown.length) readOlder();
  };
  return (
    <section class="feed-ticker" aria-labelledby="feed-ticker">
      <div class="feed-ticker-head">
        <h2 id="feed-ticker" ref={top} tabIndex={-1}>
          {words.ticker}
        </h2>
        {!isEnded && (
          <button type="button" class="plain" aria-pressed={isPaused} onClick={() => setStopped(!isPaused)}>
            {isPaused ? words.goOn : words.pause}
          </button>
        )}
      </div>
      {isPaused && <p class="quiet">{words.paused}</p>}
      {waiting > 0 && (
        <button type="button" class="button feed-new" onClick={showNew}>
          {words.newMessages(waiting)}
        </button>
      )}
      <ol reversed class="feed-lines">
        {shown
          .slice(-most)
          .reverse()
          .map((one) => (
            <li key={one.number} class={`feed-line feed-${one.kind}`}>
              <time class="quiet figures" dateTime={one.at}>
                {whenThere(one.at, timeZone)}
              </time>
              <div>
                {one.isWithdrawn ? (
                  <>
                    <del>
                      <Line told={one} names={names} resultsHref={resultsHref} />
                    </del>{' '}
                    <i class="feed-mark">{words.withdrawn}</i>
                  </>
                ) : (
                  <Line told={one} names={names} resultsHref={resultsHref} />
                )}
                {one.isCorrected && <i class="feed-mark"> {words.corrected}</i>}
              </div>
            </li>
          ))}
      </ol>
      {(hasOlder || shown.length > most) && (
        <button type="button" class="plain" onClick={showOlder}>
          {words.older}
        </button>
      )}
    </section>
  );
};
