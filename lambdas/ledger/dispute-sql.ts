/**
 * Whether the money of a payment is in a dispute, so that the processor would not give it back (SQL). Also after the
 * dispute was lost or prevented: the runner has the money back already. `payment`: the payment's registration id.
 */
export const isDisputed = (payment: string): string => `EXISTS (
  SELECT FROM dispute d
  WHERE d.registration_id = ${payment} AND NOT d.refundable AND d.status NOT IN ('won', 'warning_closed'))`;
