/** Who sells a race, with which tax, and the invoices and credit notes of its payments. */
export const receipts = `
CREATE TABLE seller (
  id text PRIMARY KEY,
  name text NOT NULL,
  address text NOT NULL,
  country char(2) NOT NULL,
  tax_id text,
  -- Before each number, so that no two sellers write the same one: "CR-" makes CR-1, CR-2 …
  prefix text NOT NULL UNIQUE,
  -- Whoever issues documents locks this row: the numbers of a seller have no gap.
  next_number bigint NOT NULL DEFAULT 1 CHECK (next_number > 0)
);

ALTER TABLE race
  ADD COLUMN seller_id text REFERENCES seller,
  -- In basis points. Prices contain the tax.
  ADD COLUMN tax_rate integer CHECK (tax_rate BETWEEN 0 AND 5000),
  ADD COLUMN tax_label text,
  ADD CONSTRAINT race_is_sold_with_tax CHECK (num_nulls(seller_id, tax_rate, tax_label) IN (0, 3));

-- A document as it was issued. Nothing changes it: see registrar.ts.
CREATE TABLE document (
  id uuid PRIMARY KEY,
  seller_id text NOT NULL REFERENCES seller,
  number bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
  registration_id uuid NOT NULL REFERENCES payment,
  -- The total refunded with which the payment's documents agree after this one; 0 for the invoice.
  up_to integer NOT NULL CHECK ((up_to = 0) = (kind = 'invoice')),
  -- The seller, the lines and the taxes as they were then.
  issuer jsonb NOT NULL,
  lines jsonb NOT NULL,
  taxes jsonb NOT NULL,
  gross integer NOT NULL CHECK (gross > 0),
  currency char(3) NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (seller_id, number),
  UNIQUE (registration_id, kind, up_to)
);

-- Payments whose documents do not agree with them yet. Written with the settlement, deleted with the document.
CREATE TABLE document_due (
  registration_id uuid PRIMARY KEY REFERENCES payment,
  seller_id text NOT NULL REFERENCES seller,
  due_at timestamptz NOT NULL
);
CREATE INDEX document_due_next ON document_due (seller_id, due_at);
`;
