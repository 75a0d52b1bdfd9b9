import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'startline-go-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lint = () => {
  const args = ['--import', 'tsx', 'test/nightly/lint-workflows.ts'];
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: folder } });
};

test('without Go the check of the workflows says so, and fails nobody', () => {
  const { status, stdout } = lint();
  expect(stdout).toContain('actionlint needs Go');
  expect(status).toBe(0);
});

test('with Go it ends as actionlint does, which is named by its exact version', () => {
  writeFileSync(join(folder, 'go'), '#!/bin/sh\necho "$*"\nexit 3\n');
  chmodSync(join(folder, 'go'), 0o755);
  const { status, stdout } = lint();
  expect(stdout).toMatch(/^run github\.com\/rhysd\/actionlint\/cmd\/actionlint@v\d+\.\d+\.\d+$/m);
  expect(status).toBe(1);
});
