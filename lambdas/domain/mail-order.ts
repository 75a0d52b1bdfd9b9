/** The kinds of mail. `mail/letters/templates.ts` has what each of them says. */
export const templates = [
  'confirmation',
  'not-registered',
  'payment-failed',
  'registration-link',
  'offer',
  'place-confirmation',
  'cancellation',
  'transfer-offer',
  'transferred',
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
  'place-confirmation': 'low',
  cancellation: 'ordinary',
  'transfer-offer': 'low',
  transferred: 'ordinary',
} as const satisfies Record<Template, Priority>;

export const priorityOf = (template: Template): Priority => priorities[template];

/**
 * Mail that is not ordinary may reach people who have nothing to do with us, because anybody can order it for any
 * address. So it has limits of its own.
 */
export const isUnsolicited = (template: Template): boolean => priorityOf(template) !== 'ordinary';

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
 * One mail, which may leave once. Another copy needs the next generation. It is raised when somebody knows that the
 * first copy did not leave, or when a runner asks for a new link.
 */
export interface Order {
  readonly registrationId: string;
  readonly template: Template;
  /** From 1. */
  readonly generation: number;
}
