import { Heading } from '../../page/heading';
import { lazyApi } from '../../page/lazy-services';
import { SendingNote, useSending } from '../../page/use-sending';
import * as later from '../../texts/later';
import * as listTexts from '../../texts/waiting-list';

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

  return (
    <section class="sheet notice-sheet">
      <Heading>{listTexts.leaveTitle(size, isOffered)}</Heading>
      <p>{listTexts.leaveWords(size, isOffered, eventName)}</p>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <div class="actions">
        <button
          type="button"
          class="button"
          aria-disabled={isSending}
          onClick={() => void send(() => lazyApi.leaveWaitingList(placeId, ticket), onLeft)}
        >
          {isSending ? later.oneMoment : listTexts.leaveYes(size, isOffered)}
        </button>
        <a class="button button-quiet" href={stayHref}>
          {listTexts.leaveNo(isOffered)}
        </a>
      </div>
    </section>
  );
};
