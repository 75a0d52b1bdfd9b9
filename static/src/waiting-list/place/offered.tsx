import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { takeOfferOnArrival } from '../../flow/pending-request';
import { Heading } from '../../page/heading';
import { useMilestones } from '../../page/milestones';
import { useLoaded } from '../../page/use-loaded';
import { Countdown } from '../../race/countdown';
import { readSeenRace } from '../../race/read-race';
import { registerHref } from '../../race/register-href';
import { writeInstant } from '../../time/dates';
import { inWords, secondsUntil } from '../../time/duration';
import { now } from '../../time/ticker';

type OfferedStatus = Extract<WaitingStatus, { status: 'offered' }>;

const announcedSeconds = [3600, 600, 60];

interface OfferedProps {
  readonly status: OfferedStatus;
  readonly ticket: string;
  readonly declineHref: string;
}

/** Shown while a spot is offered to this place. */
export const Offered = ({ status, ticket, declineHref }: OfferedProps) => {
  const { placeId, raceId, eventId, eventName, runner, endsAt, size } = status;
  const spots = size > 1 ? `${size} spots are` : 'A spot is';
  const race = useLoaded(raceId, () => readSeenRace(raceId));
  const left = secondsUntil(Date.parse(endsAt), now.value);
  useMilestones(left, announcedSeconds, (mark) =>
    size > 1
      ? `The ${size} spots are kept for you for another ${inWords(mark)}`
      : `The spot is kept for you for another ${inWords(mark)}`,
  );
  const written = race.kind === 'ok' ? writeInstant(endsAt, race.value.timeZone) : undefined;
  return (
    <section class="sheet notice-sheet">
      <Heading>{spots} yours to take</Heading>
      <p>
        {size > 1 ? `${size} spots in ${eventName} have` : `A spot in ${eventName} has`} come back, and you are next in
        line. {size > 1 ? 'They are' : 'It is'} kept for {runner.firstName} {runner.lastName}
        {size > 1 && ` and ${size === 2 ? 'one' : size - 1} more`} and for nobody else. Take {size > 1 ? 'them' : 'it'}{' '}
        in time, or {size > 1 ? 'they go' : 'it goes'} on to the next.
      </p>
      {size > 1 && (
        <p>
          All {size} are taken at once, or none: in the next steps we ask who runs with you, and one card pays for all.
        </p>
      )}
      <div class="opening opening-sheet">
        <Countdown until={endsAt} label="Kept for another" />
        <p class="offer-until">
          {written && (
            <>
              Until <b>{written.there}</b>
              {written.here && ` (${written.here} where you are)`}
            </>
          )}
        </p>
      </div>
      <p>You pay in the next steps, and only once you are registered is your card charged.</p>
      {left > 0 ? (
        <div class="actions">
          <a
            class="button"
            href={registerHref(raceId, eventId, size)}
            onClick={() => takeOfferOnArrival(raceId, { placeId, ticket, eventId, runner, size })}
          >
            {size > 1 ? `Take the ${size} spots` : 'Take the spot'}
          </a>
          <a class="button button-quiet" href={declineHref}>
            Decline
          </a>
        </div>
      ) : (
        <p role="status">The time is up. We are looking what became of {size > 1 ? 'them' : 'the spot'}…</p>
      )}
    </section>
  );
};
