/** What can be written. Each template is a file in templates/. */
export const templates = [
  'confirmation',
  'not-registered',
  'payment-failed',
  'registration-link',
  'offer',
  'cancellation',
  'transfer-offer',
  'transferred',
] as const;

export type Template = (typeof templates)[number];

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

export type Priority = 'urgent' | 'ordinary';

/** Urgent: somebody sits before an empty inbox, waiting for it. */
export const priorityOf = (template: Template): Priority => (template === 'registration-link' ? 'urgent' : 'ordinary');
