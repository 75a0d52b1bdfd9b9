import type { Identity } from '../../domain/person/person';
import type { PlaceKey, WaitingState } from '../../domain/waiting';
import type { Sql } from '../../platform/postgres/postgres';
import { valuesOf } from './place-sql';
import type { WaitingRecords } from './ports';

interface Row {
  readonly id: string;
  readonly is_confirmed: boolean;
  readonly state: WaitingState;
  readonly ahead: number;
  readonly size: number;
  readonly runner: Identity;
  readonly deal_until: Date | null;
  readonly is_removed: boolean;
}

export class PostgresWaitingRecords implements WaitingRecords {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(place: PlaceKey) {
    const [row] = await this.#sql.query<Row>(findWaiting, valuesOf(place));
    if (!row) return undefined;
    const { id: placeId, is_confirmed: isConfirmed, state, ahead, size, runner, deal_until, is_removed } = row;
    const { firstName, lastName, email, birthDate } = runner;
    return {
      placeId,
      isConfirmed,
      state,
      ahead,
      size,
      runner: { firstName, lastName, email, birthDate },
      ...(deal_until && { endsAt: deal_until }),
      ...(is_removed && { isRemoved: is_removed }),
    };
  }
}

// An offer whose time is over counts as expired even before the minute job has closed it.
const findWaiting = `
  SELECT w.id, w.confirmed_at IS NOT NULL AS is_confirmed,
         CASE WHEN w.state = 'offered' AND (b.closed OR b.deal_until <= clock_timestamp()) THEN 'expired' ELSE w.state END AS state,
         w.runner, w.size, b.deal_until, w.removed_at IS NOT NULL AS is_removed,
         CASE WHEN w.state IN ('waiting', 'registered') THEN (
           SELECT count(*)::int FROM waiting o
           WHERE o.event_id = w.event_id AND o.state = 'waiting' AND o.confirmed_at IS NOT NULL
             AND (o.rank, o.position) < (w.rank, w.position)
         ) ELSE 0 END AS ahead
  FROM waiting w LEFT JOIN block b ON b.id = w.block
  WHERE $1::uuid IS NOT NULL AND (w.event_id, person_key(w.person)) = ($2::uuid, $3::bytea)`;
