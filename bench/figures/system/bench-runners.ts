import type pg from 'pg';
import { benchEventId } from './bench-race';

const idOf = (n: string) => `('0199b100-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Of the spots from $2 to $3 of event $1. */
const addRunners = `
  WITH dealt AS (
    UPDATE spot SET block = '0199b100-0000-7000-8000-00000000b001' WHERE event_id = $1 AND number BETWEEN $2 AND $3 RETURNING number),
  made AS (
    INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, recorded_at)
    SELECT ${idOf('number')}, $1, 'bench-' || number, 'confirmed', true, number, '0199b100-0000-7000-8000-00000000b001', number, 'block',
      jsonb_build_object('firstName', 'Ada', 'lastName', 'Runner' || substr(md5(number::text), 1, 5), 'email', 'r' || number || '@example.com',
        'birthDate', '1990-01-01', 'gender', 'female', 'emergencyContact', 'Somebody, 123'),
      'none', now() - interval '1 hour', now() - interval '1 hour' + number * interval '1 millisecond'
    FROM dealt RETURNING id)
  INSERT INTO payment (registration_id, authorisation, amount, capture_amount, currency, state, wanted, settled_at)
  SELECT id, 'pi_' || id, 8900, 8900, 'EUR', 'captured', 'capture', now() - interval '1 hour' FROM made`;

const rowsPerStatement = 10_000;

/** The id of the runner with this spot. */
export const runnerId = (spot: number): string => `0199b100-0000-7000-8000-${spot.toString(16).padStart(12, '0')}`;

/** Runners of the bench's race who have paid: one for each spot, from 1. The race must have as many. */
export const addRunnersWithSpots = async (client: pg.Client, runners: number): Promise<void> => {
  for (let from = 1; from <= runners; from += rowsPerStatement)
    await client.query(addRunners, [benchEventId, from, Math.min(runners, from + rowsPerStatement - 1)]);
  await client.query('ANALYZE registration');
};
