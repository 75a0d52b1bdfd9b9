import { usesOfEvent, usesOfRace } from '../../lambdas/editing/postgres-race-facts';
import { aRace } from '../races/a-race';
import { openConsole } from '../staff/console-world';

const console = openConsole();

/** The columns by which the database refuses to delete a row of this table. */
const referring = async (table: string) => {
  const rows = await console.postgres.query<{ use: string }>(
    `SELECT c.conrelid::regclass || '.' || a.attname AS use
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND c.confrelid = $1::regclass AND c.confdeltype IN ('a', 'r') ORDER BY 1`,
    [table],
  );
  return rows.map(({ use }) => use);
};

test('a race that only an integration or a message uses is not taken back either, whatever refers to it', async () => {
  expect(await console.direct(aRace())).toHaveProperty('created');
  const { id: raceId } = aRace().createRace;
  const takenBack = () => console.direct({ unpublishRace: { raceId, seen: 'r1.d0' } });
  expect(await console.direct({ makeApiKey: { raceId, label: 'Timer', scopes: ['times'] } })).toHaveProperty(
    'madeApiKey',
  );
  expect(await takenBack()).toMatchObject({ refused: { reason: 'in-use' } });
  const byEvent = ['bib', 'check_in', 'event', 'replaced_code', 'result_set', 'team'];
  const tables = (await referring('race')).map((use) => use.split('.')[0] ?? '');
  expect(tables.filter((table) => !byEvent.includes(table))).toEqual(usesOfRace);
  await console.postgres.query('DELETE FROM api_key WHERE race_id = $1', [raceId]);
  expect(await takenBack()).toHaveProperty('unpublished');
});

test('an event that an announcement, an offer or anything else refers to is not removed', async () => {
  const others = ['allowed_person.event_id', 'line_turn.event_id', 'price.event_id', 'spot.event_id'];
  expect((await referring('event')).filter((use) => !others.includes(use))).toEqual(usesOfEvent);
});
