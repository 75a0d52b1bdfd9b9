import { Heading } from '../../page/heading';
import type { Event } from '../../race/prices';

const peopleWords = (people: number) => (people === 1 ? 'one runner' : `${people} runners`);

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
  const isSameEvent = wished?.id === mine.id;
  return (
    <section class="sheet notice-sheet">
      <Heading>
        {isRegistered
          ? `You are registered for ${mine.name}`
          : `You have begun with ${mine.name}${isSameEvent ? ` for ${peopleWords(people)}` : ''}`}
      </Heading>
      <p>
        {isRegistered
          ? 'That registration stands. You can register for another distance, or somebody else, beside it.'
          : isSameEvent
            ? `Another number is held anew. What you hold now goes back to the others once its time is up, and it may be that no more can be had. What you typed is kept for as many as you are then.`
            : 'If you change, what you hold there goes back to the others once its time is up. What you typed is kept.'}
      </p>
      <div class="actions">
        <a class="button" href={stayHref}>
          {isRegistered
            ? 'Show my registration'
            : isSameEvent
              ? `Go on for ${peopleWords(people)}`
              : `Go on with ${mine.name}`}
        </a>
        {wished && (
          <button type="button" class="button button-quiet" onClick={onChange}>
            {isRegistered
              ? `Register for ${wished.name}`
              : isSameEvent
                ? `Hold anew for ${peopleWords(wishedPeople)}`
                : `Change to ${wished.name}`}
          </button>
        )}
      </div>
    </section>
  );
};
