import type { Join, PlaceKey } from '../../../lambdas/domain/waiting';
import type { Postgres, Sql } from '../../../lambdas/platform/postgres/postgres';
import { sha256 } from '../../../lambdas/platform/signed-tokens';
import { PostgresPlaces } from '../../../lambdas/spots/waiting-list/postgres-places';
import { givingWith } from './ledger';

/** What the ticket of a place says of it: as it is made at joining, and for a mail. */
export const placeKeyOf = (
  eventId: string,
  { placeId, person }: Pick<Join, 'placeId' | 'person'>,
  isMailed = true,
): PlaceKey => ({
  placeId,
  eventId,
  personHash: sha256(person),
  isMailed,
});

/** The same for a place that is on some list. */
const placeKeyIn = async (sql: Sql, placeId: string): Promise<PlaceKey> => {
  const [row] = await sql.query<{ event_id: string; person: string }>(
    'SELECT event_id, person FROM waiting WHERE id = $1',
    [placeId],
  );
  if (!row) throw new Error(`there is no place ${placeId}`);
  return placeKeyOf(row.event_id, { placeId, person: row.person });
};

/** Gives a place up with its ticket. */
export const leavePlace = async (postgres: Postgres, placeId: string): Promise<boolean> =>
  (await new PostgresPlaces(postgres, givingWith()).leave(await placeKeyIn(postgres, placeId))) === 'left';
