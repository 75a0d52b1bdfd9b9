/** Spots that are given up for an entry in a later race. */
export const deferrals = `
ALTER TABLE race
  -- The name that races have in common whose credits are good in each other.
  ADD COLUMN series text,
  -- Until when runners may defer. Null: they may not.
  ADD COLUMN defer_until timestamptz,
  ADD COLUMN defer_worth text CHECK (defer_worth IN ('entry', 'paid')),
  -- What is charged when the credit is used.
  ADD COLUMN defer_fee integer CHECK (defer_fee >= 0),
  ADD COLUMN credit_until timestamptz,
  ADD CONSTRAINT race_defers_into_its_series CHECK (
    defer_until IS NULL OR (series IS NOT NULL AND defer_worth IS NOT NULL AND defer_fee IS NOT NULL AND credit_until IS NOT NULL));

-- NOT VALID: rows of before have an older reason, and are not read again.
ALTER TABLE registration
  DROP CONSTRAINT registration_ended_check,
  ADD CONSTRAINT registration_ended_check CHECK (ended IN ('cancelled', 'transferred', 'payment-failed', 'deferred')) NOT VALID;

CREATE TABLE credit (
  id uuid PRIMARY KEY,
  -- Which spot was given up for it.
  registration_id uuid NOT NULL UNIQUE REFERENCES registration,
  series text NOT NULL,
  -- Who may use it, as in registration.
  person text NOT NULL,
  -- Folded, as runners type it. In clear, because it is shown again, and of no use to anybody else.
  code text NOT NULL UNIQUE,
  -- Null: a whole entry.
  worth integer CHECK (worth >= 0),
  fee integer NOT NULL CHECK (fee >= 0),
  currency char(3) NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Its one use. It is used while a money line has the unit.
  pool_id uuid NOT NULL UNIQUE REFERENCES pool
);
`;
