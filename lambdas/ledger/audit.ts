import type { Sql } from '../platform/postgres/postgres';

/** Something done to a spot, to money or to a consent after a registration was decided. */
export interface AuditEntry {
  readonly actor: 'runner' | 'director' | 'system';
  readonly action: string;
  readonly eventId: string;
  readonly registrationId?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Call it in the transaction that makes the change, so that the change and its audit entry are committed together. */
export const writeAudit = async (sql: Sql, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await sql.query(
    `INSERT INTO audit (actor, action, event_id, registration_id, detail)
     SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::jsonb[])`,
    [
      entries.map(({ actor }) => actor),
      entries.map(({ action }) => action),
      entries.map(({ eventId }) => eventId),
      entries.map(({ registrationId }) => registrationId ?? null),
      entries.map(({ detail }) => JSON.stringify(detail ?? {})),
    ],
  );
};

/** What was done to a race as a whole: by a director unless said. */
export const writeRaceAudit = async (
  sql: Sql,
  raceId: string,
  action: string,
  detail: Readonly<Record<string, unknown>>,
  actor: AuditEntry['actor'] = 'director',
): Promise<void> => {
  await sql.query('INSERT INTO audit (actor, action, race_id, detail) VALUES ($4, $1, $2, $3::jsonb)', [
    action,
    raceId,
    JSON.stringify(detail),
    actor,
  ]);
};

/** Something that somebody who works on races did about signing in, roles or staff. */
export interface StaffAudit {
  /** Who did it, or whom it was done to where nobody is signed in. */
  readonly staffId: string;
  readonly action: string;
  readonly raceId?: string | undefined;
  readonly commandId?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** SQL, for a statement that also writes what the entry is about. $1 to $5 are its columns. */
export const insertStaffAudit = `
  INSERT INTO audit (actor, action, staff_id, race_id, command_id, detail) VALUES ('staff', $1, $2, $3, $4, $5::jsonb)`;

export const staffAuditColumns = ({ staffId, action, raceId, commandId, detail = {} }: StaffAudit) => [
  action,
  staffId,
  raceId ?? null,
  commandId ?? null,
  JSON.stringify(detail),
];

export const writeStaffAudit = async (sql: Sql, entry: StaffAudit): Promise<void> => {
  await sql.query(insertStaffAudit, staffAuditColumns(entry));
};
