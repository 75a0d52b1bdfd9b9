import type { WaitingStatus } from '../../../lambdas/api/waiting-list';
import { Heading } from '../page/heading';
import { useMilestones } from '../page/milestones';
import { useLoaded } from '../page/use-loaded';
import { Countdown } from '../race/countdown';
import { readSeenRace } from '../race/read-race';
import { takeOnArrival } from '../registration/ask-on-arrival';
import { writeInstant } from '../time/dates';
import { inWords, secondsUntil } from '../time/duration';
import { now } from '../time/ticker';

type OfferedStatus = Extract<WaitingStatus, { status: 'offered' }>;

interface OfferedProps {
  readonly status: OfferedStatus;
  readonly ticket: string;
  readonly declineHref: string;
}

/** A spot is kept for whoever waits here, for a while. */
export const Offered = ({ status, ticket, declineHref }: OfferedProps) => {
  const { placeId, raceId, eventId, eventName, runner, endsAt } = status;
  const race = useLoaded(raceId, () => readSeenRace(raceId));
  const left = secondsUntil(Date.parse(endsAt), now.value);
  useMilestones(left, [3600, 600, 60], (mark) => `The spot is kept for you for another ${inWords(mark)}`);
  const written = race.kind === 'ok' ? writeInstant(endsAt, race.value.timeZone) : undefined;
  return (
    <section class="sheet notice-sheet">
      <Heading>A spot is yours to take</Heading>
      <p>
        A spot in {eventName} has come back, and you are next in line. It is kept for {runner.firstName}{' '}
        {runner.lastName} and for nobody else. Take it in time, or it goes on to the next.
      </p>
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
            href={`/races/${raceId}/register?event=${eventId}`}
            onClick={() => takeOnArrival(raceId, { placeId, ticket, eventId, runner })}
          >
            Take the spot
          </a>
          <a class="button button-quiet" href={declineHref}>
            Decline
          </a>
        </div>
      ) : (
        <p role="status">The time is up. We are looking what became of the spot…</p>
      )}
    </section>
  );
};
