/** The role of the functions: it reads and writes rows and cannot change the schema. */
export const createRegistrar = `
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'registrar') THEN
    CREATE ROLE registrar LOGIN;
  END IF;
  -- Where somebody else makes the roles, as on one machine, they have set them up as well.
  IF (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) THEN
    -- On a table whose statistics are still empty a scan looks cheap, and takes 500 times as long once it is full.
    ALTER ROLE registrar SET enable_seqscan = off;
    ALTER ROLE registrar SET statement_timeout = '10s';
    ALTER ROLE registrar SET lock_timeout = '5s';
    ALTER ROLE registrar SET idle_in_transaction_session_timeout = '10s';
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rds_iam') THEN
      GRANT rds_iam TO registrar;
    END IF;
  END IF;
END $$`;

export const grantToRegistrar = `
GRANT USAGE ON SCHEMA public TO registrar;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO registrar;
REVOKE ALL ON migration FROM registrar;
-- What was done stays written: not even a bug of ours takes it back.
REVOKE UPDATE, DELETE ON audit FROM registrar;
-- A database of an earlier version has no documents and forms yet.
DO $$ BEGIN
  IF to_regclass('document') IS NOT NULL THEN REVOKE UPDATE, DELETE ON document FROM registrar; END IF;
  IF to_regclass('form') IS NOT NULL THEN
    REVOKE UPDATE, DELETE ON form, legal_text FROM registrar;
    GRANT UPDATE (published_at) ON form TO registrar;
  END IF;
  IF to_regclass('race_revision') IS NOT NULL THEN REVOKE UPDATE, DELETE ON race_revision FROM registrar; END IF;
  -- What a code takes off stays: it can only be withdrawn.
  IF to_regclass('code') IS NOT NULL THEN
    REVOKE UPDATE, DELETE ON code FROM registrar;
    GRANT UPDATE (withdrawn_at) ON code TO registrar;
  END IF;
END $$;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO registrar;`;
