import * as v from 'valibot';
import { eventId, raceId, typedText } from '../api/fields';
import type { NewMessage } from './message';

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const number = whole(1, Number.MAX_SAFE_INTEGER);
const dryRun = v.optional(v.boolean(), false);
const bib = whole(1, 999_999);
/** Milliseconds, below a hundred hours. */
const ms = whole(0, 359_999_999);
const name = typedText(40);

const comment = {
  kind: v.literal('comment'),
  text: typedText(500),
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/))),
};
const split = { kind: v.literal('split'), bib, point: name, ms };
const positions = {
  kind: v.literal('positions'),
  list: name,
  point: name,
  leaders: v.pipe(v.array(v.strictObject({ bib, ms, gap: v.optional(ms) })), v.minLength(1, 'empty'), v.maxLength(20)),
};
const notice = {
  kind: v.literal('notice'),
  text: typedText(500),
  level: v.optional(v.picklist(['usual', 'important']), 'usual'),
};

/** What a correction says in the place of what was said. */
const corrected = v.variant('kind', [
  v.strictObject(comment),
  v.strictObject(split),
  v.strictObject(positions),
  v.strictObject(notice),
]);

/** Made by who publishes, once. */
const id = eventId;

const message = v.variant('kind', [
  v.strictObject({ id, ...comment }),
  v.strictObject({ id, ...split }),
  v.strictObject({ id, ...positions }),
  v.strictObject({ id, ...notice }),
  v.strictObject({ id, kind: v.literal('correction'), of: number, body: corrected }),
  v.strictObject({ id, kind: v.literal('withdrawal'), of: number, reason: v.optional(typedText(200)) }),
]);

/** So many messages are published at once. All of them are, or none. */
export const newMessages = v.pipe(
  v.array(message),
  v.minLength(1, 'empty'),
  v.maxLength(50),
  v.check((list) => new Set(list.map((one) => one.id)).size === list.length, 'twice'),
);

/** A message as the feed keeps it. */
export const newMessageOf = (sent: v.InferOutput<typeof message>): NewMessage => {
  if (sent.kind === 'correction') return { id: sent.id, kind: sent.kind, of: sent.of, body: sent.body };
  if (sent.kind === 'withdrawal') {
    const { reason } = sent;
    return { id: sent.id, kind: sent.kind, of: sent.of, body: reason === undefined ? {} : { reason } };
  }
  const { id: _, kind, ...body } = sent;
  return { id: sent.id, kind, body };
};

/** `{ "publishFeed": { … } }`: tells those who follow a race. The same id again is the same message, with the same number. */
export const publishFeedMessage = v.strictObject({
  publishFeed: v.strictObject({ raceId, messages: newMessages, dryRun }),
});

/**
 * `{ "changeFeed": { … } }`: a live feed is planned, goes live, ends, and within a day may go live again. `allowedPerSecond`: how
 * many requests a second the crowd may cause. With more people, each of them asks less often.
 */
export const changeFeedMessage = v.strictObject({
  changeFeed: v.strictObject({
    raceId,
    state: v.picklist(['planned', 'live', 'ended']),
    allowedPerSecond: v.optional(whole(1, 1_000_000)),
    dryRun,
  }),
});

/** `{ "redactFeed": { … } }`: takes the texts of messages out, for good and for everybody. Their numbers stay. */
export const redactFeedMessage = v.strictObject({
  redactFeed: v.strictObject({
    raceId,
    numbers: v.pipe(v.array(number), v.minLength(1, 'empty'), v.maxLength(100)),
    reason: typedText(200),
    dryRun,
  }),
});

/** `{ "feed": { … } }`: how far the live feed of a race is, and about how many follow. */
export const feedMessageOfRace = v.strictObject({ feed: v.strictObject({ raceId }) });
