import { useState } from 'preact/hooks';
import { NextActions } from '../../page/next-actions';
import { Trouble } from '../../page/trouble';
import { AllOrNone, allOf, HowMany } from '../../race/how-many';
import { JoinLink } from '../../race/join-link';
import type { Event } from '../../race/prices';

interface TooFewProps {
  readonly raceId: string;
  readonly event: Event;
  readonly raceHref: string;
  /** How many people are in the group. */
  readonly people: number;
  /** How many spots are free. */
  readonly free: number;
  readonly onAsk: (people: number) => void;
}

/** Fewer spots are free than people in the group: fewer can register, or all can wait. */
export const TooFew = ({ raceId, event, raceHref, people, free, onAsk }: TooFewProps) => {
  const [fewer, setFewer] = useState(free);
  return (
    <Trouble title={free === 1 ? 'Only one spot is free' : `Only ${free} spots are free`}>
      <p>
        You are {people}, and at this moment {free === 1 ? 'one spot is' : `${free} spots are`} free in {event.name}.{' '}
        {allOf(people)} get a spot together, or nobody does: so nothing is held for you, and you have not been charged.
      </p>
      <p>Come with fewer, or wait in line together until {people} spots are free at once.</p>
      {free > 1 && <HowMany id="people" people={fewer} most={free} onChoose={setFewer} />}
      <AllOrNone people={free > 1 ? fewer : 1} />
      <NextActions raceHref={raceHref}>
        <button type="button" class="button" onClick={() => onAsk(fewer)}>
          {fewer > 1 ? `Hold ${fewer} spots` : 'Hold one spot'}
        </button>
        <JoinLink raceId={raceId} event={event} people={people} class="button button-quiet" />
        <button type="button" class="plain" onClick={() => onAsk(people)}>
          Ask for {people} again
        </button>
      </NextActions>
    </Trouble>
  );
};
