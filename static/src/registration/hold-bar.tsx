import type { HoldGranted } from '../../../lambdas/api/messages/holds';
import { bold } from '../page/marks';
import { useMilestones } from '../page/milestones';
import { useNow } from '../page/use-value';
import * as first from '../texts/first';
import { clockFace, inWords, secondsUntil } from '../time/duration';

const announcedSeconds = [300, 120, 60];

/** The bar after the server accepted the registration. It stays where it was; the hold no longer matters. */
export const SentBar = ({ eventName, people }: { eventName: string; people: number }) => (
  <div class="hold-bar">
    <div class="hold-bar-words">
      <p>{first.spotsIn(bold, people, eventName)}</p>
      <p>
        <b>{first.sent}</b>
      </p>
    </div>
    <progress max={1} value={1} aria-hidden="true" />
  </div>
);

/**
 * How long the spot is still held, always visible. Read aloud at 5, 2 and 1 minutes. What was begun in time may go on after
 * that, and only the server knows how it ends.
 */
export const HoldBar = ({ hold, eventName }: { hold: HoldGranted; eventName: string }) => {
  const people = 1 + (hold.companions?.length ?? 0);
  const until = Date.parse(hold.expiresAt);
  const left = secondsUntil(until, useNow());
  const whole = Math.max(1, secondsUntil(until, Date.parse(hold.now)));
  useMilestones(left, announcedSeconds, (mark) => first.stillHeld(people, inWords(mark)));
  return (
    <div class={left <= 60 ? 'hold-bar hold-bar-short' : 'hold-bar'}>
      <div class="hold-bar-words">
        <p>{first.spotsIn(bold, people, eventName)}</p>
        {left > 0 ? (
          <p role="timer" aria-label={first.heldLabel}>
            <span class="hold-bar-held">{first.heldFor}</span>
            <b class="figures">{clockFace(left)}</b>
          </p>
        ) : (
          <p role="status">{first.heldNoMore}</p>
        )}
      </div>
      <progress max={whole} value={Math.min(left, whole)} aria-hidden="true" />
    </div>
  );
};
