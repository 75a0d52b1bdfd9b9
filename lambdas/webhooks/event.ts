/** What a webhook may tell. `endpoint.test`: only when a director orders it. */
export const webhookTypes = [
  'registration.confirmed',
  'registration.cancelled',
  'registration.transferred',
  'registration.corrected',
  'registration.moved',
  'registration.name_withheld',
  'payment.captured',
  'payment.refunded',
  'payment.failed',
  'payment.refund_failed',
  'race.published',
  'race.paused',
  'race.resumed',
  'race.closed',
  'race.cancelled',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** A registration as it was told last, and as it is now. */
export interface Change {
  readonly before?: Told | undefined;
  readonly now: Told;
}

export interface Told {
  readonly state: string;
  readonly eventId: string;
  readonly payment: string | null;
  readonly refund: number;
  /** A hash of name and address. */
  readonly who: string | null;
  /** The runner wants no name in results. Absent rather than false: the id of a message is a hash of these fields. */
  readonly isNameWithheld?: true;
}

const byState: Readonly<Record<string, WebhookType>> = {
  registered: 'registration.confirmed',
  cancelled: 'registration.cancelled',
  deferred: 'registration.cancelled',
  'payment-failed': 'registration.cancelled',
  transferred: 'registration.transferred',
};

const byPayment: Readonly<Record<string, WebhookType>> = {
  captured: 'payment.captured',
  refunded: 'payment.refunded',
  failed: 'payment.failed',
  voided: 'payment.failed',
  'refund-failed': 'payment.refund_failed',
};

/** What is told of a change. A registration that was never confirmed is not told. */
export const typesOf = ({ before, now }: Change): readonly WebhookType[] => {
  const types: (WebhookType | undefined)[] = [];
  if (before?.state !== now.state) types.push(byState[now.state]);
  else {
    if (before.who !== null && before.who !== now.who) types.push('registration.corrected');
    if (before.eventId !== now.eventId) types.push('registration.moved');
  }
  // The message about a new registration has `nameWithheld` anyway.
  if (before && now.isNameWithheld && !before.isNameWithheld) types.push('registration.name_withheld');
  if (now.payment !== null && (before?.payment !== now.payment || before.refund !== now.refund))
    types.push(byPayment[now.payment]);
  return types.flatMap((type) => type ?? []);
};

/** Whether a message of this type may say who it is about. One that asks for a name to be taken out names nobody. */
export const mayName = (type: WebhookType): boolean => type !== 'registration.name_withheld';

/** What is told of an entry of a race's audit. */
export const typeOfAudit = (action: string, to: unknown): WebhookType | undefined => {
  switch (action) {
    case 'race-published':
      return 'race.published';
    case 'race-cancelled':
      return 'race.cancelled';
    case 'sale-changed':
      return to === 'paused' || to === 'closed' ? `race.${to}` : to === 'on' ? 'race.resumed' : undefined;
    default:
      return undefined;
  }
};
