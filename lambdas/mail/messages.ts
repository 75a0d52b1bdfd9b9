import * as v from 'valibot';
import { registrationId } from '../api/fields';
import { templates } from '../domain/mail-order';

const generation = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32767));

/** An order for a mail, as a message. */
export const orderMessage = v.strictObject({ registrationId, template: v.picklist(templates), generation });

const tag = v.array(v.string());
const recipients = v.array(v.object({ emailAddress: v.string() }));

/**
 * An event that SES publishes about a mail. It has many more fields, and new ones are added:
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export const sesEvent = v.object({
  eventType: v.string(),
  mail: v.object({
    messageId: v.string(),
    tags: v.optional(
      v.object({ registrationId: v.optional(tag), template: v.optional(tag), generation: v.optional(tag) }),
    ),
  }),
  bounce: v.optional(
    v.object({ bounceType: v.string(), bounceSubType: v.optional(v.string()), bouncedRecipients: recipients }),
  ),
  complaint: v.optional(v.object({ complaintFeedbackType: v.nullish(v.string()), complainedRecipients: recipients })),
});

/** The same, inside an EventBridge event or without it. */
export const mailEventMessage = v.union([
  v.pipe(
    v.object({ 'detail-type': v.string(), detail: sesEvent }),
    v.transform(({ detail }) => detail),
  ),
  sesEvent,
]);

export type SesEvent = v.InferOutput<typeof sesEvent>;

/** The order that a mail's tags name; `undefined` when they are not ours. */
export const orderOf = ({ mail: { tags } }: SesEvent) => {
  const order = v.safeParse(orderMessage, {
    registrationId: tags?.registrationId?.[0],
    template: tags?.template?.[0],
    generation: Number(tags?.generation?.[0]),
  });
  return order.success ? order.output : undefined;
};
