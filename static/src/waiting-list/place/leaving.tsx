import { Heading } from '../../page/heading';
import { lazyApi } from '../../page/lazy-services';
import { SendingNote, useSending } from '../../page/use-sending';

interface LeavingProps {
  readonly placeId: string;
  readonly ticket: string;
  readonly eventName: string;
  /** A spot is offered, and leaving the list declines it. */
  readonly isOffered: boolean;
  /** How many people are in the group. */
  readonly size: number;
  readonly stayHref: string;
  readonly onLeft: () => void;
}

/** Asks for confirmation before a place is given up. */
export const Leaving = ({ placeId, ticket, eventName, isOffered, size, stayHref, onLeft }: LeavingProps) => {
  const { sending, send } = useSending();
  const isSending = sending.kind === 'sending';
  const spots = size > 1 ? `${size} spots` : 'spot';
  const yes = isOffered ? `Yes, decline the ${spots}` : 'Yes, leave the list';
  return (
    <section class="sheet notice-sheet">
      <Heading>{isOffered ? `Decline the ${spots}?` : 'Leave the waiting list?'}</Heading>
      <p>
        {isOffered
          ? `The ${spots} in ${eventName} ${size > 1 ? 'go' : 'goes'} to the next in line, and you are no longer on the list.`
          : `Your place in line for ${eventName} is given up. If you join again, you begin at the end.`}
      </p>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <div class="actions">
        <button
          type="button"
          class="button"
          aria-disabled={isSending}
          onClick={() => void send(() => lazyApi.leaveWaitingList(placeId, ticket), onLeft)}
        >
          {isSending ? 'One moment…' : yes}
        </button>
        <a class="button button-quiet" href={stayHref}>
          {isOffered ? 'Keep the offer' : 'Stay in line'}
        </a>
      </div>
    </section>
  );
};
