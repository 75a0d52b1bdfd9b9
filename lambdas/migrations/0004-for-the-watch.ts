/** Refunds that came back, and what the watch asks for without reading everything there ever was. */
export const forTheWatch = `
ALTER TABLE payment
  -- Why the bank sent the money of a refund back, after the processor had said that it is on its way: the runner is owed it.
  ADD COLUMN refund_failed text,
  -- When somebody gave it to him by hand. Kept apart, because the processor repeats its news for days.
  ADD COLUMN refund_paid_at timestamptz,
  ADD CONSTRAINT payment_failed_refund_was_wanted CHECK (refund_failed IS NULL OR wanted = 'refund'),
  ADD CONSTRAINT payment_paid_refund_had_failed CHECK (refund_paid_at IS NULL OR refund_failed IS NOT NULL);
CREATE INDEX payment_refund_owed ON payment (registration_id) WHERE refund_failed IS NOT NULL AND refund_paid_at IS NULL;

-- The mails of the last day, out of all payments there ever were.
CREATE INDEX payment_settled ON payment (settled_at);
CREATE INDEX mail_unknown ON mail (updated_at) WHERE state = 'unknown';
`;
