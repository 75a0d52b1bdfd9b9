import type { WaitingState } from '../../domain/waiting';
import { writeAudit } from '../../ledger/audit';
import { lockEvent } from '../../ledger/event-sql';
import { type MailMessage, putInOutbox } from '../../ledger/outbox';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import type { Removals, Removed } from './ports';
import { withdrawOffer } from './postgres-places';

interface Needs {
  readonly postgres: Postgres;
  readonly giveToWaiting: GiveToWaiting;
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'place-removed'>;
}

interface Row {
  readonly event_id: string;
  readonly size: number;
  readonly state: WaitingState;
  readonly is_removed: boolean;
}

export class PostgresRemovals implements Removals {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  remove(raceId: string, placeId: string): Promise<Removed> {
    const { postgres, giveToWaiting } = this.#needs;
    return postgres.transaction(
      async (sql): Promise<Removed> => {
        const place = await findIn(sql, raceId, placeId);
        // A repeated command must not take the lock that every cut waits for.
        if (!place || !isOnTheList(place)) return whyNot(place);
        const { event_id: eventId, size } = place;
        await sql.query(lockEvent, [eventId]);
        const [removed] = await sql.query<{ block: string | null }>(removePlace, [placeId, eventId]);
        // Meanwhile its person left or registered, or its offer is over.
        if (!removed) return whyNot(await findIn(sql, raceId, placeId));
        await writeAudit(sql, [
          { actor: 'director', action: 'removed-from-waiting-list', eventId, detail: { placeId } },
        ]);
        const offered = removed.block ? await withdrawOffer(sql, eventId, removed.block, giveToWaiting) : [];
        await this.#tell(sql, placeId);
        const wasOffered = removed.block !== null;
        return { kind: 'removed', eventId, size, wasOffered, offers: offered.length, isChanged: true };
      },
      { retryOn: retryOnConflict },
    );
  }

  /** `relay-outbox` sends it within a minute. */
  async #tell(sql: Sql, placeId: string): Promise<void> {
    const [{ generation } = { generation: 1 }] = await sql.query<{ generation: number }>(nextGeneration, [placeId]);
    const message = this.#needs.mailMessage({ registrationId: placeId, template: 'place-removed', generation });
    await putInOutbox(sql, [{ ...message, id: this.#needs.newId() }]);
  }
}

const findIn = async (sql: Sql, raceId: string, placeId: string): Promise<Row | undefined> => {
  const [row] = await sql.query<Row>(findPlace, [placeId, raceId]);
  return row;
};

const isOnTheList = ({ state }: Row): boolean => state === 'waiting' || state === 'offered';

const whyNot = (place: Row | undefined): Removed => {
  if (!place) return { kind: 'not-found' };
  const { event_id: eventId, size, state, is_removed: isRemoved } = place;
  if (isRemoved) return { kind: 'removed', eventId, size, wasOffered: false, offers: 0, isChanged: false };
  return { kind: state === 'registered' ? 'registered' : 'over' };
};

const findPlace = `
  SELECT w.event_id, w.size, w.state, w.state = 'left' AND w.removed_at IS NOT NULL AS is_removed
  FROM waiting w JOIN event e ON e.id = w.event_id
  WHERE w.id = $1 AND e.race_id = $2`;

// RETURNING gives the block from before the update.
const removePlace = `
  UPDATE waiting w SET state = 'left', block = NULL, removed_at = clock_timestamp()
  FROM (SELECT id, block FROM waiting WHERE id = $1 AND event_id = $2 AND state IN ('waiting', 'offered') FOR UPDATE) before
  WHERE w.id = before.id
  RETURNING before.block`;

// Who joins again may do so under the same id, and be removed again.
const nextGeneration = `
  SELECT 1 + coalesce(max(generation), 0)::int AS generation FROM mail WHERE registration_id = $1 AND template = 'place-removed'`;
