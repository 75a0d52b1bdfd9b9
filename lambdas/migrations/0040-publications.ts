/** Orders to publish results leave by the outbox, and what a crash left of a publication can be found. */
export const publications = `
ALTER TABLE outbox DROP CONSTRAINT outbox_queue_check;
ALTER TABLE outbox
  ADD CONSTRAINT outbox_queue_check CHECK (queue IN ('payments', 'mail', 'urgent-mail', 'publications')) NOT VALID;

-- Whether the pointer that readers begin at says the last version.
ALTER TABLE result_set ADD COLUMN is_pointed boolean NOT NULL DEFAULT true;
CREATE INDEX result_set_left ON result_set (id) WHERE due_kind IS NOT NULL OR NOT is_pointed;
`;
