import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { aRace } from '../races/a-race';
import { openConsole } from './console-world';

// As for the role of a deployment (lambdas/migrations/registrar.ts), in less time.
process.env.PGOPTIONS = '-c lock_timeout=200ms';
const console = openConsole();
const race = aRace().createRace;
let setId = '';
let [one, other] = ['', ''];
beforeAll(async () => {
  const { postgres } = console;
  // A file takes longer than three others wait for it.
  const owner = openPostgres(console.ownerUrl);
  await owner.query(`
    CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(3); RETURN NULL; END $$;
    CREATE TRIGGER be_slow AFTER INSERT ON result FOR EACH STATEMENT EXECUTE FUNCTION be_slow();`);
  await owner.close();
  const { created } = (await console.direct(aRace())) as { created: { events: readonly { id: string }[] } };
  const set = { raceId: race.id, eventId: created.events[0]?.id, name: 'Ten' };
  ({
    savedResultSet: { setId },
  } = (await console.direct({ saveResultSet: set })) as { savedResultSet: { setId: string } });
  for (const name of ['one', 'other'] as const) {
    const { secret, staffId } = await console.signedIn([{ role: 'director', raceId: race.id }]);
    await postgres.query('UPDATE staff SET name = $2 WHERE id = $1', [staffId, name === 'one' ? 'Ada' : 'Bo']);
    if (name === 'one') one = secret;
    else other = secret;
  }
});

const order = (secret: string, name: string, json: object, key = uuid7(), dry = false) =>
  console.call('POST', `/races/${race.id}/commands/${name}`, {
    secret,
    json: { setId, ...json },
    headers: { 'idempotency-key': key },
    ...(dry && { query: { dry: 'true' } }),
  });
const csvOf = (first: number) =>
  ['bib,name', ...Array.from({ length: 300 }, (_, n) => `${first + n},Runner ${first + n}`)].join('\n');

test('of two directors who apply files at once, the second is told of the first and loses nothing', async () => {
  const [firstCsv, secondCsv] = [csvOf(1), csvOf(1_001)];
  const hashOf = async (csv: string) =>
    (await order(other, 'importResults', { csv }, uuid7(), true)).body.importedResults.hash as string;
  const [firstHash, secondHash, key] = [await hashOf(firstCsv), await hashOf(secondCsv), uuid7()];
  const first = order(one, 'importResults', { csv: firstCsv, hash: firstHash });
  // Until the first order has locked the ranking.
  const isApplying = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  while ((await console.postgres.query(isApplying)).length === 0) await new Promise((done) => setTimeout(done, 20));
  const refused = [
    await order(other, 'importResults', { csv: secondCsv, hash: secondHash }, key),
    await order(other, 'importResults', { csv: secondCsv }, uuid7(), true),
    await order(other, 'publishResults', { kind: 'preliminary', seq: 0 }),
  ];
  for (const { status, body } of refused) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ type: '/problems/results-locked', reason: 'results-locked' });
    expect(body.detail).toMatch(/Ada is applying a large file to this ranking, begun \d+ seconds? ago\./);
  }
  expect((await first).body.importedResults).toMatchObject({ applied: 300 });
  // The same order again, with the same key and the same hash.
  const again = await order(other, 'importResults', { csv: secondCsv, hash: secondHash }, key);
  expect(again.body.importedResults).toMatchObject({ applied: 300, refusedRows: 0 });
  expect(await console.postgres.query('SELECT count(*)::int AS rows FROM result WHERE set_id = $1', [setId])).toEqual([
    { rows: 600 },
  ]);
});

test('nobody is told who is busy in another race', async () => {
  const { secret, staffId } = await console.signedIn([{ role: 'director', raceId: race.id }]);
  await console.postgres.query(`UPDATE staff SET name = 'Cy' WHERE id = $1`, [staffId]);
  const carriesOut = (raceId: string) =>
    console.postgres.query(
      `INSERT INTO command (id, staff_id, race_id, name, body_hash, running_until)
       VALUES ($1, $2, $3, 'importResults', 'x', now() + interval '30 seconds')`,
      [uuid7(), staffId, raceId],
    );
  await console.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM result_set WHERE id = $1 FOR UPDATE', [setId]);
    const asked = () => order(secret, 'publishResults', { kind: 'preliminary', seq: 0 });
    await carriesOut('another-race');
    expect((await asked()).body.detail).toContain('Somebody else is applying');
    await carriesOut(race.id);
    expect((await asked()).body.detail).toContain('Cy is applying');
  });
});

test('a director who takes a name out meanwhile is told that the ranking is locked', async () => {
  await console.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM result_set WHERE id = $1 FOR UPDATE', [setId]);
    const { status, body } = await order(other, 'eraseResultName', { bib: 1, reason: 'They asked for it.' });
    expect([status, body.reason]).toEqual([409, 'results-locked']);
  });
});

test('an order that was refused and begins again stands behind those that began meanwhile', async () => {
  const [secret, ...staff] = await Promise.all(
    ['Di', 'Ed', 'Flo'].map(async (name) => {
      const signed = await console.signedIn([{ role: 'director', raceId: race.id }]);
      await console.postgres.query('UPDATE staff SET name = $2 WHERE id = $1', [signed.staffId, name]);
      return signed;
    }),
  );
  await console.postgres.query('UPDATE command SET running_until = NULL');
  // The order of Ed was given ten minutes ago, and begins again just now. The order of Flo was given a second ago.
  await console.postgres.query(
    `INSERT INTO command (id, staff_id, race_id, name, body_hash, at, running_until) VALUES
       ($1, $2, $5, 'importResults', 'x', now() - interval '10 minutes', now() + interval '30 seconds'),
       ($3, $4, $5, 'importResults', 'x', now() - interval '1 second', now() + interval '29 seconds')`,
    [uuid7(), staff[0]?.staffId, uuid7(), staff[1]?.staffId, race.id],
  );
  await console.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM result_set WHERE id = $1 FOR UPDATE', [setId]);
    const { body } = await order(secret?.secret ?? '', 'publishResults', { kind: 'preliminary', seq: 0 });
    expect(body.detail).toMatch(/Flo is applying a large file to this ranking, begun \d+ seconds? ago\./);
  });
});
