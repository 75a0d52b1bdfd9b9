import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { RaceMessage } from '../../../lambdas/api/races';
import type { Registering } from '../flow/drive';
import type { Stage } from '../flow/stage';
import type { Step } from '../flow/steps';
import { Reading, Unread } from '../page/trouble';
import { useLoaded } from '../page/use-loaded';
import { Crumb } from '../race/crumb';
import { readSeenRace } from '../race/read-race';
import { WhichDistance } from '../race/which-distance';
import { takeWish } from './ask-on-arrival';
import { stepOf } from './filling';
import { HoldBar, SentBar } from './hold-bar';
import { Lane } from './lane';
import { OtherEvent } from './other-event';
import { screenOf } from './screen-key';
import { useRegistering } from './use-registering';
import { Way } from './way';

interface RegistrationProps {
  readonly race: RaceMessage;
  readonly registering: Registering;
  readonly askedEvent: string | undefined;
  readonly wantedStep: string | undefined;
}

const holdsASpot: readonly Stage['kind'][] = ['filling', 'tokenising', 'paying', 'standing-by'];
const isUnderWay: readonly Stage['kind'][] = ['tokenising', 'paying', 'standing-by', 'waiting', 'polling'];

const Registration = ({ race, registering, askedEvent, wantedStep }: RegistrationProps) => {
  const flow = registering.flow.value;
  const { draft, stage } = flow;
  const hasBegun = stage.kind !== 'expired' && (draft?.hold !== undefined || draft?.outcome !== undefined);
  // What is under way is shown whatever the address says; what merely rests gives way to a wish.
  const isOther = hasBegun && askedEvent !== undefined && draft.eventId !== askedEvent;
  const eventId = (isOther || hasBegun ? draft?.eventId : askedEvent) ?? draft?.eventId;
  const event = race.events.find(({ id }) => id === eventId);

  useEffect(() => {
    const wish = askedEvent ? takeWish(race.id, askedEvent) : undefined;
    if (!askedEvent || !wish) return;
    if (wish.offer) registering.takeOffer(wish.offer);
    else if (isOther) return;
    else if (stage.kind === 'expired') registering.beginAnew(askedEvent, true);
    else registering.ask(askedEvent);
  }, [askedEvent]);

  if (!eventId || !event) return <WhichDistance race={race} />;

  if (isOther && draft && !isUnderWay.includes(stage.kind)) {
    const wished = race.events.find(({ id }) => id === askedEvent);
    return (
      <OtherEvent
        mine={event}
        wished={wished}
        isRegistered={draft.outcome?.status === 'confirmed'}
        stayHref={`/races/${race.id}/register?event=${eventId}`}
        onChange={(id) => registering.beginAnew(id, draft.outcome?.status !== 'confirmed')}
      />
    );
  }

  const isAwaited = stage.kind === 'waiting' || stage.kind === 'polling';
  const isSent = isAwaited && !stage.checking;
  const isHeld = holdsASpot.includes(stage.kind) || (isAwaited && stage.checking);
  const hold = draft?.hold && isHeld ? draft.hold : undefined;
  const hrefOf = (step: Step) => `/races/${race.id}/register?event=${eventId}&step=${step}`;
  const isFilling = draft && (stage.kind === 'filling' || stage.kind === 'tokenising');
  const step = isFilling ? stepOf(draft, wantedStep) : undefined;
  const place = step ?? (stage.kind === 'settled' ? 'done' : hold || isSent ? 'pay' : 'spot');
  return (
    <>
      <Crumb race={race} eventName={event.name} />
      <Lane at={place} />
      {isSent && <SentBar eventName={event.name} />}
      {hold && <HoldBar key={hold.hold} hold={hold} eventName={event.name} />}
      <Way
        key={`${draft?.registrationId} ${screenOf(flow)}`}
        race={race}
        event={event}
        registering={registering}
        wanted={wantedStep}
        hrefOf={hrefOf}
      />
    </>
  );
};

export const RegisterPage = () => {
  const { params } = useRoute();
  const { query } = useLocation();
  const raceId = params.raceId ?? '';
  const loaded = useLoaded(raceId, () => readSeenRace(raceId));
  const registering = useRegistering(raceId);
  if (loaded.kind === 'failed') return <Unread failure={loaded.failure} again={loaded.again} what="race" />;
  if (loaded.kind === 'reading' || !registering) return <Reading what="your registration" />;
  return (
    <div class="narrow">
      <Registration race={loaded.value} registering={registering} askedEvent={query.event} wantedStep={query.step} />
    </div>
  );
};
