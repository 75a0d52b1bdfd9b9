import { useEffect } from 'preact/hooks';
import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { requestOnArrival } from '../../flow/pending-request';
import { announce } from '../../page/announce';
import { Heading } from '../../page/heading';
import { LinkForm } from '../../page/link-form';
import { count } from '../../page/money';
import { NextActions } from '../../page/next-actions';
import { Trouble } from '../../page/trouble';
import { SendingNote } from '../../page/use-sending';
import { joinHref } from '../../race/register-href';
import type { Confirming } from './use-confirming';

type Of<Status extends WaitingStatus['status']> = Extract<WaitingStatus, { status: Status }>;

/** Shown after joining, until the place is on the list. `isLate`: this takes longer than usual. */
export const Processing = ({ isLate }: { isLate: boolean }) => (
  <section class="sheet notice-sheet">
    <Heading>You are getting in line</Heading>
    <p>Your wish is with us and is being put on the list, in the order in which wishes arrived.</p>
    <progress class="wait" aria-label="Getting in line" />
    <p class="quiet" role="status">
      {isLate
        ? 'It takes longer than usual, because many people come at once. You need not stay: your wish is not lost, and this browser finds your place again.'
        : 'This page renews itself. You may reload it at any time.'}
    </p>
  </section>
);

/** The runner has another place already, or this ticket was replaced when the place was confirmed. */
export const OnTheList = ({ eventName }: { eventName: string }) => (
  <LinkForm title="You are on the list already">
    <p>
      This runner has a place in line for {eventName}, and nobody is on the list twice. The link to it is in our mail to
      them: only whoever reads that mail can give the place up, or take what is offered to it.
    </p>
    <p>If you cannot find the mail, enter the e-mail address, and we send the link again.</p>
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
  if (status.confirmation === 'done')
    return hasConfirmed ? <p class="note">Thank you! Your place is confirmed.</p> : null;
  if (status.confirmation === 'by-mail')
    return (
      <p class="note">
        <b>Please confirm your place:</b> open the link in our mail to {email ? <b>{email}</b> : 'you'}. Until then
        spots go to others, and you keep your place. If no mail is there yet, it comes when your turn is near.
      </p>
    );
  return failure ? (
    <>
      <SendingNote failure={failure} />
      <p>
        <button type="button" class="button" onClick={again}>
          Confirm my place
        </button>
      </p>
    </>
  ) : (
    <p class="note">We are confirming your place…</p>
  );
};

/** Shown while the place waits for its turn. */
export const Waiting = ({ status, email, isStale, leaveHref, confirming }: WaitingProps) => {
  const { ahead, eventName, raceId, size } = status;
  const together = size > 1 ? `, for ${size} of you` : '';
  const place = `${ahead === 0 ? 'You are next in line' : `You are number ${count(ahead + 1)} in line`}${together}`;
  useEffect(() => announce(place), [place]);
  return (
    <section class="sheet notice-sheet">
      <Heading>{place}</Heading>
      <div role="status">
        <Confirmation status={status} email={email} confirming={confirming} />
      </div>
      <p>
        For {size > 1 ? `${size} spots at once` : 'a spot'} in {eventName}. We write to{' '}
        {email ? <b>{email}</b> : 'your e-mail address'} when {size > 1 ? 'they are' : 'one is'} yours to take. Whether
        and when that is, nobody knows: spots come back when somebody does not pay, or gives one back.
      </p>
      {size > 1 && (
        <p>
          Spots that come back one by one go to those who need fewer; you keep your place until {size} are free
          together.
        </p>
      )}
      <p>You need not keep this page open.{email && ' This browser remembers your place.'}</p>
      <p class="quiet" role="status">
        {isStale ? 'Your place could not be looked up just now; it may have moved on.' : ''}
      </p>
      <NextActions raceHref={`/races/${raceId}`}>
        <a class="button button-quiet" href={leaveHref}>
          Leave the list
        </a>
      </NextActions>
    </section>
  );
};

type Over = Of<'registered' | 'expired' | 'left' | 'not-needed'>;

const titles: Record<Over['status'], string> = {
  registered: 'You are registered',
  expired: 'The offer has ended',
  left: 'You have left the list',
  'not-needed': 'Spots are on sale',
};

const words = ({ status, eventName }: Over): string => {
  switch (status) {
    case 'registered':
      return `This runner has a spot in ${eventName}, so the place in line is no longer needed. The link in the confirmation mail opens the registration.`;
    case 'expired':
      return `A spot in ${eventName} was kept for you until its time was up, and then went on to the next in line. If you still want to run, join again: you begin at the end.`;
    case 'left':
      return `You are no longer in line for ${eventName}. You can join again: you begin at the end.`;
    case 'not-needed':
      return `When you asked for a place in line, spots in ${eventName} could still be had. You need not wait: register now.`;
  }
};

/** Shown when the place has ended. */
export const NoLongerWaiting = ({ status, onJoinAgain }: { status: Over; onJoinAgain: () => void }) => {
  const { raceId, eventId } = status;
  return (
    <Trouble title={titles[status.status]}>
      <p>{words(status)}</p>
      <NextActions raceHref={`/races/${raceId}`}>
        {status.status === 'registered' && (
          <a class="button" href="/registrations">
            Have the link sent again
          </a>
        )}
        {status.status === 'not-needed' && (
          <a
            class="button"
            href={`/races/${raceId}/register?event=${eventId}`}
            onClick={() => requestOnArrival(raceId, eventId)}
          >
            Register now
          </a>
        )}
        {(status.status === 'expired' || status.status === 'left') && (
          <a class="button button-quiet" href={joinHref(raceId, eventId)} onClick={onJoinAgain}>
            Join again
          </a>
        )}
      </NextActions>
    </Trouble>
  );
};
