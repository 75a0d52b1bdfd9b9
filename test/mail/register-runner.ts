import type { Outcome } from '../../lambdas/domain/registration';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { MadeRace } from '../support/races/race';

interface Runner {
  readonly id?: string;
  readonly firstName?: string;
  readonly email?: string;
  readonly outcome?: Outcome;
  readonly payment?: 'authorised' | 'captured' | 'voided' | 'failed';
  readonly spot?: number;
}

/** A registration as writer and settlements leave it; resolves with its id. */
export const registerRunner = async (sql: Sql, { eventId }: MadeRace, runner: Runner = {}): Promise<string> => {
  const {
    id = uuid7(),
    firstName = 'Ada',
    email = 'ada@example.com',
    outcome = 'confirmed',
    payment = 'captured',
    spot = 1,
  } = runner;
  const block = uuid7();
  const live = outcome === 'confirmed' && payment !== 'failed';
  if (live) await sql.query('UPDATE spot SET block = $3 WHERE event_id = $1 AND number = $2', [eventId, spot, block]);
  await sql.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, recorded_at, ended)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '2027-03-01T10:00:00Z', $11)`,
    [
      id,
      eventId,
      id,
      outcome,
      live,
      live ? spot : null,
      live ? block : null,
      outcome === 'confirmed' ? spot : null,
      outcome === 'confirmed' ? 'block' : 'none',
      JSON.stringify({
        firstName,
        lastName: 'Lovelace',
        email,
        birthDate: '1990-05-17',
        gender: 'female',
        emergencyContact: 'x',
      }),
      outcome === 'confirmed' && !live ? 'payment-failed' : null,
    ],
  );
  await sql.query(
    `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted, state) VALUES ($1, 'pi_1', 4500, 'EUR', $2, $3)`,
    [id, outcome === 'confirmed' ? 'capture' : 'void', payment],
  );
  return id;
};
