import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpeningMessage } from '../../../lambdas/api/console/sales-messages';
import { announce } from '../../src/page/announce';
import { count, money } from '../../src/page/money';
import { useNow } from '../../src/page/use-value';
import { Countdown, useOpening } from '../../src/race/countdown';
import { clockFace, inWords } from '../../src/time/duration';
import { CommandButton } from '../commands/command-button';
import { localTime } from '../page/instants';
import { Dialog, FailureNote, Note, Reading } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import { CapacityForm, ExpectForm, type SaleChanged, SaleSays } from '../race/spot-forms';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import * as s from '../texts/sales';
import { checksOf } from './checks';
import { timeIn } from './instants';
import { LineChart } from './line-chart';
import { SpotsBar } from './stacked-bar';
import { type Live, useLive } from './use-live';

/** After so long without an answer, what is shown is called old. Looks come every two seconds. */
const staleMs = 7000;

/** A race while it opens: looked at every two seconds, and readable across a room. */
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
      <Acts race={race} may={may} />
    </>
  );
};

interface WatchedProps {
  readonly race: RaceScreenProps['race'];
  readonly live: Live;
  readonly sample: OpeningMessage;
}

const Watched = ({ race, live, sample }: WatchedProps) => {
  const now = useNow();
  const age = Date.now() - live.cameAt;
  const isStale = age > staleMs;
  useSpoken(isStale, sample);
  const checks = checksOf(sample, now);
  const { slow } = sample;
  return (
    <>
      <Note isBad>{isStale && <p>{s.nothingNew(localTime(live.cameAt), inWords(Math.round(age / 1000)))}</p>}</Note>
      <Stage race={race} live={live} sample={sample} isStale={isStale} />
      <div class="opening-parts" data-stale={isStale ? '' : undefined}>
        <section>
          <h2>{s.checksTitle}</h2>
          <ul class="checks">
            {checks.map(({ name, mark, says }) => (
              <li key={name} class={`check check-${mark}`}>
                <b>{name}</b> <span class="check-mark">{s.marks[mark]}</span>
                <span class="quiet">{says}</span>
              </li>
            ))}
          </ul>
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
          <p class="quiet">{s.slowAsOf(localTime(Date.parse(slow.at)))}</p>
        </section>
      </div>
    </>
  );
};

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

interface StageProps extends WatchedProps {
  readonly isStale: boolean;
}

/** What is read across a room: how long, how many, how fast. */
const Stage = ({ race, live, sample, isStale }: StageProps) => {
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
        <p class="note note-bad">
          {s.nothingNew(localTime(live.cameAt), inWords(Math.round((Date.now() - live.cameAt) / 1000)))}
        </p>
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
      <ul class="stage-events">
        {sample.events
          .filter(({ kind }) => kind === 'run')
          .map(({ eventId, registered, held, offered, free }) => (
            <li key={eventId}>
              <h2>{race.events.find(({ id }) => id === eventId)?.name ?? ''}</h2>
              <SpotsBar registered={registered} held={held + offered} free={free} words={s.barParts} say={count} />
            </li>
          ))}
      </ul>
      <Curve race={race} live={live} capacity={totals.capacity} />
    </section>
  );
};

/** Before the opening how long it takes, and from then on how long it lasts. */
const Clock = ({ sample: { opensAt, closesAt, events, totals } }: { readonly sample: OpeningMessage }) => {
  const now = useNow();
  const opens = Date.parse(opensAt);
  if (now < opens) return <Countdown until={opensAt} label={s.opensIn} />;
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
      <figcaption>{s.curveTitle}</figcaption>
    </figure>
  );
};

/** What a director may have to do within seconds. */
const Acts = ({ race, may }: RaceScreenProps) => {
  const [open, setOpen] = useState<'capacity' | 'expect'>();
  if (!['changeSale', 'changeCapacity', 'expectRunners'].some((name) => may.command(name))) return null;
  const isOn = race.events.some(({ sale }) => sale === 'on');
  const isOver = race.events.every(({ sale }) => sale === 'closed' || sale === 'cancelled');
  const sale = {
    raceId: race.id,
    command: 'changeSale',
    act: c.sale.act,
    isButton: true,
    says: (answer: SaleChanged, isDone: boolean) => <SaleSays race={race} answer={answer} isDone={isDone} />,
  };
  return (
    <section class="acts">
      <h2>{s.actTitle}</h2>
      <p class="quiet">{s.actLead}</p>
      <div class="actions">
        {may.command('changeSale') && (
          <>
            <CommandButton {...sale} content={{ sale: 'paused' }} label={s.pause} title={s.pause} isOffered={isOn} />
            <CommandButton {...sale} content={{ sale: 'on' }} label={s.resume} title={s.resume} isOffered={!isOn} />
            <CommandButton {...sale} content={{ sale: 'closed' }} label={s.close} title={s.close} isOffered={!isOver} />
          </>
        )}
        {may.command('changeCapacity') && (
          <button type="button" class="button button-quiet" onClick={() => setOpen('capacity')}>
            {s.capacity}
          </button>
        )}
        {may.command('expectRunners') && (
          <button type="button" class="button button-quiet" onClick={() => setOpen('expect')}>
            {s.expectMore}
          </button>
        )}
      </div>
      {open && (
        <Dialog title={open === 'capacity' ? c.capacity.title : c.expect.title} onClose={() => setOpen(undefined)}>
          {open === 'capacity' ? <CapacityForm race={race} isInDialog /> : <ExpectForm race={race} isInDialog />}
          <button type="button" class="plain" onClick={() => setOpen(undefined)}>
            {t.close}
          </button>
        </Dialog>
      )}
    </section>
  );
};
