import { membersOf } from '../../../lambdas/domain/registration';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { groupFor } from './group-submission';
import { makeRace } from './race';
import { registrationsOn } from './registrations';

interface Wish {
  readonly id?: string;
  readonly state?: 'captured' | 'authorised';
  readonly refundPercent?: number;
  readonly authorisation?: string;
}

/** A group of this size, registered for €45 each, in a race with as many spots; the one who paid comes first. */
export const paidGroup = async (
  postgres: Postgres,
  size: number,
  { id = uuid7(), state = 'captured', refundPercent = 80, authorisation = `pi_${id}` }: Wish = {},
) => {
  const race = await makeRace(postgres, { spots: size });
  const block = { id: uuid7(), numbers: Array.from({ length: size }, (_, n) => n + 1) };
  await postgres.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     VALUES ($1, $2, $3, now() + interval '1 minute', now() + interval '1 hour')`,
    [block.id, race.eventId, block.numbers],
  );
  await postgres.query('UPDATE spot SET block = $1 WHERE event_id = $2', [block.id, race.eventId]);
  await postgres.query(
    `UPDATE race SET cancel_until = now() + interval '1 hour', transfer_until = now() + interval '1 hour', refund_percent = $2
     WHERE id = $1`,
    [race.raceId, refundPercent],
  );
  const places = [...block.numbers.keys()];
  const submission = { ...groupFor(race, block, places, { id }), authorisation };
  await registrationsOn(postgres).recordGroup(submission);
  await postgres.query(
    `UPDATE payment SET state = $2, settled_at = CASE WHEN $2 = 'captured' THEN now() END WHERE registration_id = $1`,
    [id, state],
  );
  await postgres.query('DELETE FROM outbox WHERE message_group = $1', [race.raceId]);
  const members = membersOf(submission);
  return { race, submission, lead: id, ids: members.map(({ registrationId }) => registrationId), total: 4500 * size };
};

export type PaidGroup = Awaited<ReturnType<typeof paidGroup>>;

/** The rows of its payment. */
export const paymentOf = async (postgres: Postgres, { lead }: PaidGroup) => {
  const [row] = await postgres.query<{
    state: string;
    wanted: string;
    refund: number | null;
    refunded: number;
    refund_ordered: number | null;
  }>('SELECT state, wanted, refund, refunded, refund_ordered FROM payment WHERE registration_id = $1', [lead]);
  return row;
};

/** The refund orders that are to leave, or left. */
export const refundOrdersOf = async (postgres: Postgres, { lead }: PaidGroup) => {
  const rows = await postgres.query<{ body: { amount: number; before?: number } }>(
    `SELECT body FROM outbox WHERE queue = 'payments' AND body ->> 'action' = 'refund' AND body ->> 'registrationId' = $1
     ORDER BY created_at, id`,
    [lead],
  );
  return rows.map(({ body }) => body);
};
