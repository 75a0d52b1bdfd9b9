import { useState } from 'preact/hooks';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import { Heading } from '../../page/heading';
import { NextActions } from '../../page/next-actions';
import { useNow } from '../../page/use-value';
import { AllOrNone, HowMany } from '../../race/how-many';
import type { Event } from '../../race/prices';
import * as first from '../../texts/first';
import { now } from '../../time/ticker';
import { TurnedAway } from './turned-away';

interface StartProps {
  readonly race: RaceMessage;
  readonly event: Event;
  readonly raceHref: string;
  /** The number of people in the address. */
  readonly people: number;
  readonly onPeople: (people: number) => void;
  readonly onAsk: (people: number) => void;
}

/** Shown before the page asks for a hold. If the race is closed or not open yet by its own times, the page does not ask. */
export const Start = ({ race, event, raceHref, people, onPeople, onAsk }: StartProps) => {
  const { opensAt, closesAt } = race;
  // The screen with the countdown stays after the countdown has ended, and shows the button.
  const [cameEarly] = useState(now.peek() < Date.parse(opensAt));
  const why = useNow() >= Date.parse(closesAt) ? 'closed' : cameEarly ? 'not-open-yet' : undefined;
  if (why) {
    return (
      <TurnedAway
        key={why}
        stage={{ why, detail: '', ...(why === 'not-open-yet' ? { opensAt } : {}) }}
        race={race}
        event={event}
        people={people}
        raceHref={raceHref}
        onAsk={onAsk}
      />
    );
  }
  return (
    <section class="sheet notice-sheet">
      <Heading>{event.name}</Heading>
      <p>{first.startLead(people)}</p>
      <HowMany id="people" people={people} onChoose={onPeople} />
      <AllOrNone people={people} />
      <NextActions raceHref={raceHref}>
        <button type="button" class="button" onClick={() => onAsk(people)}>
          {first.startButton(people)}
        </button>
      </NextActions>
    </section>
  );
};
