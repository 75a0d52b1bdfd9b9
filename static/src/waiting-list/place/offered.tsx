import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { takeOfferOnArrival } from '../../flow/pending-request';
import { Heading } from '../../page/heading';
import { bold } from '../../page/marks';
import { useMilestones } from '../../page/milestones';
import { useLoaded } from '../../page/use-loaded';
import { useNow } from '../../page/use-value';
import { Countdown } from '../../race/countdown';
import { readSeenRace } from '../../race/read-race';
import { registerHref } from '../../race/register-href';
import * as listTexts from '../../texts/waiting-list';
import { writeInstant } from '../../time/dates';
import { inWords, secondsUntil } from '../../time/duration';

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

  const race = useLoaded(raceId, () => readSeenRace(raceId));
  const left = secondsUntil(Date.parse(endsAt), useNow());
  useMilestones(left, announcedSeconds, (mark) => listTexts.offerKept(size, inWords(mark)));
  const written = race.kind === 'ok' ? writeInstant(endsAt, race.value.timeZone) : undefined;
  return (
    <section class="sheet notice-sheet">
      <Heading>{listTexts.offerTitle(size)}</Heading>
      <p>{listTexts.offerWords(size, eventName, `${runner.firstName} ${runner.lastName}`)}</p>
      {size > 1 && <p>{listTexts.offerGroup(size)}</p>}
      <div class="opening opening-sheet">
        <Countdown until={endsAt} label={listTexts.keptForAnother} />
        <p class="offer-until">{written && listTexts.offerUntil(bold, written.there, written.here)}</p>
      </div>
      <p>{listTexts.offerPay}</p>
      {left > 0 ? (
        <div class="actions">
          <a
            class="button"
            href={registerHref(raceId, eventId, size)}
            onClick={() => takeOfferOnArrival(raceId, { placeId, ticket, eventId, runner, size })}
          >
            {listTexts.takeSpots(size)}
          </a>
          <a class="button button-quiet" href={declineHref}>
            {' '}
            {listTexts.decline}{' '}
          </a>
        </div>
      ) : (
        <p role="status">{listTexts.offerOver(size)}</p>
      )}
    </section>
  );
};
