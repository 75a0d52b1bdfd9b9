import type { HoldGranted } from '../../../lambdas/api/messages/holds';
import { useMilestones } from '../page/milestones';
import { clockFace, inWords, secondsUntil } from '../time/duration';
import { now } from '../time/ticker';

const announcedSeconds = [300, 120, 60];

const spotsOf = (people: number) => (people > 1 ? `Your ${people} spots` : 'Your spot');

/** The bar after the server accepted the registration. It stays where it was; the hold no longer matters. */
export const SentBar = ({ eventName, people }: { eventName: string; people: number }) => (
  <div class="hold-bar">
    <div class="hold-bar-words">
      <p>
        {spotsOf(people)} in <b>{eventName}</b>
      </p>
      <p>
        <b>sent</b>
      </p>
    </div>
    <progress max={1} value={1} aria-hidden="true" />
  </div>
);

/** How long the spot is still held, always visible. Read aloud at 5, 2 and 1 minutes. */
export const HoldBar = ({ hold, eventName }: { hold: HoldGranted; eventName: string }) => {
  const people = 1 + (hold.companions?.length ?? 0);
  const until = Date.parse(hold.expiresAt);
  const left = secondsUntil(until, now.value);
  const whole = Math.max(1, secondsUntil(until, Date.parse(hold.now)));
  useMilestones(
    left,
    announcedSeconds,
    (mark) => `${spotsOf(people)} ${people > 1 ? 'are' : 'is'} held for another ${inWords(mark)}`,
  );
  return (
    <div class={left <= 60 ? 'hold-bar hold-bar-short' : 'hold-bar'}>
      <div class="hold-bar-words">
        <p>
          {spotsOf(people)} in <b>{eventName}</b>
        </p>
        <p role="timer" aria-label="Held for">
          <span class="hold-bar-held">held for </span>
          <b class="figures">{clockFace(left)}</b>
        </p>
      </div>
      <progress max={whole} value={Math.min(left, whole)} aria-hidden="true" />
    </div>
  );
};
