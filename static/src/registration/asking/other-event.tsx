import { Heading } from '../../page/heading';
import type { Event } from '../../race/prices';
import * as later from '../../texts/later';

interface OtherEventProps {
  readonly mine: Event;
  /** The size of the group in the draft, and the size asked for now. */
  readonly people: number;
  readonly wishedPeople: number;
  readonly wished: Event | undefined;
  readonly isRegistered: boolean;
  readonly stayHref: string;
  readonly onChange: () => void;
}

/**
 * Shown when the runner has a draft and asks for another distance or number of people: the page asks before it gives up the
 * draft.
 */
export const OtherEvent = (props: OtherEventProps) => {
  const { mine, people, wished, wishedPeople, isRegistered, stayHref, onChange } = props;
  const state = isRegistered ? 'registered' : wished?.id === mine.id ? 'same' : 'another';
  return (
    <section class="sheet notice-sheet">
      <Heading>{later.otherTitle(state, mine.name, people)}</Heading>
      <p>{later.otherWords[state]}</p>
      <div class="actions">
        <a class="button" href={stayHref}>
          {later.otherStay[state](mine.name, people)}
        </a>
        {wished && (
          <button type="button" class="button button-quiet" onClick={onChange}>
            {later.otherChange[state](wished.name, wishedPeople)}
          </button>
        )}
      </div>
    </section>
  );
};
