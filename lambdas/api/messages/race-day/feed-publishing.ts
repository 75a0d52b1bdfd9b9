import * as v from 'valibot';
import { eventId, instant, typedText } from '../../fields';

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
export const messageNumber = whole(1, Number.MAX_SAFE_INTEGER);
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

export const newMessage = v.variant('kind', [
  v.strictObject({ id, ...comment }),
  v.strictObject({ id, ...split }),
  v.strictObject({ id, ...positions }),
  v.strictObject({ id, ...notice }),
  v.strictObject({ id, kind: v.literal('correction'), of: messageNumber, body: corrected }),
  v.strictObject({ id, kind: v.literal('withdrawal'), of: messageNumber, reason: v.optional(typedText(200)) }),
]);

/** So many messages are published at once. All of them are, or none. */
export const newMessages = v.pipe(
  v.array(newMessage),
  v.minLength(1, 'empty'),
  v.maxLength(50),
  v.check((list) => new Set(list.map((one) => one.id)).size === list.length, 'twice'),
);

/** What a machine publishes with its key. */
export const publishRequest = v.strictObject({ messages: newMessages });

/** What became of it. */
export const messagesPublished = v.object({
  /** In the order of the request. The numbers are those of the first time, also when it is sent again. */
  messages: v.array(v.object({ id: eventId, number: v.number(), at: v.optional(instant) })),
  /** The number of the last message of the feed. */
  head: v.number(),
  /** About how many follow. `null`: nobody was counted. */
  viewers: v.nullable(v.object({ about: v.number(), from: v.number(), to: v.number() })),
});

/** Fifty messages of two thousand characters, with their names. */
export const mostPublishBytes = 128 * 1024;
