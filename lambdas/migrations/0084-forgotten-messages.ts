/** Messages of webhooks without the person in them, and without what was answered. Their ids stay: what was told is not told again. */
export const forgottenMessages = `
ALTER TABLE webhook_message ADD COLUMN is_forgotten boolean NOT NULL DEFAULT false;
CREATE INDEX webhook_message_kept ON webhook_message (made_at) WHERE NOT is_forgotten;
`;
