/** What counts the mails that somebody may have ordered in a stranger's name. */
export const mailToStrangers = `
-- SHA-256 of the mailbox that the recipient's address leads to, however it is written: only of mails that may go to a
-- stranger, because nobody paid for what they tell of.
ALTER TABLE mail ADD COLUMN mailbox text;
CREATE INDEX mail_to_strangers ON mail (mailbox, claimed_at) WHERE mailbox IS NOT NULL;
-- The mails of the last day, out of all there ever were.
CREATE INDEX mail_of_the_day ON mail (claimed_at);
-- When its owner said so, by the link in a mail to its address. The migration that makes places confirmable comes before.
ALTER TABLE waiting ADD COLUMN IF NOT EXISTS confirmed_at timestamptz;
-- The offers of a registration that were taken back too.
CREATE INDEX transfer_offers ON transfer (registration_id, offered_at);
`;
