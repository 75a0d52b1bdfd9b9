import type { Stage } from '../../flow/stage';
import { Heading } from '../../page/heading';
import { figures } from '../../page/marks';
import { NextActions } from '../../page/next-actions';
import { useNow } from '../../page/use-value';
import { JoinLink } from '../../race/join-link';
import type { Event } from '../../race/prices';
import * as first from '../../texts/first';
import * as t from '../../texts/page';
import { clockFace, secondsUntil } from '../../time/duration';

export type AskingStage = Extract<Stage, { kind: 'holding' | 'standing-by' }>;

interface AskingProps {
  readonly stage: AskingStage;
  readonly raceId: string;
  readonly event: Event;
  /** How many people are in the group. */
  readonly people: number;
  readonly raceHref: string;
  readonly onStop: () => void;
  readonly onNow: () => void;
}

/** Shown while the page asks for a hold, and while it waits to ask again. */
export const Asking = ({ stage, raceId, event, people, raceHref, onStop, onNow }: AskingProps) => {
  const time = useNow();
  const pause = stage.kind === 'holding' ? stage.after : stage.pause;
  if (!pause) {
    const what = first.askingTitle(people);
    return (
      <section class="sheet notice-sheet">
        <Heading>{what}</Heading>
        <p>{first.askingWords(people, event.name)}</p>
        <progress class="wait" aria-label={what} />
      </section>
    );
  }
  const doing = stage.kind === 'holding' && stage.challenge ? first.askingWorking : first.askingNow;
  const isStopped = stage.kind === 'standing-by' && stage.stopped;
  return (
    <section class="sheet notice-sheet">
      <Heading>{first.pauses[pause].title}</Heading>
      <p>{first.pauses[pause].words}</p>
      <div class="retry">
        {stage.kind === 'holding' ? (
          <>
            <p>{first.askingDoing(doing)}</p>
            <progress class="wait" aria-label={doing} />
          </>
        ) : isStopped ? (
          <p>{first.askingStopped}</p>
        ) : (
          <>
            <p>{t.nextTry(figures, clockFace(secondsUntil(stage.until, time)))}</p>
            <progress
              class="wait"
              max={Math.max(1, stage.until - stage.from)}
              value={Math.min(stage.until - stage.from, Math.max(0, time - stage.from))}
              aria-label={first.askingTimeLeft}
            />
          </>
        )}
      </div>
      <NextActions raceHref={raceHref}>
        {isStopped ? (
          <button type="button" class="button" onClick={onNow}>
            {first.askingAgain}
          </button>
        ) : (
          <button type="button" class="button button-quiet" onClick={onStop}>
            {first.askingStop}
          </button>
        )}
        {pause === 'all-held' && <JoinLink raceId={raceId} event={event} people={people} class="plain" />}
      </NextActions>
    </section>
  );
};
