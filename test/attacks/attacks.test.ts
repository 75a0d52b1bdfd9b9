import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeBasePort } from '../../local/services/free-port';
import { postgresDirectory } from '../../local/services/postgres';
import { shareBuilds } from '../support/system-builds';
import { allAttacks, badInput } from './all';
import { runAttacks, type Tried } from './run-attacks';
import { startTarget, type Target } from './world/target';
import { World } from './world/world';

const longestMs = 600_000;
/** The others need minutes or a moved clock: `npm run attacks` has both. */
const attacks = allAttacks.filter(({ needs }) => !needs);
let target: Target;
let dataDir: string;
let all: readonly Tried[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'startline-attacks-'));
  await shareBuilds(dataDir);
  target = await startTarget({ port: await freeBasePort(), dataDir });
  all = await runAttacks(new World(target), attacks);
}, longestMs);
afterAll(async () => {
  await target?.stop();
  rmSync(postgresDirectory(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}, 240_000);

test('there are as many attacks as were promised, and no two have one name', () => {
  expect(badInput.length).toBeGreaterThanOrEqual(60);
  expect(new Set(allAttacks.map(({ id }) => id)).size).toBe(allAttacks.length);
});

test.each(attacks.map(({ id, tries }) => [id, tries]))('%s: %s', (id) => {
  const { verdict, answer, faults } = all.find(({ attack }) => attack.id === id) ?? {};
  if (verdict === 'open') return;
  // The person who fixes it removes the mark; from then on the attack must fail.
  expect({ verdict, answer, faults }).toEqual({ verdict: 'held', answer, faults: [] });
});
