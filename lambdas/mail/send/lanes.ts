import { type Order, priorityOf } from '../../domain/mail-order';

/**
 * Mail leaves in lanes: message groups of FIFO queues. SQS gives a group to one invocation at a time. So K lanes are at
 * most K senders in the whole system, and each keeps to its share of the rate without asking the others.
 * Lane 0 belongs to the queue `urgent-mail`, lanes 1 to K-1 to the queue `mail`. No lane is in both queues: a group of
 * the same name in another queue is another group, and would be one more sender.
 */
export const urgentLane = 0;

/** For mail that anybody can order. It stops at times; mail about paid registrations must not wait behind it. */
export const lowLane = 1;

/** The urgent lane, the low lane, and at least one for ordinary mail. The contract refuses fewer. */
export const minLanes = 3;

/** The lane of a registration's ordinary mail, from 2 to `lanes` - 1. `lanes`: from 3. */
export const laneOf = (registrationId: string, lanes: number): number => 2 + (hash(registrationId) % (lanes - 2));

/**
 * A mail as a message: the outbox needs an id besides, a queue does not. `lanes` is K (MAIL_LANES): the same value
 * wherever mail is ordered and in the sender.
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

/** A lane's message group; `laneFrom` reads it. */
export const groupOf = (lane: number): string => `lane-${lane}`;

/** The lane of a message; `undefined` when its group is not a lane. */
export const laneFrom = (group: string | undefined): number | undefined => {
  const [, lane] = /^lane-(\d{1,4})$/.exec(group ?? '') ?? [];
  return lane === undefined ? undefined : Number(lane);
};

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
};
