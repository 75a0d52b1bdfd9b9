import type { Stage } from '../flow/stage';
import { Trouble } from '../page/trouble';
import { Countdown, useOpening } from '../race/countdown';
import { writeInstant } from '../time/dates';

/** What the server said, or what the race's own times say before anybody is asked. */
type TurnedAwayStage = Omit<Extract<Stage, { kind: 'turned-away' }>, 'kind'>;

interface TurnedAwayProps {
  readonly stage: TurnedAwayStage;
  readonly eventName: string;
  readonly raceHref: string;
  readonly timeZone: string;
  readonly onAsk: () => void;
}

const titles: Record<TurnedAwayStage['why'], string> = {
  'not-open-yet': 'Registration has not opened yet',
  'sold-out': 'Sold out',
  closed: 'Registration is closed',
  'too-many-holds': 'You hold enough spots already',
  'not-found': 'There is no such distance',
};

const Words = ({ stage, eventName }: Pick<TurnedAwayProps, 'stage' | 'eventName'>) => {
  switch (stage.why) {
    case 'sold-out':
      return (
        <p>
          Every spot in {eventName} is taken and paid for. You have not been charged. Other distances of this race may
          still have spots.
        </p>
      );
    case 'closed':
      return <p>The time to register for {eventName} is over. You have not been charged.</p>;
    case 'too-many-holds':
      return (
        <p>
          {stage.detail} Finish a registration you have begun, or wait some minutes until an unused spot goes back, and
          ask again.
        </p>
      );
    case 'not-found':
      return <p>This distance is not, or no longer, part of the race.</p>;
    case 'not-open-yet':
      return <p>You are early, and at the right place. Stay here: the button appears by itself.</p>;
  }
};

/** An honest no, and what can be done. */
export const TurnedAway = ({ stage, eventName, raceHref, timeZone, onAsk }: TurnedAwayProps) => {
  const isEarly = useOpening(stage.opensAt);
  const hasOpened = stage.why === 'not-open-yet' && !isEarly;
  const mayAsk = hasOpened || stage.why === 'too-many-holds';
  return (
    <Trouble title={hasOpened ? 'Registration is open' : titles[stage.why]}>
      {hasOpened ? <p>Ask for your spot in {eventName} now.</p> : <Words stage={stage} eventName={eventName} />}
      {stage.opensAt && isEarly && (
        <div class="opening opening-sheet">
          <Countdown until={stage.opensAt} />
          <p>{writeInstant(stage.opensAt, timeZone).there}</p>
        </div>
      )}
      <div class="actions">
        {mayAsk && (
          <button type="button" class="button" onClick={onAsk}>
            Ask for a spot
          </button>
        )}
        <a class={mayAsk ? 'plain' : 'button button-quiet'} href={raceHref}>
          Back to the race
        </a>
      </div>
    </Trouble>
  );
};
