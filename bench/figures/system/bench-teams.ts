import pg from 'pg';
import { foldTeamName } from '../../../lambdas/domain/team';
import { randomOf } from '../../../loadtest/generator/random';
import { uuid7 } from '../../../loadtest/uuid7';
import { benchEventId, benchRaceId } from './bench-race';

const places = 12;
/** Of each team. */
export const benchMembers = 3;
const animals = ['Owls', 'Hares', 'Foxes', 'Herons', 'Otters', 'Cranes', 'Badgers', 'Swifts'];
const towns = ['Millbrook', 'Harbour', 'Weir', 'Forest', 'Market', 'Pond', 'Bridge', 'School'];

const addPools = `
  INSERT INTO pool (id, race_id, kind, ref, stock, next_number)
  SELECT pool, $1, 'team', id, $2, $2::int + 1 FROM unnest($3::uuid[], $4::text[]) AS t (pool, id)`;

/** Spots of a block that nobody deals from. */
const takeSpots = 'UPDATE spot SET block = $2 WHERE event_id = $1 AND number <= $3';

const addRunners = `
  INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
  SELECT id, $1, 'team|' || id, 'confirmed', true, n, $2, n, 'block' FROM unnest($3::uuid[]) WITH ORDINALITY AS r (id, n)`;

const addTeams = `
  INSERT INTO team (id, race_id, event_id, kind, name, name_folded, pool_id, captain)
  SELECT id, $1, $2, 'club', name, folded, pool, captain
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::uuid[]) AS t (id, name, folded, pool, captain)`;

const enterTeams = `
  UPDATE registration r SET team_id = m.team FROM unnest($1::uuid[], $2::uuid[]) AS m (id, team) WHERE r.id = m.id`;

/** So many teams of the bench's event, each with its captain and two more. Returns the one in the middle of the list. */
export const addBenchTeams = async (ownerUrl: string, count: number): Promise<string> => {
  const random = randomOf(18);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const teams = Array.from({ length: count }, (_, n) => ({
    ...{ id: uuid7(), pool: uuid7(), name: `${pick(towns)} ${pick(animals)} ${n}` },
    runners: Array.from({ length: benchMembers }, uuid7),
  }));
  const runners = teams.flatMap((team) => team.runners.map((id) => ({ id, team: team.id })));
  const block = uuid7();
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(addPools, [benchRaceId, places, teams.map(({ pool }) => pool), teams.map(({ id }) => id)]);
    await client.query(takeSpots, [benchEventId, block, runners.length]);
    await client.query(addRunners, [benchEventId, block, runners.map(({ id }) => id)]);
    await client.query(addTeams, [
      ...[benchRaceId, benchEventId],
      teams.map(({ id }) => id),
      teams.map(({ name }) => name),
      teams.map(({ name }) => foldTeamName(name)),
      teams.map(({ pool }) => pool),
      teams.map((team) => team.runners[0]),
    ]);
    await client.query(enterTeams, [runners.map(({ id }) => id), runners.map(({ team }) => team)]);
    await client.query('COMMIT');
    await client.query('ANALYZE team, registration, pool');
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM team WHERE event_id = $1 ORDER BY name_folded, id OFFSET $2 LIMIT 1',
      [benchEventId, Math.floor(count / 2)],
    );
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
};
