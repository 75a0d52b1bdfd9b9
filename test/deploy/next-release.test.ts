import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../lambdas/migrations/all';
import { makeNextRelease } from './next-release';

test('the next release keeps every migration and adds one, so that it may be deployed over the present one', () => {
  const directory = mkdtempSync(join(tmpdir(), 'startline-release-'));
  const { source, migration } = makeNextRelease(process.cwd(), directory, 2);
  const list = readFileSync(join(source, 'lambdas/migrations/all.ts'), 'utf8');
  const named = [...list.matchAll(/name: '([^']+)'/g)].map(([, name]) => name);
  expect(named).toEqual([...migrations.map(({ name }) => name), '9001-release-1', migration]);
  rmSync(directory, { recursive: true });
});
