import type { FeedMessageRead } from '../../../lambdas/api/messages/race-day/feed';
import { segmentOf } from '../../../lambdas/feed/segments';
import type { FeedSource } from './drive';
import type { Followed } from './follow';

interface Needs {
  readonly source: Pick<FeedSource, 'segment'>;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly later: (seconds: number, run: () => void) => unknown;
  readonly found: (message: FeedMessageRead) => void;
}

/** What happens to a whole crowd at once is read within so many of its pauses: a twentieth more requests. */
const crowdPauses = 20;

/** Reads what still holds of before the first message that is shown: the numbers that a head names. To be called after each step. */
export const latestReader = ({ source, random, later, found }: Needs) => {
  const asked = new Set<number>();
  let [epoch, from] = [-1, 0];
  return ({ following, isNew }: Followed): void => {
    const { head } = following;
    if (isNew) asked.clear();
    // Who comes or jumps reads at once. Else an older message holds again for everybody, as after a redaction.
    const isCrowd = isNew || following.from === from;
    ({ epoch, from } = following);
    for (const number of Object.values(head?.latest ?? {})) {
      if (number >= from || asked.has(number)) continue;
      asked.add(number);
      const ask = () =>
        source.segment(epoch, segmentOf(number), (event) => {
          const message =
            event.kind === 'segment' && event.epoch === epoch && event.messages.find((one) => one.number === number);
          if (message) found(message);
          else asked.delete(number);
        });
      if (isCrowd) later(crowdPauses * (head?.pollAfter ?? 0) * random(), ask);
      else ask();
    }
  };
};
