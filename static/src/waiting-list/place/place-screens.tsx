import { useEffect } from 'preact/hooks';
import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { requestOnArrival } from '../../flow/pending-request';
import { announce } from '../../page/announce';
import { Heading } from '../../page/heading';
import { LinkForm } from '../../page/link-form';
import { bold } from '../../page/marks';
import { count } from '../../page/money';
import { NextActions } from '../../page/next-actions';
import { ProblemScreen } from '../../page/problem-screen';
import { SendingNote } from '../../page/use-sending';
import { joinHref } from '../../race/register-href';
import * as later from '../../texts/later';
import type { Confirming } from './use-confirming';

type Of<Status extends WaitingStatus['status']> = Extract<WaitingStatus, { status: Status }>;

/** Shown after joining, until the place is on the list. `isLate`: this takes longer than usual. */
export const Processing = ({ isLate }: { isLate: boolean }) => (
  <section class="sheet notice-sheet">
    <Heading>{later.gettingInLine}</Heading>
    <p>{later.gettingInLineWords}</p>
    <progress class="wait" aria-label={later.gettingInLineLabel} />
    <p class="quiet" role="status">
      {later.gettingInLineNote(isLate)}
    </p>
  </section>
);

/** The runner has another place already, or this ticket was replaced when the place was confirmed. */
export const OnTheList = ({ eventName }: { eventName: string }) => (
  <LinkForm title={later.onListTitle}>
    <p>{later.onList(eventName)}</p>
    <p>{later.onListMail}</p>
  </LinkForm>
);

interface WaitingProps {
  readonly status: Of<'waiting'>;
  /** Undefined if this browser does not know it. */
  readonly email: string | undefined;
  readonly isStale: boolean;
  readonly leaveHref: string;
  readonly confirming: Confirming;
}

/** Whether the place is confirmed, and what the runner must do if it is not. */
const Confirmation = ({ status, email, confirming }: Pick<WaitingProps, 'status' | 'email' | 'confirming'>) => {
  const { hasConfirmed, failure, again } = confirming;
  if (status.confirmation === 'done') return hasConfirmed ? <p class="note">{later.placeConfirmed}</p> : null;
  if (status.confirmation === 'by-mail') return <p class="note">{later.confirmByMail(bold, email)}</p>;
  return failure ? (
    <>
      <SendingNote failure={failure} />
      <p>
        <button type="button" class="button" onClick={again}>
          {later.confirmPlace}
        </button>
      </p>
    </>
  ) : (
    <p class="note">{later.confirmingPlace}</p>
  );
};

/** Shown while the place waits for its turn. */
export const Waiting = ({ status, email, isStale, leaveHref, confirming }: WaitingProps) => {
  const { ahead, eventName, raceId, size } = status;
  const place = later.inLine(ahead === 0 ? undefined : count(ahead + 1), size);
  useEffect(() => announce(place), [place]);
  return (
    <section class="sheet notice-sheet">
      <Heading>{place}</Heading>
      <div role="status">
        <Confirmation status={status} email={email} confirming={confirming} />
      </div>
      <p>{later.waitingWords(bold, size, eventName, email)}</p>
      {size > 1 && <p>{later.waitingGroup(size)}</p>}
      <p>{later.needNotStay(Boolean(email))}</p>
      <p class="quiet" role="status">
        {isStale ? later.placeStale : ''}
      </p>
      <NextActions raceHref={`/races/${raceId}`}>
        <a class="button button-quiet" href={leaveHref}>
          {later.leaveList}
        </a>
      </NextActions>
    </section>
  );
};

type Over = Of<'registered' | 'expired' | 'left' | 'not-needed'>;

/** Shown when the place has ended. */
export const NoLongerWaiting = ({ status, onJoinAgain }: { status: Over; onJoinAgain: () => void }) => {
  const { raceId, eventId } = status;
  return (
    <ProblemScreen title={later.placeOverTitles[status.status]}>
      <p>{later.placeOver[status.status](status.eventName)}</p>
      <NextActions raceHref={`/races/${raceId}`}>
        {status.status === 'registered' && (
          <a class="button" href="/registrations">
            {later.sendLinkAgain}
          </a>
        )}
        {status.status === 'not-needed' && (
          <a
            class="button"
            href={`/races/${raceId}/register?event=${eventId}`}
            onClick={() => requestOnArrival(raceId, eventId)}
          >
            {later.registerNow}
          </a>
        )}
        {(status.status === 'expired' || status.status === 'left') && (
          <a class="button button-quiet" href={joinHref(raceId, eventId)} onClick={onJoinAgain}>
            {later.joinAgain}
          </a>
        )}
      </NextActions>
    </ProblemScreen>
  );
};
