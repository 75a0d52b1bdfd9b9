/** Of money that could not be charged: what was decided about it, or that it is due. */
export interface Unpaid {
  readonly unpaid?: 'due' | 'paid' | 'waived' | 'moved' | undefined;
}

/** Somebody keeps a spot, and a difference or a fee for it could not be charged. */
export interface UnpaidMessage {
  readonly registrationId: string;
  readonly eventId: string;
  readonly number: number;
  readonly amount: number;
  readonly what: 'difference' | 'fee';
}
