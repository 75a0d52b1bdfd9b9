import type { Sql } from './postgres/postgres';

/** Something done to a spot, to money or to a consent after a registration was decided. */
export interface Deed {
  readonly actor: 'runner' | 'director' | 'system';
  readonly action: string;
  readonly eventId: string;
  readonly registrationId?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Call it in the transaction that does it: what was done and what is written about it are committed together. */
export const writeAudit = async (sql: Sql, deeds: readonly Deed[]): Promise<void> => {
  if (deeds.length === 0) return;
  await sql.query(
    `INSERT INTO audit (actor, action, event_id, registration_id, detail)
     SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::jsonb[])`,
    [
      deeds.map(({ actor }) => actor),
      deeds.map(({ action }) => action),
      deeds.map(({ eventId }) => eventId),
      deeds.map(({ registrationId }) => registrationId ?? null),
      deeds.map(({ detail }) => JSON.stringify(detail ?? {})),
    ],
  );
};
