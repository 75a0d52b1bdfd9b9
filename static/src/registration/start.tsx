import { useState } from 'preact/hooks';
import type { RaceMessage } from '../../../lambdas/api/races';
import { Heading } from '../page/heading';
import { now } from '../time/ticker';
import { TurnedAway } from './turned-away';

interface StartProps {
  readonly race: RaceMessage;
  readonly eventName: string;
  readonly raceHref: string;
  readonly onAsk: () => void;
}

/** Before anything is asked for. When the race's own times say no already, nobody is sent to hear it from the server. */
export const Start = ({ race, eventName, raceHref, onAsk }: StartProps) => {
  const { opensAt, closesAt, timeZone } = race;
  // Whoever came early stays on the screen that counts down, also when it has reached its end.
  const [cameEarly] = useState(now.peek() < Date.parse(opensAt));
  const why = now.value >= Date.parse(closesAt) ? 'closed' : cameEarly ? 'not-open-yet' : undefined;
  if (why) {
    return (
      <TurnedAway
        key={why}
        stage={{ why, detail: '', ...(why === 'not-open-yet' ? { opensAt } : {}) }}
        eventName={eventName}
        raceHref={raceHref}
        timeZone={timeZone}
        onAsk={onAsk}
      />
    );
  }
  return (
    <section class="sheet notice-sheet">
      <Heading>{eventName}</Heading>
      <p>First we hold a spot for you. Then you have some minutes to fill in the rest, in peace.</p>
      <div class="actions">
        <button type="button" class="button" onClick={onAsk}>
          Hold a spot for me
        </button>
        <a class="plain" href={raceHref}>
          Back to the race
        </a>
      </div>
    </section>
  );
};
