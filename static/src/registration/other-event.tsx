import { Heading } from '../page/heading';
import type { Event } from '../race/prices';

interface OtherEventProps {
  readonly mine: Event;
  readonly wished: Event | undefined;
  readonly isRegistered: boolean;
  readonly stayHref: string;
  readonly onChange: (eventId: string) => void;
}

/** The runner has one distance in hand and asks for another: nothing is given up without being asked. */
export const OtherEvent = ({ mine, wished, isRegistered, stayHref, onChange }: OtherEventProps) => (
  <section class="sheet notice-sheet">
    <Heading>{isRegistered ? `You are registered for ${mine.name}` : `You have begun with ${mine.name}`}</Heading>
    <p>
      {isRegistered
        ? 'That registration stands. You can register for another distance, or somebody else, beside it.'
        : 'If you change, the spot you hold there goes back to the others once its time is up. What you typed is kept.'}
    </p>
    <div class="actions">
      <a class="button" href={stayHref}>
        {isRegistered ? 'Show my registration' : `Go on with ${mine.name}`}
      </a>
      {wished && (
        <button type="button" class="button button-quiet" onClick={() => onChange(wished.id)}>
          {isRegistered ? `Register for ${wished.name}` : `Change to ${wished.name}`}
        </button>
      )}
    </div>
  </section>
);
