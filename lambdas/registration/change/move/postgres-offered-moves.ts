import { barOfOffer, isDue } from '../../../ledger/move-offer-sql';
import type { Sql } from '../../../platform/postgres/postgres';
import type { MoveView } from './move-event';

interface ViewRow {
  readonly mover_id: string;
  readonly race_id: string;
  readonly race_name: string;
  readonly state: 'offered' | 'moved' | 'gone';
  readonly from_name: string;
  readonly to_id: string;
  readonly to_name: string;
  readonly number: number | null;
  readonly is_unpaid: boolean;
  readonly is_due: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly ends_at: Date;
}

/** What became of an offer. */
export const findMove = async (sql: Sql, offerId: string): Promise<MoveView> => {
  const [row] = await sql.query<ViewRow>(viewOffer, [offerId]);
  if (!row) return { kind: 'not-found' };
  return {
    kind: 'found',
    moverId: row.mover_id,
    state: row.state,
    raceId: row.race_id,
    raceName: row.race_name,
    from: row.from_name,
    to: { eventId: row.to_id, name: row.to_name },
    number: row.number ?? undefined,
    isUnpaid: row.is_unpaid,
    isDue: row.is_due,
    difference: row.amount,
    currency: row.currency,
    endsAt: row.ends_at,
  };
};

// An offer is gone when its time is over, when its runner has left the event, and while something bars it. The number is shown while the
// runner who was moved has it. A registration that is younger than the offer belongs to somebody to whom the spot was passed on.
const viewOffer = `
  SELECT r.id AS mover_id, a.id AS race_id, a.name AS race_name, f.name AS from_name, t.id AS to_id, t.name AS to_name,
         CASE WHEN r.live AND r.event_id = o.event_id AND r.recorded_at < o.offered_at THEN r.number END AS number,
         EXISTS (SELECT FROM payment d WHERE d.registration_id = o.paid_as AND d.state = 'failed') AS is_unpaid,
         ${isDue} AS is_due, o.amount, o.currency, o.ends_at,
         CASE WHEN o.state = 'taken' THEN 'moved'
              WHEN o.state = 'open' AND r.live AND r.event_id = o.from_event AND clock_timestamp() < o.ends_at
                AND (${barOfOffer}) IS NULL THEN 'offered'
              ELSE 'gone' END AS state
  FROM move_offer o JOIN registration r ON r.id = o.registration_id
  JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  JOIN event f ON f.id = o.from_event JOIN event t ON t.id = o.event_id JOIN race a ON a.id = t.race_id
  WHERE o.id = $1`;
