import type { ComponentProps } from 'preact';
import { useLocation } from 'preact-iso/router';
import { sizeOf } from '../flow/draft';
import { Heading } from '../page/heading';
import { bold, figures } from '../page/marks';
import { useMilestones } from '../page/milestones';
import { NextActions } from '../page/next-actions';
import { ProblemScreen } from '../page/problem-screen';
import { useNow, useValue } from '../page/use-value';
import { HowMany } from '../race/how-many';
import { RegistrationScreen } from '../registration/registration-screen';
import * as first from '../texts/first';
import * as words from '../texts/giving';
import * as t from '../texts/page';
import { clockFace, inWords, secondsUntil } from '../time/duration';
import { ShortFilling } from './short-filling';
import { ShortOutcome } from './short-outcome';

type ScreenProps = ComponentProps<typeof RegistrationScreen>;
type Own = (typeof words.of)['gift' | 'ticket'];

const announcedSeconds = [300, 120, 60];
const longWaitSeconds = 30;

/** How long there is, always visible. Read aloud at 5, 2 and 1 minutes. */
const Bar = ({ own, until, people, eventName }: { own: Own; until: number; people: number; eventName: string }) => {
  const left = secondsUntil(until, useNow());
  useMilestones(left, announcedSeconds, (mark) => own.left(inWords(mark)));
  return (
    <div class={left <= 60 ? 'hold-bar hold-bar-short' : 'hold-bar'}>
      <div class="hold-bar-words">
        <p>{own.bar(people, eventName, bold)}</p>
        <p role="timer" aria-label={own.barLabel}>
          <b class="figures">{clockFace(left)}</b>
        </p>
      </div>
    </div>
  );
};

/** The screen for the current stage of a gift or of tickets: what speaks of running is said in other words. */
export const ShortScreen = (props: ScreenProps) => {
  const { race, event, controller, people, onPeople, hrefOf } = props;
  const { route } = useLocation();
  const { draft, stage } = useValue(controller.flow);
  const time = useNow();
  const { kind = 'gift' } = event;
  const own: Own = words.of[kind];
  const raceHref = `/races/${race.id}`;
  const email = draft?.typed.email ?? '';
  const ask = (size: number) => {
    onPeople(size);
    controller.ask(event.id, size);
  };
  const startOver = (keepTyped: boolean, size: number) => {
    onPeople(size);
    route(hrefOf('runner'), true);
    controller.startOver(event.id, keepTyped, size);
  };
  const isOver = time >= Date.parse(race.closesAt);

  switch (stage.kind) {
    case 'start':
      if (time < Date.parse(race.opensAt)) return <RegistrationScreen {...props} />;
      if (isOver) break;
      return (
        <section class="sheet notice-sheet">
          <Heading>{event.name}</Heading>
          <p>{own.startLead}</p>
          {kind === 'ticket' && (
            <HowMany id="people" label={words.howManyTickets} people={people} onChoose={onPeople} />
          )}
          <NextActions raceHref={raceHref}>
            <button type="button" class="button" onClick={() => ask(people)}>
              {own.start(people)}
            </button>
          </NextActions>
        </section>
      );
    case 'holding':
    case 'standing-by': {
      const paused =
        (stage.kind === 'holding' ? stage.after : stage.pause) === 'sale-paused' && first.pauses['sale-paused'];
      return (
        <section class="sheet notice-sheet">
          <Heading>
            {paused
              ? paused.title
              : stage.kind === 'standing-by' && stage.operation === 'pay'
                ? own.finishing
                : own.asking(people)}
          </Heading>
          {paused && <p>{paused.words}</p>}
          <progress class="wait" aria-label={own.asking(people)} />
          {stage.kind === 'standing-by' && <p>{t.nextTry(figures, clockFace(secondsUntil(stage.until, time)))}</p>}
        </section>
      );
    }
    case 'turned-away':
      if (stage.why === 'not-open-yet' || stage.why === 'too-many-holds') return <RegistrationScreen {...props} />;
      if (stage.why === 'closed') break;
      return (
        <ProblemScreen title={own.soldOut}>
          <p>{stage.why === 'too-few-spots' ? words.tooFew(stage.free ?? 1) : own.soldOutWords}</p>
          <NextActions raceHref={raceHref} />
        </ProblemScreen>
      );
    case 'filling':
    case 'tokenising':
      return (
        <>
          {draft?.hold && (
            <Bar
              key={draft.hold.expiresAt}
              {...{ own, people: sizeOf(draft), eventName: event.name }}
              until={Date.parse(draft.hold.expiresAt)}
            />
          )}
          {draft && (
            <ShortFilling
              {...{ race, controller, draft, kind, hrefOf, raceHref }}
              notice={stage.kind === 'filling' ? stage.notice : undefined}
              isBusy={stage.kind === 'tokenising'}
              eventName={event.name}
              wanted={props.wanted}
            />
          )}
        </>
      );
    case 'paying':
    case 'waiting':
    case 'polling':
      return (
        <section class="sheet notice-sheet">
          <Heading>{own.finishing}</Heading>
          <div role="status">
            <p>{stage.kind === 'paying' ? first.finishingBank : own.onItsWay}</p>
            {stage.kind !== 'paying' && time - stage.since > longWaitSeconds * 1000 && (
              <p class="note">{words.longWait(email)}</p>
            )}
          </div>
          <progress class="wait" aria-label={t.finishingWaiting} />
          <p class="quiet">{first.finishingReload}</p>
        </section>
      );
    case 'settled':
      return draft?.outcome && draft.outcome.status !== 'processing' ? (
        <ShortOutcome status={{ ...draft.outcome, eventKind: kind }}>
          <NextActions raceHref={raceHref}>
            <button type="button" class="button button-quiet" onClick={() => startOver(false, 1)}>
              {own.another}
            </button>
          </NextActions>
        </ShortOutcome>
      ) : null;
    case 'expired':
      return (
        <ProblemScreen title={own.expiredTitle}>
          <p>{own.expired}</p>
          <NextActions raceHref={raceHref}>
            <button type="button" class="button" onClick={() => startOver(true, people)}>
              {own.again(people)}
            </button>
          </NextActions>
        </ProblemScreen>
      );
    case 'authenticating':
    case 'broken':
      return <RegistrationScreen {...props} />;
  }
  return (
    <ProblemScreen title={own.closedTitle}>
      <p>{own.closed}</p>
      <NextActions raceHref={raceHref} />
    </ProblemScreen>
  );
};
