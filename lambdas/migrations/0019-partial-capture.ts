/** Payments of which a part is taken, or nothing. */
export const partialCapture = `
ALTER TABLE payment
  -- How much of what is held is taken; null: all of it. With 0 all of it is let go, and the registration stays.
  ADD COLUMN capture_amount integer CONSTRAINT payment_takes_what_is_held CHECK (capture_amount BETWEEN 0 AND amount),
  -- How much was taken. Payments that were settled before this column have none.
  ADD COLUMN captured integer,
  ADD CONSTRAINT payment_took_what_was_wanted CHECK (captured = coalesce(capture_amount, amount)),
  ADD CONSTRAINT payment_returns_what_it_took CHECK (refund <= coalesce(capture_amount, amount));
`;
