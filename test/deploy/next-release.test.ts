import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../lambdas/migrations/all';
import { migrate } from '../../lambdas/migrations/migrate';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import { freshDatabase } from '../support/postgres/database';
import { ledgerOn } from '../support/races/ledger';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { makeNextRelease } from './next-release';

const directory = mkdtempSync(join(tmpdir(), 'startline-release-'));
const { source, migration } = makeNextRelease(process.cwd(), directory, 2);
const list = readFileSync(join(source, 'lambdas/migrations/all.ts'), 'utf8');
afterAll(() => rmSync(directory, { recursive: true }));

test('the next release keeps every migration and adds one, so that it may be deployed over the present one', () => {
  const named = [...list.matchAll(/name: '([^']+)'/g)].map(([, name]) => name);
  expect(named).toEqual([...migrations.map(({ name }) => name), '9001-release-1', migration]);
});

test('the next release may be taken back: on its database the present one has nothing to do, and registers', async () => {
  const database = await freshDatabase();
  const owner = openPostgres(database.ownerUrl);
  try {
    const added = [...list.matchAll(/name: '(9\d{3}-[^']+)', sql: '([^']+)'/g)];
    const next = [...migrations, ...added.map(([, name = '', sql = '']) => ({ name, sql }))];
    expect(await migrate(owner, next)).toEqual(['9001-release-1', migration]);
    expect(await migrate(owner)).toEqual([]);

    const race = await makeRace(database.postgres, { spots: 5 });
    const answer = await ledgerOn(database.postgres).cut(race.eventId, undefined, 'spent');
    if (answer.kind !== 'block') throw new Error(`expected a block, got ${answer.kind}`);
    const { decisions } = await registrationsOn(database.postgres).record(race.eventId, [
      submissionFor(race, answer.block, 0),
    ]);
    expect(decisions).toMatchObject([{ outcome: 'confirmed', number: 1 }]);
  } finally {
    await owner.close();
    await database.close();
  }
});
