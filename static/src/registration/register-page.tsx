import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { type Controller, today } from '../flow/controller';
import { sizeOf } from '../flow/draft';
import { takePendingRequest } from '../flow/pending-request';
import type { Stage } from '../flow/stage';
import { type Step, stepOf } from '../flow/steps';
import { givingPage, lazyPage } from '../page/lazy-page';
import { LoadFailed, Loading } from '../page/problem-screen';
import { prepareToPay } from '../page/services';
import { useLoaded } from '../page/use-loaded';
import { useValue } from '../page/use-value';
import { Crumb } from '../race/crumb';
import { readSeenRace } from '../race/read-race';
import { peopleIn, registerHref } from '../race/register-href';
import { now } from '../time/ticker';
import { HoldBar, SentBar } from './hold-bar';
import { Progress } from './progress';
import { RegistrationScreen } from './registration-screen';
import { screenOf } from './screen-key';
import { useController } from './use-controller';

const WhichDistance = lazyPage((pages) => pages.whichDistance);
const OtherEvent = lazyPage((pages) => pages.otherEvent);
const ShortScreen = givingPage((pages) => pages.shortScreen);

interface RegistrationProps {
  readonly race: RaceMessage;
  readonly controller: Controller;
  readonly askedEvent: string | undefined;
  /** The number of people in the address. */
  readonly askedPeople: number;
  readonly wantedStep: string | undefined;
}

/** The station of the progress that a step belongs to. */
const stationOf = (step: string) => (step === 'waiver' ? step : step === 'pay' || step === 'check' ? 'pay' : 'runner');

const holdsASpot: readonly Stage['kind'][] = ['filling', 'tokenising', 'paying', 'standing-by'];
const isUnderWay: readonly Stage['kind'][] = [
  'tokenising',
  'paying',
  'authenticating',
  'standing-by',
  'waiting',
  'polling',
];

const Registration = ({ race, controller, askedEvent, askedPeople, wantedStep }: RegistrationProps) => {
  const { route } = useLocation();
  const flow = useValue(controller.flow);
  const { draft, stage } = flow;
  const hasBegun = stage.kind !== 'expired' && (draft?.hold !== undefined || draft?.outcome !== undefined);
  // A draft with a hold or an outcome comes before the address: the page shows it, or asks which one to keep.
  const isOtherNumber = draft !== undefined && draft.outcome === undefined && sizeOf(draft) !== askedPeople;
  const isOther = hasBegun && askedEvent !== undefined && (draft.eventId !== askedEvent || isOtherNumber);
  const people = draft && (hasBegun || askedEvent === undefined) ? sizeOf(draft) : askedPeople;
  const eventId = (isOther || hasBegun ? draft?.eventId : askedEvent) ?? draft?.eventId;
  const event = race.events.find(({ id }) => id === eventId);

  useEffect(() => {
    const pending = askedEvent ? takePendingRequest(race.id, askedEvent) : undefined;
    if (!askedEvent || !pending) return;
    if (pending.offer) controller.takeOffer(pending.offer);
    else if (isOther) return;
    else if (stage.kind === 'expired') controller.startOver(askedEvent, true, pending.people);
    else controller.ask(askedEvent, pending.people);
  }, [askedEvent, askedPeople]);

  const hasPrice = draft?.hold !== undefined && draft.hold.quote.total > 0;
  useEffect(() => {
    if (hasPrice && stage.kind === 'filling') prepareToPay();
  }, [hasPrice, stage.kind]);

  if (!eventId || !event) return <WhichDistance race={race} />;

  if (isOther && draft && !isUnderWay.includes(stage.kind)) {
    const wished = race.events.find(({ id }) => id === askedEvent);
    return (
      <OtherEvent
        mine={event}
        people={people}
        wished={wished}
        wishedPeople={askedPeople}
        isRegistered={draft.outcome?.status === 'confirmed'}
        stayHref={registerHref(race.id, eventId, people)}
        onChange={() => {
          if (wished) controller.startOver(wished.id, draft.outcome?.status !== 'confirmed', askedPeople);
        }}
      />
    );
  }

  const isAwaited = stage.kind === 'waiting' || stage.kind === 'polling';
  const isSent = isAwaited && !stage.checking;
  const isHeld = holdsASpot.includes(stage.kind) || (isAwaited && stage.checking);
  const hold = draft?.hold && isHeld ? draft.hold : undefined;
  const hrefOf = (step: Step) => `${registerHref(race.id, eventId, people)}&step=${step}`;
  const day = today(now.peek());
  const isFilling = draft && (stage.kind === 'filling' || stage.kind === 'tokenising');
  // The steps of a form are known when it is loaded; then the address has the right one.
  const stepHere = () => (draft?.hold?.form ? (wantedStep ?? 'runner') : draft && stepOf(draft, wantedStep, day));
  const step = isFilling ? stepHere() : undefined;
  const place =
    (step ? stationOf(step) : undefined) ??
    (stage.kind === 'settled' ? 'done' : hold || isSent || stage.kind === 'authenticating' ? 'pay' : 'spot');
  const Screen = event.kind ? ShortScreen : RegistrationScreen;
  return (
    <>
      <Crumb race={race} eventName={event.name} />
      {!event.kind && (
        <>
          <Progress at={place} />
          {isSent && <SentBar {...{ eventName: event.name, people }} />}
          {hold && <HoldBar key={hold.expiresAt} hold={hold} eventName={event.name} />}
        </>
      )}
      <Screen
        key={`${draft?.registrationId} ${screenOf(flow)}`}
        race={race}
        event={event}
        controller={controller}
        wanted={wantedStep}
        people={people}
        hrefOf={hrefOf}
        onPeople={(size) => {
          if (size !== askedPeople) route(registerHref(race.id, eventId, size), true);
        }}
      />
    </>
  );
};

export const RegisterPage = () => {
  const { params } = useRoute();
  const { query } = useLocation();
  const raceId = params.raceId ?? '';
  const loaded = useLoaded(raceId, () => readSeenRace(raceId));
  const controller = useController(raceId);
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="race" />;
  if (loaded.kind === 'reading' || !controller) return <Loading what="registration" />;
  return (
    <div class="narrow">
      <Registration
        race={loaded.value}
        controller={controller}
        askedEvent={query.event}
        askedPeople={peopleIn(query.people)}
        wantedStep={query.step}
      />
    </div>
  );
};
