import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registeredBy } from '../../loadtest/people/outcome';
import { freeBasePort } from '../../local/services/free-port';
import { postgresDirectory } from '../../local/services/postgres';
import { fewFaults } from './faults/all';
import { followThroughKills, shortCrowd } from './followers';
import { judgedAtTheEnd, shortRun } from './run-faults';
import { type FaultSystem, openFaultSystem } from './system/fault-system';
import type { Judged } from './table';

/** What `npm run faults -- --short` does, in every build. */
const timeoutMs = 600_000;
let target: FaultSystem;
let dataDir: string;
let all: readonly Judged[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'startline-faults-'));
  target = await openFaultSystem({ port: await freeBasePort(), dataDir });
  all = await judgedAtTheEnd(target, fewFaults, shortRun);
}, timeoutMs);
afterAll(async () => {
  await target?.stop();
  rmSync(postgresDirectory(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}, 240_000);

const figuresOf = (name: string) => all.filter(({ burst }) => burst.fault.name === name).map(({ figures }) => figures);

test.each(fewFaults.map(({ name }) => name))(
  '%s: every spot is sold once, and everybody was told the truth',
  (name) => {
    const some = figuresOf(name);
    expect(some.length).toBeGreaterThan(0);
    for (const figures of some)
      expect(figures).toMatchObject({
        suspects: [],
        oversold: 0,
        lost: 0,
        stuck: 0,
        inPart: 0,
        doubled: 0,
        falseSoldOut: 0,
        unsold: 0,
        contradicted: 0,
        unmailed: 0,
        deadLetters: 0,
      });
  },
);

test('the cache that came back with old data really promised numbers to two people', () => {
  const dealtTwice = figuresOf('data cache with old data').map((figures) => figures.dealtTwice);
  expect(Math.max(...dealtTwice)).toBeGreaterThan(0);
});

test('banks asked, and some who answered are in', () => {
  const clients = all.flatMap(({ burst }) => burst.clients);
  for (const reaction of ['passed', 'failed'] as const)
    expect(
      clients.filter(({ ending }) => ending.challenge === reaction && registeredBy(ending) > 0).length,
    ).toBeGreaterThan(0);
  expect(clients.filter(({ ending }) => ending.challenge === 'abandoned').length).toBeGreaterThan(0);
});

test('some came together and are in', () => {
  // Counted over all openings: in a single one, single runners may have been faster than every group.
  const clients = all.flatMap(({ burst }) => burst.clients);
  expect(clients.filter(({ ending }) => registeredBy(ending) > 1).length).toBeGreaterThan(0);
});

test('publisher, cache, gateway and database are killed while a crowd follows, and each of them has every message once', async () => {
  const { checks } = await followThroughKills(shortCrowd, () => {}, new AbortController().signal);
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
}, 600_000);
