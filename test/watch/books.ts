import { wantRefund } from '../../lambdas/ledger/seat-sql';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { MadeRace } from '../support/races/race';

interface Entry {
  readonly outcome?: 'confirmed' | 'refused';
  readonly payment?: 'authorised' | 'captured' | 'voided';
  readonly block?: string;
  /** How many minutes ago it was decided, and settled. */
  readonly minutesAgo?: number;
  /** Minutes since a sender claimed the mail about it, if one did. */
  readonly isMailed?: boolean;
}

/** A registration with its payment and its mail, as all workers leave them; resolves with its id. */
export const enter = async (sql: Sql, { eventId }: MadeRace, spot: number, entry: Entry = {}): Promise<string> => {
  const { outcome = 'confirmed', minutesAgo = 60, isMailed = true, block = uuid7() } = entry;
  const isIn = outcome === 'confirmed';
  const { payment = isIn ? 'captured' : 'voided' } = entry;
  const id = uuid7();
  if (isIn) await sql.query('UPDATE spot SET block = $3 WHERE event_id = $1 AND number = $2', [eventId, spot, block]);
  await sql.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, recorded_at)
     VALUES ($1::uuid, $2, $1::text, $3, $4, $5, $6, $5, 'block', '{"email": "ada@example.com"}', clock_timestamp() - make_interval(mins => $7))`,
    [id, eventId, outcome, isIn, isIn ? spot : null, isIn ? block : null, minutesAgo],
  );
  await sql.query(
    `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted, state, settled_at)
     VALUES ($1::uuid, 'pi_' || $1::text, 4500, 'EUR', $2, $3::text, CASE WHEN $3::text <> 'authorised' THEN clock_timestamp() - make_interval(mins => $4) END)`,
    [id, isIn ? 'capture' : 'void', payment, minutesAgo],
  );
  if (isMailed && payment !== 'authorised')
    await sql.query(
      `INSERT INTO mail (registration_id, template, recipient, state, claimed_at)
       VALUES ($1, $2, 'ada@example.com', 'accepted', clock_timestamp() - make_interval(mins => $3))`,
      [id, isIn ? 'confirmation' : 'not-registered', minutesAgo],
    );
  return id;
};

/**
 * Several who were registered by one payment, as all workers leave them; resolves with their ids, the one who paid
 * first.
 */
export const enterGroup = async (
  sql: Sql,
  race: MadeRace,
  spots: readonly number[],
  entry: Entry = {},
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const spot of spots) ids.push(await enter(sql, race, spot, entry));
  const [lead] = ids;
  await sql.query('DELETE FROM payment WHERE registration_id = ANY ($1::uuid[]) AND registration_id <> $2', [
    ids,
    lead,
  ]);
  await sql.query('UPDATE payment SET amount = $2 WHERE registration_id = $1', [lead, 4500 * ids.length]);
  await sql.query('UPDATE registration SET share = 4500, paid_as = nullif($2::uuid, id) WHERE id = ANY ($1::uuid[])', [
    ids,
    lead,
  ]);
  return ids;
};

/** The member with this `spot` is out, and part of their money was ordered back that long ago. */
export const cancelOneOf = async (
  sql: Sql,
  { eventId }: MadeRace,
  ids: readonly string[],
  spot: number,
  { refund = 3600, minutesAgo = 1 } = {},
): Promise<void> => {
  const [one] = await sql.query<{ id: string }>('SELECT id FROM registration WHERE event_id = $1 AND spot = $2', [
    eventId,
    spot,
  ]);
  await sql.query(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled', refund = $2 WHERE id = $1`,
    [one?.id, refund],
  );
  await sql.query('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = $2', [eventId, spot]);
  await sql.query(wantRefund, [ids[0], refund]);
  await sql.query(
    `INSERT INTO audit (actor, action, event_id, registration_id, detail, at)
     VALUES ('runner', 'cancelled', $1, $2, '{}', clock_timestamp() - make_interval(mins => $3))`,
    [eventId, one?.id, minutesAgo],
  );
  await sql.query(
    `INSERT INTO mail (registration_id, template, recipient, state) VALUES ($1, 'cancellation', 'ada@example.com', 'accepted')`,
    [one?.id],
  );
};
