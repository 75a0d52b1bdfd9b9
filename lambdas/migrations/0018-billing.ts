/** Whom documents are addressed to, and documents that take a wrong invoice back. */
export const billing = `
-- Whom the documents of a payment are addressed to. The runner writes it until the first document is issued.
CREATE TABLE billing (
  registration_id uuid PRIMARY KEY REFERENCES payment,
  name text NOT NULL,
  address text NOT NULL,
  country char(2) NOT NULL,
  tax_id text
);

ALTER TABLE document
  -- The same as it was then.
  ADD COLUMN bill_to jsonb,
  -- Which invoice of the payment a document belongs to: 0 is the first, and each reissue begins the next.
  ADD COLUMN revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- A credit note with up_to 0 takes back the invoice of its revision. The other credit notes say what was refunded.
  DROP CONSTRAINT document_check,
  ADD CONSTRAINT document_up_to_refund CHECK (up_to >= 0 AND (up_to = 0 OR kind = 'credit-note')),
  DROP CONSTRAINT document_registration_id_kind_up_to_key,
  ADD CONSTRAINT document_once UNIQUE (registration_id, revision, kind, up_to);
`;
