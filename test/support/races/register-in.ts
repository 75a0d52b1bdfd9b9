import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';

/** Registers people in an event, each with the spot of this number. Answers the id of the registration. */
export const registerIn =
  (postgres: Postgres, eventId: string) =>
  async (number: number, runner: object, revision: number | null = null): Promise<string> => {
    const id = uuid7();
    await postgres.query(
      `WITH b AS (
         INSERT INTO block (id, event_id, numbers, deal_until, closes_at) VALUES ($1, $2, ARRAY[$3::int], now(), now()) RETURNING id),
       s AS (UPDATE spot SET block = b.id FROM b WHERE event_id = $2 AND number = $3 RETURNING block)
       SELECT`,
      [uuid7(), eventId, number],
    );
    await postgres.query(
      `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, form_revision)
       SELECT $1::uuid, $2, $1::uuid::text, 'confirmed', true, $3::int, block, $3::int, 'block', $4::jsonb, $5::int FROM spot WHERE event_id = $2 AND number = $3`,
      [id, eventId, number, JSON.stringify(runner), revision],
    );
    return id;
  };
