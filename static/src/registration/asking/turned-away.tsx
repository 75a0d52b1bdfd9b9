import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import type { Stage } from '../../flow/stage';
import { lazyPage } from '../../page/lazy-page';
import { NextActions } from '../../page/next-actions';
import { Trouble } from '../../page/trouble';
import { Countdown, useOpening } from '../../race/countdown';
import { JoinLink } from '../../race/join-link';
import type { Event } from '../../race/prices';
import { writeInstant } from '../../time/dates';

const TooFew = lazyPage((pages) => pages.tooFew);

/** The refusal of the server, or of the race's own times before the server is asked. */
type TurnedAwayStage = Omit<Extract<Stage, { kind: 'turned-away' }>, 'kind'>;

interface TurnedAwayProps {
  readonly stage: TurnedAwayStage;
  readonly race: RaceMessage;
  readonly event: Event;
  /** How many people are in the group. */
  readonly people: number;
  readonly raceHref: string;
  /** The place on the waiting list whose offer the runner accepted. */
  readonly placeId?: string | undefined;
  readonly onAsk: (people: number) => void;
}

const titles: Record<TurnedAwayStage['why'], string> = {
  'not-open-yet': 'Registration has not opened yet',
  'sold-out': 'Sold out',
  'waiting-list': 'Others are waiting already',
  closed: 'Registration is closed',
  'too-many-holds': 'No more spots for now',
  'not-found': 'There is no such distance',
  'too-few-spots': '',
  'wrong-size': 'The offer is for another number',
  'offer-ended': 'The offer has ended',
  'not-the-one-who-waited': 'This spot is kept for whoever waited',
};

const Words = ({ stage, eventName }: { stage: TurnedAwayStage; eventName: string }) => {
  switch (stage.why) {
    case 'sold-out':
      return (
        <p>
          Every spot in {eventName} is taken and paid for. You have not been charged. If a spot comes back, it goes to
          those on the waiting list; other distances of this race may still have spots.
        </p>
      );
    case 'waiting-list':
      return (
        <p>
          Every spot in {eventName} is taken, and what comes back goes to those who wait in line first. You can join the
          line. You have not been charged.
        </p>
      );
    case 'wrong-size':
      return <p>It holds for exactly as many as joined the list together. You have not been charged.</p>;
    case 'offer-ended':
      return (
        <p>
          The spot was kept for you for a while and is not any more, so it went on to the next in line. You have not
          been charged. Your place on the list shows where you stand.
        </p>
      );
    case 'not-the-one-who-waited':
      return (
        <p>
          Name, e-mail address and date of birth must be the ones that joined the waiting list. You have not been
          charged. Take up the offer again from your place on the list: it fills them in as they were.
        </p>
      );
    case 'closed':
      return <p>The time to register for {eventName} is over. You have not been charged.</p>;
    case 'too-many-holds':
      return <p>{stage.detail}</p>;
    case 'not-found':
      return <p>This distance is not, or no longer, part of the race.</p>;
    case 'too-few-spots':
    case 'not-open-yet':
      return <p>You are early, and at the right place. Stay here: the button appears by itself.</p>;
  }
};

/** Shown when the request for a spot was refused: why, and what the runner can do. */
export const TurnedAway = ({ stage, race, event, people, raceHref, placeId, onAsk }: TurnedAwayProps) => {
  const isEarly = useOpening(stage.opensAt);
  if (stage.why === 'too-few-spots')
    return <TooFew {...{ event, raceHref, people, onAsk }} raceId={race.id} free={Math.max(1, stage.free ?? 1)} />;
  const hasOpened = stage.why === 'not-open-yet' && !isEarly;
  const mayWait = stage.why === 'sold-out' || stage.why === 'waiting-list';
  const mayAsk = hasOpened || stage.why === 'too-many-holds';
  return (
    <Trouble title={hasOpened ? 'Registration is open' : titles[stage.why]}>
      {hasOpened ? (
        <p>
          Ask for your {people > 1 ? `${people} spots` : 'spot'} in {event.name} now.
        </p>
      ) : (
        <Words stage={stage} eventName={event.name} />
      )}
      {stage.opensAt && isEarly && (
        <div class="opening opening-sheet">
          <Countdown until={stage.opensAt} />
          <p>{writeInstant(stage.opensAt, race.timeZone).there}</p>
        </div>
      )}
      <NextActions raceHref={raceHref}>
        {mayAsk && (
          <button type="button" class="button" onClick={() => onAsk(people)}>
            {people > 1 ? `Ask for ${people} spots` : 'Ask for a spot'}
          </button>
        )}
        {mayWait && <JoinLink raceId={race.id} event={event} people={people} />}
        {placeId !== undefined && (
          <a class="button" href={`/waiting-list/${placeId}`}>
            See your place on the list
          </a>
        )}
      </NextActions>
    </Trouble>
  );
};
