/** Webhooks tell that a runner wants no name in results. */
export const toldWithheldNames = `
-- What was told last.
ALTER TABLE participant ADD COLUMN name_withheld boolean NOT NULL DEFAULT false;

-- Whoever is told of a registration may have kept its name.
UPDATE webhook_endpoint SET types = types || '{registration.name_withheld}'
WHERE types && '{registration.confirmed,registration.corrected}';
`;
