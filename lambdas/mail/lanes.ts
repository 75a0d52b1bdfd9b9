import { type Order, priorityOf } from './order';

/**
 * Mail leaves in lanes: message groups of FIFO queues. SQS gives a group to one invocation at a time, so K lanes are
 * at most K senders in the whole system, and each can keep its share of the rate without asking the others.
 *
 * Lane 0 belongs to the queue `urgent-mail`, lanes 1 to K-1 to the queue `mail`. No lane is in both queues, because a
 * group of the same name in another queue is another group, and would be one sender more.
 */
export const urgentLane = 0;

/** Of what anybody can order: it stands still at times, and then nobody who paid stands behind it. */
export const lowLane = 1;

/** The urgent one, the low one, and one for everybody else. */
export const minLanes = 3;

/** The lane of a registration's ordinary mail, from 2 to `lanes` - 1. */
export const laneOf = (registrationId: string, lanes: number): number => {
  checkLanes(lanes);
  return 2 + (hash(registrationId) % (lanes - 2));
};

/**
 * A mail as a message: the outbox takes it with an id added, a queue as it is.
 * `lanes` is K (MAIL_LANES): the same for everybody who orders mail and for the sender.
 */
export const mailMessage = (order: Order, lanes: number) => {
  const { registrationId, template, generation } = order;
  const priority = priorityOf(template);
  const lane = { urgent: urgentLane, low: lowLane, ordinary: laneOf(registrationId, lanes) }[priority];
  return {
    queue: priority === 'urgent' ? 'urgent-mail' : 'mail',
    body: { registrationId, template, generation },
    group: groupOf(lane),
    deduplicationId: `${registrationId}:${template}:${generation}`,
  } as const;
};

export const groupOf = (lane: number): string => `lane-${lane}`;

/** The lane a message came along; undefined when its group is none of ours. */
export const laneFrom = (group: string | undefined): number | undefined => {
  const [, lane] = /^lane-(\d{1,4})$/.exec(group ?? '') ?? [];
  return lane === undefined ? undefined : Number(lane);
};

/** K as text, from the environment. Throws unless it is a whole number from 3. */
export const lanesFrom = (text: string): number => checkLanes(/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN);

const checkLanes = (lanes: number): number => {
  if (Number.isInteger(lanes) && lanes >= minLanes) return lanes;
  throw new Error(
    `MAIL_LANES is ${lanes}: it must be a whole number from ${minLanes}: one lane for urgent mail, one for what anybody can order, and one for the rest.`,
  );
};

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
};
