/** Of money that could not be charged: what was decided about it, or that it is due. */
export interface Unpaid {
  readonly unpaid?: 'due' | 'paid' | 'waived' | 'moved' | undefined;
}

/** Spots about whose money a director has to decide. `givenBack`: somebody gave the whole payment back at the processor. */
export interface ToDecide {
  readonly unpaid: readonly UnpaidMessage[];
  readonly givenBack: readonly Omit<UnpaidMessage, 'what'>[];
}

/** Somebody keeps a spot, and a difference or a fee for it could not be charged. */
interface UnpaidMessage {
  readonly registrationId: string;
  readonly eventId: string;
  readonly number: number;
  readonly amount: number;
  readonly what: 'difference' | 'fee';
}
