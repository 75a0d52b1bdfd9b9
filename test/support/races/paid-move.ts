import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';

/** The rows of 15 euros that this runner has paid to move to a dearer event. Answers the id of the payment. */
export const paidMove = async (postgres: Postgres, registrationId: string, state = 'captured'): Promise<string> => {
  const id = uuid7();
  await postgres.query(
    `INSERT INTO registration (id, event_id, outcome, live, via) SELECT $1, event_id, 'refused', false, 'move' FROM registration WHERE id = $2`,
    [id, registrationId],
  );
  await postgres.query(`INSERT INTO payment VALUES ($1, $2, 1500, 'EUR', 'capture', $3, now())`, [
    id,
    `pi_${id}`,
    state,
  ]);
  await postgres.query(
    `INSERT INTO move_offer (id, registration_id, from_event, event_id, block, amount, currency, state, paid_as, ends_at)
     SELECT $1, id, event_id, event_id, block, 1500, 'EUR', 'taken', $1, now() FROM registration WHERE id = $2`,
    [id, registrationId],
  );
  return id;
};
