import { useEffect, useState } from 'preact/hooks';
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
import { HowMany } from '../../race/how-many';
import { joinHref } from '../../race/register-href';
import * as listTexts from '../../texts/waiting-list';
import type { Confirming } from './use-confirming';

type Of<Status extends WaitingStatus['status']> = Extract<WaitingStatus, { status: Status }>;

/** Shown after joining, until the place is on the list. `isLate`: this takes longer than usual. */
export const Processing = ({ isLate }: { isLate: boolean }) => (
  <section class="sheet notice-sheet">
    <Heading>{listTexts.joiningList}</Heading>
    <p>{listTexts.joiningListWords}</p>
    <progress class="wait" aria-label={listTexts.joiningListLabel} />
    <p class="quiet" role="status">
      {listTexts.joiningListNote(isLate)}
    </p>
  </section>
);

/** The runner has another place already, or this ticket was replaced when the place was confirmed. */
export const OnTheList = ({ eventName }: { eventName: string }) => (
  <LinkForm title={listTexts.onListTitle}>
    <p>{listTexts.onList(eventName)}</p>
    <p>{listTexts.onListMail}</p>
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
  const { hasConfirmed, failure, confirm } = confirming;
  if (status.confirmation === 'done') return hasConfirmed ? <p class="note">{listTexts.placeConfirmed}</p> : null;
  if (status.confirmation === 'by-mail') return <p class="note">{listTexts.confirmByMail(bold, email)}</p>;
  return failure ? (
    <>
      <SendingNote failure={failure} />
      <p>
        <button type="button" class="button" onClick={() => confirm()}>
          {listTexts.confirmPlace}
        </button>
      </p>
    </>
  ) : (
    <p class="note">{listTexts.confirmingPlace}</p>
  );
};

/** A group that has become smaller keeps its place, and needs fewer spots. */
const Fewer = ({ size, confirming: { confirm, failure } }: { size: number; confirming: Confirming }) => {
  const [people, setPeople] = useState(size - 1);
  return (
    <details>
      <summary>{listTexts.fewer}</summary>
      <p>{listTexts.fewerWords}</p>
      <HowMany id="fewer" people={people} most={size - 1} onChoose={setPeople} />
      <SendingNote failure={failure} />
      <p>
        <button type="button" class="button button-quiet" onClick={() => confirm(people)}>
          {listTexts.fewerDo(people)}
        </button>
      </p>
    </details>
  );
};

/** Shown while the place waits for its turn. */
export const Waiting = ({ status, email, isStale, leaveHref, confirming }: WaitingProps) => {
  const { ahead, eventName, raceId, size } = status;
  const place = listTexts.inLine(ahead === 0 ? undefined : count(ahead + 1), size);
  useEffect(() => announce(place), [place]);
  return (
    <section class="sheet notice-sheet">
      <Heading>{place}</Heading>
      <div role="status">
        <Confirmation status={status} email={email} confirming={confirming} />
      </div>
      <p>{listTexts.waitingWords(bold, size, eventName, email)}</p>
      {size > 1 && <p>{listTexts.waitingGroup(size)}</p>}
      {size > 1 && status.confirmation !== 'by-mail' && <Fewer key={size} size={size} confirming={confirming} />}
      <p>{listTexts.needNotStay(Boolean(email))}</p>
      <p class="quiet" role="status">
        {isStale ? listTexts.placeStale : ''}
      </p>
      <NextActions raceHref={`/races/${raceId}`}>
        <a class="button button-quiet" href={leaveHref}>
          {listTexts.leaveList}
        </a>
      </NextActions>
    </section>
  );
};

type Over = Of<'registered' | 'expired' | 'left' | 'not-needed'>;

/** Shown when the place has ended. */
export const NoLongerWaiting = ({ status, onJoinAgain }: { status: Over; onJoinAgain: () => void }) => {
  const { raceId, eventId } = status;
  const why = status.status === 'left' && status.isRemoved ? 'removed' : status.status;
  return (
    <ProblemScreen title={listTexts.placeOverTitles[why]}>
      <p>{listTexts.placeOver[why](status.eventName)}</p>
      <NextActions raceHref={`/races/${raceId}`}>
        {status.status === 'registered' && (
          <a class="button" href="/registrations">
            {listTexts.sendLinkAgain}
          </a>
        )}
        {status.status === 'not-needed' && (
          <a
            class="button"
            href={`/races/${raceId}/register?event=${eventId}`}
            onClick={() => requestOnArrival(raceId, eventId)}
          >
            {listTexts.registerNow}
          </a>
        )}
        {(why === 'expired' || why === 'left') && (
          <a class="button button-quiet" href={joinHref(raceId, eventId)} onClick={onJoinAgain}>
            {listTexts.joinAgain}
          </a>
        )}
      </NextActions>
    </ProblemScreen>
  );
};
