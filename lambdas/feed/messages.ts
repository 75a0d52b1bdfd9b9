import * as v from 'valibot';
import { raceId, typedText } from '../api/fields';
import { messageNumber, type newMessage, newMessages } from '../api/messages/race-day/feed-publishing';
import type { NewMessage } from './message';

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const dryRun = v.optional(v.boolean(), false);

/** A message as the feed keeps it. */
export const newMessageOf = (sent: v.InferOutput<typeof newMessage>): NewMessage => {
  if (sent.kind === 'correction') return { id: sent.id, kind: sent.kind, of: sent.of, body: sent.body };
  if (sent.kind === 'withdrawal') {
    const { reason } = sent;
    return { id: sent.id, kind: sent.kind, of: sent.of, body: reason === undefined ? {} : { reason } };
  }
  const { id: _, kind, ...body } = sent;
  return { id: sent.id, kind, body };
};

/**
 * `{ "publishFeed": { … } }`: tells those who follow a race. The same id again is the same message, with the same number. `seen`: the number of
 * the last message that the sender saw. An order of leaders, an important notice or a correction that would take the place of a newer one is
 * refused then, and the refusal has the newer one.
 */
export const publishFeedMessage = v.strictObject({
  publishFeed: v.strictObject({
    raceId,
    messages: newMessages,
    seen: v.optional(whole(0, Number.MAX_SAFE_INTEGER)),
    dryRun,
  }),
});

/**
 * `{ "changeFeed": { … } }`: a live feed is planned, goes live, ends, and within a day may go live again. `allowedPerSecond`: how
 * many requests a second the crowd may cause. With more people, each of them asks less often. `restored`: the database was set back to
 * an earlier moment, so numbers are given again, and followers read everything once more.
 */
export const changeFeedMessage = v.strictObject({
  changeFeed: v.strictObject({
    raceId,
    state: v.picklist(['planned', 'live', 'ended']),
    allowedPerSecond: v.optional(whole(1, 1_000_000)),
    restored: v.optional(v.boolean(), false),
    dryRun,
  }),
});

/** `{ "redactFeed": { … } }`: takes the texts of messages out, for good and for everybody. Their numbers stay. */
export const redactFeedMessage = v.strictObject({
  redactFeed: v.strictObject({
    raceId,
    numbers: v.pipe(v.array(messageNumber), v.minLength(1, 'empty'), v.maxLength(100)),
    reason: typedText(200),
    dryRun,
  }),
});

/**
 * `{ "feed": { … } }`: how far the live feed of a race is, about how many follow, and its last ten messages. `before`: the ten before
 * this number. `texts`: only what somebody wrote, with corrections and withdrawals.
 */
export const feedMessageOfRace = v.strictObject({
  feed: v.strictObject({ raceId, before: v.optional(messageNumber), texts: v.optional(v.boolean(), false) }),
});
