import { useEffect, useRef } from 'preact/hooks';
import type { OpeningMessage } from '../../../lambdas/api/console/sales-messages';
import { announce } from '../../src/page/announce';
import { count, money } from '../../src/page/money';
import { useNow } from '../../src/page/use-value';
import { useOpening } from '../../src/race/countdown';
import { whenThere } from '../../src/time/time-there';
import { Table } from '../page/table';
import { FailureNote, Note, Reading } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import * as t from '../texts/en';
import * as s from '../texts/sales';
import { checksOf } from './checks';
import { Acts } from './opening-acts';
import { NothingNew, Stage, type WatchedProps } from './stage';
import { pauseAfter, useLive } from './use-live';

/** When the next answer is so late, what is shown is called old. */
const lateMs = 5000;

/** A race while it opens, readable across a room. While people come it is looked at every two seconds. */
export const OpeningScreen = ({ race, may }: RaceScreenProps) => {
  const live = useLive(race.id);
  const { sample } = live;
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.opening}</ScreenHeading>
      {sample ? (
        <Watched race={race} live={live} sample={sample} />
      ) : live.failure ? (
        <FailureNote failure={live.failure} />
      ) : (
        <Reading what={t.things.opening} />
      )}
      <Acts race={race} may={may} line={sample?.line} />
    </>
  );
};

const Watched = ({ race, live, sample }: WatchedProps) => {
  const now = useNow();
  const age = Date.now() - live.cameAt;
  const isStale = age > pauseAfter(sample) + lateMs;
  useSpoken(isStale, sample);
  const checks = checksOf(sample, now);
  const { slow } = sample;
  return (
    <>
      <Note kind="bad">{isStale && <NothingNew since={live.cameAt} age={age} timeZone={race.timeZone} />}</Note>
      <Stage race={race} live={live} sample={sample} isStale={isStale} />
      <div class="opening-parts" data-stale={isStale ? '' : undefined}>
        <section>
          <h2>{s.checksTitle}</h2>
          <ul class="watched">
            {checks.map(({ name, mark, says }) => (
              <li key={name} class={`watched-${mark}`}>
                <b>{name}</b> <span class="watched-mark">{s.marks[mark]}</span>
                <span class="quiet">{says}</span>
              </li>
            ))}
          </ul>
          <Parts sample={sample} />
        </section>
        <section>
          <h2>{s.takingsTitle}</h2>
          <dl class="short-facts">
            <Fact name={s.takings.reserved}>{money(slow.money.reserved, race.currency)}</Fact>
            <Fact name={s.takings.gross}>{money(slow.money.gross, race.currency)}</Fact>
            <Fact name={s.takings.refunded}>{money(slow.money.refunded, race.currency)}</Fact>
            <Fact name={s.takings.failed}>{count(slow.money.failed)}</Fact>
            <Fact name={s.takings.voided}>{count(slow.money.voided)}</Fact>
          </dl>
          <h2>{s.refusalsTitle}</h2>
          <dl class="short-facts">
            <Fact name={s.refusals.refused}>{count(slow.outcomes.refused)}</Fact>
            <Fact name={s.refusals.duplicate}>{count(slow.outcomes.duplicate)}</Fact>
            <Fact name={s.refusals.paymentFailed}>{count(slow.outcomes.paymentFailed)}</Fact>
          </dl>
          <p class="quiet">{s.slowAsOf(whenThere(slow.at, race.timeZone))}</p>
        </section>
      </div>
    </>
  );
};

/** What is behind the checks of queues and of what is warm. */
const Parts = ({ sample: { queues, readiness } }: { readonly sample: OpeningMessage }) => (
  <>
    {readiness && (
      <details class="as-table">
        <summary>{s.readyTitle}</summary>
        <Table
          caption={s.readyTitle}
          columns={s.readyColumns}
          figures={['wanted', 'there']}
          rows={readiness.parts.map(({ name, wanted, there }) => ({
            key: name,
            cells: {
              part: s.parts[name] ?? name,
              wanted: count(wanted),
              there: there === undefined ? s.notKept : count(there),
            },
          }))}
        />
      </details>
    )}
    {queues && (
      <details class="as-table">
        <summary>{s.queuesTitle}</summary>
        <Table
          caption={s.queuesTitle}
          columns={s.queueColumns}
          figures={['waiting', 'inFlight', 'dead']}
          rows={queues.map(({ name, waiting, inFlight, deadLetters }) => ({
            key: name,
            cells: {
              queue: s.queues[name] ?? name,
              waiting: count(waiting),
              inFlight: count(inFlight),
              dead: count(deadLetters),
            },
          }))}
        />
      </details>
    )}
  </>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd class="figures">{children}</dd>
  </div>
);

/** What screen readers are told: that it is open, that all is gone, and when nothing new comes and comes again. */
const useSpoken = (isStale: boolean, sample: OpeningMessage) => {
  const before = useRef({ isStale, isGone: isGone(sample) });
  useOpening(sample.opensAt);
  useEffect(() => {
    const gone = isGone(sample);
    if (gone && !before.current.isGone) announce(s.announceSoldOut);
    if (!isStale && before.current.isStale) announce(s.again);
    before.current = { isStale, isGone: gone };
  }, [isStale, sample.at]);
};

const isGone = ({ totals }: OpeningMessage) => totals.capacity > 0 && totals.free + totals.held === 0;
