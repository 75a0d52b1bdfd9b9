import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import type { Stage } from '../../flow/stage';
import { lazyPage } from '../../page/lazy-page';
import { NextActions } from '../../page/next-actions';
import { ProblemScreen } from '../../page/problem-screen';
import { Countdown, useOpening } from '../../race/countdown';
import { JoinLink } from '../../race/join-link';
import type { Event } from '../../race/prices';
import * as first from '../../texts/first';
import * as t from '../../texts/page';
import { writeInstant } from '../../time/dates';

const RarelyRefused = lazyPage((pages) => pages.rarelyRefused);

/** The refusal of the server, or of the race's own times before the server is asked. */
export type TurnedAwayStage = Omit<Extract<Stage, { kind: 'turned-away' }>, 'kind'>;

export interface TurnedAwayProps {
  readonly stage: TurnedAwayStage;
  readonly race: RaceMessage;
  readonly event: Event;
  /** How many people are in the group. */
  readonly people: number;
  readonly raceHref: string;
  /** The place on the waiting list whose offer the runner accepted. */
  readonly placeId?: string | undefined;
  readonly onAsk: (people: number) => void;
}

type Often = keyof typeof first.turnedAwayTitles;
const isOften = (why: string): why is Often => why in first.turnedAwayTitles;

/** Shown when the request for a spot was refused: why, and what the runner can do. */
export const TurnedAway = (props: TurnedAwayProps) => {
  const { stage, race, event, people, raceHref, placeId, onAsk } = props;
  const { why } = stage;
  const isEarly = useOpening(stage.opensAt);
  if (!isOften(why)) return <RarelyRefused {...props} />;
  const hasOpened = why === 'not-open-yet' && !isEarly;
  const mayWait = why === 'sold-out' || why === 'waiting-list';
  const mayAsk = hasOpened || why === 'too-many-holds';
  return (
    <ProblemScreen title={hasOpened ? t.openingIsOpen : first.turnedAwayTitles[why]}>
      <p>
        {hasOpened
          ? first.askNow(people, event.name)
          : why === 'too-many-holds'
            ? stage.detail
            : first.turnedAway(why, event.name)}
      </p>
      {stage.opensAt && isEarly && (
        <div class="opening opening-sheet">
          <Countdown until={stage.opensAt} />
          <p>{writeInstant(stage.opensAt, race.timeZone).there}</p>
        </div>
      )}
      <NextActions raceHref={raceHref}>
        {mayAsk && (
          <button type="button" class="button" onClick={() => onAsk(people)}>
            {first.askForSpots(people)}
          </button>
        )}
        {mayWait && <JoinLink raceId={race.id} event={event} people={people} />}
        {placeId !== undefined && (
          <a class="button" href={`/waiting-list/${placeId}`}>
            {first.seePlace}
          </a>
        )}
      </NextActions>
    </ProblemScreen>
  );
};
