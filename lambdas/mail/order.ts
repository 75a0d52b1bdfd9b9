/** What can be written. Each template is a file in templates/. */
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

/** Urgent: somebody sits before an empty inbox, waiting for it. Low: whoever paid goes first. */
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
 * What is not ordinary may reach somebody who has nothing to do with us, because an address is all it takes to order it. So
 * it has limits that other mail has not.
 */
export const isUnsolicited = (template: Template): boolean => priorityOf(template) !== 'ordinary';

export const unsolicited: readonly Template[] = templates.filter(isUnsolicited);

/** To one mailbox in 24 hours, whoever ordered them: enough for who lost a link twice, and no way to annoy anybody. */
export const maxUnsolicitedPerDay = 3;

/**
 * The same of all other mails about what nobody paid for: a free event, a card that was let go, a spot that was passed on.
 * Registering somebody and cancelling it costs nothing there. Enough for a big family that gives one address.
 */
export const maxUnpaidPerDay = 20;

/**
 * One mail that may leave once. Another copy needs the next generation, and only somebody who knows that the
 * first did not leave (or a runner who asks for a new link) raises it.
 */
export interface Order {
  readonly registrationId: string;
  readonly template: Template;
  /** From 1. */
  readonly generation: number;
}
