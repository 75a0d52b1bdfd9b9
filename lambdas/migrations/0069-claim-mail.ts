/**
 * A mail is claimed by one call, whose plans each connection keeps. RDS Proxy shares no named statement, so the statement that
 * did the same was planned for each mail, which took longer than running it.
 */
export const claimMail = `
-- Returns the state of the new row; null where the mail has one already. held_back: why this mail may not leave, if so.
-- The last four are the mail before it, which SES has accepted, and SES's id of it; null without one.
CREATE FUNCTION claim_mail(
  of_registration uuid, of_template text, of_generation smallint, to_address text, address_hash text, to_mailbox text, held_back text,
  left_registration uuid, left_template text, left_generation smallint, left_message text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  why_not text := held_back;
  new_state text;
BEGIN
  IF left_message IS NOT NULL THEN
    UPDATE mail SET state = 'accepted', message_id = left_message, reason = NULL, updated_at = clock_timestamp()
    WHERE registration_id = left_registration AND template = left_template AND generation = left_generation
      AND state IN ('claimed', 'accepted', 'unknown');
  END IF;
  IF EXISTS (SELECT FROM mail_suppression WHERE email_hash = address_hash) THEN
    why_not := 'the address bounced or complained';
  END IF;
  INSERT INTO mail (registration_id, template, generation, recipient, mailbox, state, reason)
  VALUES (of_registration, of_template, of_generation, to_address, to_mailbox,
          CASE WHEN why_not IS NULL THEN 'claimed' ELSE 'suppressed' END, why_not)
  ON CONFLICT DO NOTHING
  RETURNING state INTO new_state;
  RETURN new_state;
END $$;
`;
