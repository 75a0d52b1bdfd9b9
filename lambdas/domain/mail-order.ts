/** The kinds of mail. `mail/letters/templates.ts` has what each of them says. */
export const templates = [
  'confirmation',
  'not-registered',
  'payment-failed',
  'registration-link',
  'offer',
  'place-link',
  'place-confirmation',
  'place-removed',
  'cancellation',
  'transfer-offer',
  'transferred',
  'deferred',
  'corrected',
  'moved',
  'move-offer',
  'guardian-copy',
  'staff-link',
  'staff-invitation',
  'passkeys-changed',
  'announcement',
  'announcement-test',
] as const;

export type Template = (typeof templates)[number];

/** Urgent: somebody is waiting for the mail at this moment. Low: mail about paid registrations goes first. */
export type Priority = 'urgent' | 'ordinary' | 'low';

const priorities = {
  confirmation: 'ordinary',
  'not-registered': 'ordinary',
  'payment-failed': 'ordinary',
  'registration-link': 'urgent',
  offer: 'ordinary',
  'place-link': 'urgent',
  'place-confirmation': 'low',
  'place-removed': 'ordinary',
  cancellation: 'ordinary',
  'transfer-offer': 'low',
  transferred: 'ordinary',
  deferred: 'ordinary',
  corrected: 'ordinary',
  moved: 'ordinary',
  'move-offer': 'ordinary',
  'guardian-copy': 'ordinary',
  'staff-link': 'urgent',
  'staff-invitation': 'urgent',
  'passkeys-changed': 'ordinary',
  announcement: 'ordinary',
  'announcement-test': 'ordinary',
} as const satisfies Record<Template, Priority>;

export const priorityOf = (template: Template): Priority => priorities[template];

/**
 * Mail that is not ordinary may reach people who have nothing to do with us, because anybody can order it for any
 * address. So it has limits of its own.
 */
export const isUnsolicited = (template: Template): boolean =>
  priorityOf(template) !== 'ordinary' && !isForStaff(template);

/** Only addresses that a director has listed get it, so a stranger's never does. Few links of a person are open at once. */
export type StaffTemplate = Extract<Template, 'staff-link' | 'staff-invitation' | 'passkeys-changed'>;

const isForStaff = (template: Template): template is StaffTemplate =>
  template === 'staff-link' || template === 'staff-invitation' || template === 'passkeys-changed';

export const unsolicited: readonly Template[] = templates.filter(isUnsolicited);

/**
 * For one mailbox in 24 hours, no matter who orders the mails. It is enough for a person who loses a link twice, and
 * too few to annoy anybody.
 */
export const maxUnsolicitedPerDay = 3;

/**
 * The same limit for other mails that no payment stands behind: about a free event, a voided payment or a transferred
 * spot. There it costs nothing to register somebody and to cancel. The limit is enough for a big family with one
 * address.
 */
export const maxUnpaidPerDay = 20;

/**
 * Who pays for somebody and gives the spot back where all of the money is returned has paid nothing in the end, too. After so many of these
 * in 24 hours a mailbox gets no mail about other registrations either, paid or not: the next one may be given back as well.
 */
export const maxGivenBackPerDay = 10;

/**
 * One mail, which may leave once. Another copy needs the next generation. It is raised when somebody knows that the
 * first copy did not leave, or when a runner asks for a new link.
 */
export interface Order {
  readonly registrationId: string;
  readonly template: Template;
  /** From 1. */
  readonly generation: number;
}

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
