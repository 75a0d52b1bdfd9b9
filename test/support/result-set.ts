import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { makeRace } from './races/race';

export interface MadeResultSet {
  readonly raceId: string;
  readonly setId: string;
}

/** A result set of a race of its own, ranked by gun to tenths, with one list of a gender. */
export const makeResultSet = async (postgres: Postgres, spots = 1): Promise<MadeResultSet> => {
  const { raceId, eventId } = await makeRace(postgres, { spots });
  const setId = uuid7();
  await postgres.query(
    `INSERT INTO result_set (id, race_id, event_id, position, name, rank_by, gun_places, rounding, genders, age_groups, points)
     VALUES ($1, $2, $3, 1, 'Ten', 'gun', 0, 'tenths', '[{"code":"f","label":"Women"}]', '[]', '[]')`,
    [setId, raceId, eventId],
  );
  return { raceId, setId };
};
