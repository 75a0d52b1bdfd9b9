import { useState } from 'preact/hooks';
import { NextActions } from '../../page/next-actions';
import { ProblemScreen } from '../../page/problem-screen';
import { AllOrNone, HowMany } from '../../race/how-many';
import { JoinLink } from '../../race/join-link';
import type { Event } from '../../race/prices';
import * as later from '../../texts/later';

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
    <ProblemScreen title={later.fewTitle(free)}>
      <p>{later.fewWords(people, free, event.name)}</p>
      <p>{later.fewChoice(people)}</p>
      {free > 1 && <HowMany id="people" people={fewer} most={free} onChoose={setFewer} />}
      <AllOrNone people={free > 1 ? fewer : 1} />
      <NextActions raceHref={raceHref}>
        <button type="button" class="button" onClick={() => onAsk(fewer)}>
          {later.fewHold(fewer)}
        </button>
        <JoinLink raceId={raceId} event={event} people={people} class="button button-quiet" />
        <button type="button" class="plain" onClick={() => onAsk(people)}>
          {later.fewAgain(people)}
        </button>
      </NextActions>
    </ProblemScreen>
  );
};
