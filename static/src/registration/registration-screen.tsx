import { useLocation } from 'preact-iso/router';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { Controller } from '../flow/controller';
import { sizeOf } from '../flow/draft';
import type { Step } from '../flow/steps';
import { formPage, payPage } from '../page/lazy-page';
import { NextActions } from '../page/next-actions';
import { failureWords, ProblemScreen } from '../page/problem-screen';
import { useValue } from '../page/use-value';
import type { Event } from '../race/prices';
import * as first from '../texts/first';
import * as t from '../texts/page';
import { Asking, type AskingStage } from './asking/asking';
import { Start } from './asking/start';
import { TurnedAway } from './asking/turned-away';
import { Filling } from './form/filling';
import { Outcome } from './outcome/outcome';
import { Finishing } from './paying/finishing';

const Authenticating = payPage((pages) => pages.authenticating);
const FormFilling = formPage((pages) => pages.filling);

interface RegistrationScreenProps {
  readonly race: RaceMessage;
  readonly event: Event;
  readonly controller: Controller;
  readonly wanted: string | undefined;
  /** How many people register. */
  readonly people: number;
  readonly hrefOf: (step: Step) => string;
  /** Called before spots for another number of people are asked for, so that the address changes as well. */
  readonly onPeople: (people: number) => void;
}

/** The screen for the current stage of the registration. */
export const RegistrationScreen = ({
  race,
  event,
  controller,
  wanted,
  people,
  hrefOf,
  onPeople,
}: RegistrationScreenProps) => {
  const { route } = useLocation();
  const { draft, stage } = useValue(controller.flow);
  const raceHref = `/races/${race.id}`;
  const ask = (size: number) => {
    onPeople(size);
    controller.ask(event.id, size);
  };
  const asking = (at: AskingStage) => (
    <Asking
      stage={at}
      raceId={race.id}
      event={event}
      people={people}
      raceHref={raceHref}
      onStop={() => controller.dispatch({ kind: 'stopped' })}
      onNow={() => controller.dispatch({ kind: 'time-came' })}
    />
  );
  const startOver = (keepTyped: boolean, size: number) => () => {
    onPeople(size);
    controller.startOver(event.id, keepTyped, size);
  };
  const long = first.finishingLong(draft?.attempt?.runner?.email ?? draft?.typed.email ?? '');

  switch (stage.kind) {
    case 'start':
      return <Start {...{ race, event, people, raceHref, onPeople }} onAsk={ask} />;
    case 'turned-away':
      return (
        <TurnedAway
          stage={stage}
          race={race}
          event={event}
          people={people}
          raceHref={raceHref}
          placeId={draft?.offer?.placeId}
          onAsk={ask}
        />
      );
    case 'holding':
      return asking(stage);
    case 'standing-by':
      return stage.operation === 'hold' ? asking(stage) : <Finishing stage={stage} long={long} />;
    case 'filling':
    case 'tokenising': {
      const Steps = draft?.hold?.form ? FormFilling : Filling;
      return draft ? (
        <Steps
          race={race}
          controller={controller}
          draft={draft}
          notice={stage.kind === 'filling' ? stage.notice : undefined}
          isBusy={stage.kind === 'tokenising'}
          eventName={event.name}
          raceHref={raceHref}
          wanted={wanted}
          hrefOf={hrefOf}
        />
      ) : null;
    }
    case 'authenticating':
      return <Authenticating stage={stage} controller={controller} />;
    case 'paying':
    case 'waiting':
    case 'polling':
      return <Finishing stage={stage} long={long} />;
    case 'settled':
      return draft?.outcome && draft.outcome.status !== 'processing' ? (
        <Outcome status={draft.outcome} people={sizeOf(draft)} givesBibs={race.bibs} hold={draft.hold?.hold}>
          <NextActions raceHref={raceHref}>
            {draft.outcome.status === 'duplicate' && draft.companions ? (
              <button
                type="button"
                class="button"
                onClick={() => {
                  route(hrefOf('runner'), true);
                  startOver(true, people)();
                }}
              >
                {first.afterwardsChangePeople}
              </button>
            ) : draft.outcome.status === 'confirmed' || draft.outcome.status === 'duplicate' ? (
              <button type="button" class="button button-quiet" onClick={startOver(false, 1)}>
                {first.afterwardsSomebodyElse}
              </button>
            ) : (
              <button type="button" class="button" onClick={startOver(true, people)}>
                {first.afterwardsAgain(people)}
              </button>
            )}
          </NextActions>
        </Outcome>
      ) : null;
    case 'expired': {
      const isAnew = stage.why === 'payment-differs' || stage.why === 'canceled';
      return (
        <ProblemScreen title={isAnew ? first.expiredAnew : first.expiredTitle}>
          <p>
            {draft?.offer && !isAnew ? first.expiredOffer : first.expiredWhy[stage.why]}
            {first.expiredNotCharged}
          </p>
          <p>{first.expiredGoOn(people, draft?.offer !== undefined)}</p>
          <NextActions raceHref={raceHref}>
            <button type="button" class="button" onClick={startOver(true, people)}>
              {first.expiredButton(people, draft?.offer !== undefined)}
            </button>
          </NextActions>
        </ProblemScreen>
      );
    }
    case 'broken':
      return (
        <ProblemScreen title={first.brokenTitle}>
          <p>{failureWords(stage.failure)}</p>
          <p>{first.brokenWords}</p>
          <NextActions raceHref={raceHref}>
            {stage.operation === 'poll' ? (
              <a class="button" href="/registrations">
                {first.brokenLinkByMail}
              </a>
            ) : (
              <button type="button" class="button" onClick={() => controller.dispatch({ kind: 'time-came' })}>
                {' '}
                {t.tryAgain}{' '}
              </button>
            )}
          </NextActions>
        </ProblemScreen>
      );
  }
};
