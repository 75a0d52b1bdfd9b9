import type { Pause, Stage } from '../../flow/stage';
import { Heading } from '../../page/heading';
import { NextActions } from '../../page/next-actions';
import { JoinLink } from '../../race/join-link';
import type { Event } from '../../race/prices';
import { clockFace, secondsUntil } from '../../time/duration';
import { now } from '../../time/ticker';

export type AskingStage = Extract<Stage, { kind: 'holding' | 'standing-by' }>;

const titles: Record<Pause, string> = {
  'all-held': 'All spots are held right now',
  crowded: 'One moment: many share your connection',
  busy: 'Many people are asking at once',
  offline: 'No connection',
  unknown: 'No answer yet',
  trouble: 'Something broke on our side',
};

const words: Record<Pause, string> = {
  'all-held':
    'Every spot is with somebody who is registering at this moment. Some of them will not finish, and their spots come back. We keep asking for you.',
  crowded:
    'Many spots are held from it and not paid for yet. So your device has a number to work out first: some seconds, a minute if it is slow. Nothing is lost.',
  busy: 'Your wish could not be taken just now. It is not lost: we ask again by ourselves, and you need not reload.',
  offline: 'This device cannot reach us. Everything you typed is kept. We try again by ourselves.',
  unknown: 'We try again by ourselves.',
  trouble: 'The fault is ours. Everything you typed is kept, and we try again by ourselves.',
};

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
  const pause = stage.kind === 'holding' ? stage.after : stage.pause;
  if (!pause) {
    const what = people > 1 ? `Asking for your ${people} spots` : 'Asking for your spot';
    return (
      <section class="sheet notice-sheet">
        <Heading>{what}</Heading>
        <p>
          One moment: we are asking for {people > 1 ? `${people} spots at once` : 'a spot'} in {event.name}.
        </p>
        <progress class="wait" aria-label={what} />
      </section>
    );
  }
  const doing = stage.kind === 'holding' && stage.challenge ? 'Working it out' : 'Asking now';
  const isStopped = stage.kind === 'standing-by' && stage.stopped;
  return (
    <section class="sheet notice-sheet">
      <Heading>{titles[pause]}</Heading>
      <p>{words[pause]}</p>
      <div class="retry">
        {stage.kind === 'holding' ? (
          <>
            <p>{doing}…</p>
            <progress class="wait" aria-label={doing} />
          </>
        ) : isStopped ? (
          <p>Stopped. We do not ask any more.</p>
        ) : (
          <>
            <p>
              Next try in <b class="figures">{clockFace(secondsUntil(stage.until, now.value))}</b>
            </p>
            <progress
              class="wait"
              max={Math.max(1, stage.until - stage.from)}
              value={Math.min(stage.until - stage.from, Math.max(0, now.value - stage.from))}
              aria-label="Time to the next try"
            />
          </>
        )}
      </div>
      <NextActions raceHref={raceHref}>
        {isStopped ? (
          <button type="button" class="button" onClick={onNow}>
            Ask again
          </button>
        ) : (
          <button type="button" class="button button-quiet" onClick={onStop}>
            Stop asking
          </button>
        )}
        {pause === 'all-held' && <JoinLink raceId={raceId} event={event} people={people} class="plain" />}
      </NextActions>
    </section>
  );
};
