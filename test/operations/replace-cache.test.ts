import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configOf } from '../../lib/config';
import { addCluster, dropCluster } from '../../operations/replace-cache/clusters';

const { caches } = configOf({ profile: 'lean' });
const [first] = caches.sessionA;

test('a cluster is replaced by a later version, of another shape where one is named', () => {
  const twice = addCluster(caches, 'sessionA', { nodeType: 'cache.t4g.small' });
  expect(twice.sessionA).toEqual([first, { version: 2, nodeType: 'cache.t4g.small', nodes: 1 }]);
  expect(twice.sessionB).toEqual(caches.sessionB);
  expect(dropCluster(twice, 'sessionA').sessionA).toEqual([{ version: 2, nodeType: 'cache.t4g.small', nodes: 1 }]);
});

test('one cache at a time: sessions are in two pools only', () => {
  const twice = addCluster(caches, 'sessionA', {});
  for (const cache of ['sessionA', 'sessionB'] as const)
    expect(() => addCluster(twice, cache, {})).toThrow('sessionA has two clusters already');
});

test('nothing is removed where nothing is being replaced', () =>
  expect(() => dropCluster(caches, 'data')).toThrow('data has one cluster only'));

test('the command edits the file, and leaves it alone when the result cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-replace-cache-'));
  try {
    const file = join(folder, 'staging.json');
    writeFileSync(file, JSON.stringify({ profile: 'lean', name: 'StartlineStaging' }));
    const run = (...args: readonly string[]) =>
      spawnSync(
        process.execPath,
        ['--import', 'tsx', 'operations/replace-cache/main.ts', '--env', file, '--cache', 'data', ...args],
        { encoding: 'utf8' },
      );
    expect(run('--node-type', 't4g.small').stderr).toContain('a node type of ElastiCache');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ profile: 'lean', name: 'StartlineStaging' });
    expect(run('--nodes', '2').stdout).toContain('--cache data --finish');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      name: 'StartlineStaging',
      caches: {
        data: [
          { version: 1, nodes: 1 },
          { version: 2, nodes: 2 },
        ],
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
