import type { LineFiguresMessage } from '../../../lambdas/api/console/sales-messages';
import { count } from '../../src/page/money';
import { inWords } from '../../src/time/duration';
import * as s from '../texts/line';
import { timeIn } from './instants';
import { outlookOf } from './line-outlook';

interface LinePanelProps {
  readonly line: LineFiguresMessage;
  readonly timeZone: string;
  readonly raceId: string;
}

/** The line of a race, for the wall: what it does now, how many wait, how fast it goes, and when it ends. */
export const LinePanel = ({ line, timeZone, raceId }: LinePanelProps) => {
  const say = (instant: string) => timeIn(timeZone, 'second')(Date.parse(instant));
  const { waiting, called, asked, inVain, seconds, ends } = outlookOf(line);
  const { passes, events, beacon, rate, rateMax, pace } = line;
  const isDrawn = line.kind === 'opening';
  return (
    <section class="stage-line" aria-label={s.title}>
      <h2>{s.title}</h2>
      <p class={line.held === undefined ? 'stage-line-state' : 'stage-line-state stage-line-held'}>
        {stateOf(line, say)}
      </p>
      <dl class="stage-figures">
        {isDrawn && <Figure name={s.figures.draw}>{count(passes.draw)}</Figure>}
        <Figure name={isDrawn ? s.figures.later : s.figures.came}>{count(passes.later)}</Figure>
        <Figure name={s.figures.waiting}>{count(waiting)}</Figure>
        <Figure name={s.figures.called}>{count(called)}</Figure>
        <Figure name={s.figures.rate} note={rateMax === undefined ? undefined : s.ofMax(count(Math.round(rateMax)))}>
          {rate === undefined ? s.unknown : count(Math.round(rate * pace))}
        </Figure>
        <Figure name={s.outlook[ends]}>{seconds === undefined ? s.unknown : s.about(inWords(rough(seconds)))}</Figure>
      </dl>
      <ul class="stage-line-notes">
        {pace < 1 && <li>{s.slowed(Math.round(pace * 100))}</li>}
        {asked > 0 && <li>{s.asked(count(asked), count(inVain))}</li>}
        {events.length > 1 &&
          events.map((event) => (
            <li key={event.eventId}>
              {s.ofEvent(event.name, count(event.waiting), count(event.called), count(event.free))}
            </li>
          ))}
        {beacon && <li class={beacon.isMissed ? 'stage-line-bad' : ''}>{beaconOf(beacon, say)}</li>}
        {(beacon?.isThere || beacon?.isMissed) && (
          <li>
            <a href={`/races/${raceId}/draw`}>{s.checkDraw}</a>
          </li>
        )}
        {passes.late > 0 && <li class="stage-line-bad">{s.late(count(passes.late))}</li>}
      </ul>
    </section>
  );
};

/** In steps that somebody far away can read. */
const rough = (seconds: number): number => (seconds < 60 ? Math.ceil(seconds / 10) * 10 : Math.ceil(seconds / 60) * 60);

const stateOf = (line: LineFiguresMessage, say: (instant: string) => string): string => {
  const { state, held, atGun, gun, enrolUntil, listed, beacon } = line;
  switch (state) {
    case 'lobby':
      if (held !== undefined) return s.state.heldBefore(say(gun), held);
      return atGun === undefined
        ? s.state.lobby(say(gun))
        : atGun === 'draw'
          ? s.state.draws(say(gun))
          : s.state.opens(say(gun));
    case 'closing':
      return s.state.closing(say(enrolUntil));
    case 'drawing':
      return s.state.drawing(count(listed ?? 0), beacon && say(beacon.at));
    case 'calling':
      return held === undefined ? s.state.calling : s.state.held(held);
    case 'open':
    case 'over':
      return s.state.open;
  }
};

const beaconOf = (
  { round, at, isThere, isMissed }: NonNullable<LineFiguresMessage['beacon']>,
  say: (instant: string) => string,
): string =>
  isMissed
    ? s.beaconMissed(count(round))
    : isThere
      ? s.beaconThere(count(round))
      : s.beaconWaits(count(round), say(at));

interface FigureProps {
  readonly name: string;
  readonly note?: string | undefined;
  readonly children: string;
}

const Figure = ({ name, note, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b class="figures">{children}</b>
      {note && <span class="quiet"> {note}</span>}
    </dd>
  </div>
);
