import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, findDeployedNode } from '../../../local/set-up/node-version.mjs';
import { isInstalled } from '../../../local/set-up/packages.mjs';

let repository: string;
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'startline-packages-'));
  mkdirSync(join(repository, 'node_modules'));
});
afterEach(() => rmSync(repository, { recursive: true }));

const wanted = {
  '': { optionalDependencies: { 'node-here': '24.0.0', 'node-elsewhere': '24.0.0' } },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/for-mac': { version: '2.0.0', optional: true },
  'node_modules/node-here': { version: '24.0.0', optional: true, os: process.platform, cpu: [process.arch] },
  'node_modules/node-elsewhere': { version: '24.0.0', optional: true, os: process.platform, cpu: ['pdp11'] },
};
const there = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/node-here': { version: '24.0.0' } };
const lay = (installed: object | undefined) => {
  writeFileSync(join(repository, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (installed)
    writeFileSync(join(repository, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  return isInstalled(repository);
};

test('packages as the lock says are not installed again, whatever other platforms need', () => {
  expect(lay(there)).toBe(true);
});

test('an old version, a missing one, and an install that was interrupted are noticed', () => {
  expect(lay({ ...there, 'node_modules/a': { version: '0.9.0' } })).toBe(false);
  expect(lay({ 'node_modules/node-here': { version: '24.0.0' } })).toBe(false);
});

test('a clone from before the deployed Node was among its packages gets it', () =>
  expect(lay({ 'node_modules/a': { version: '1.0.0' } })).toBe(false));

test('a node_modules without the list npm writes last is not trusted', () => expect(lay(undefined)).toBe(false));

test.each(['18.20.0', '20.18.9', '16.0.0'])('Node %s is too old, and that is said with what to do', (version) => {
  expect(() => checkNode(version)).toThrow(/needs Node 20\.19 or newer\. Install/);
});

test.each(['20.19.0', '22.1.0', '24.0.0'])('Node %s will do', (version) =>
  expect(() => checkNode(version)).not.toThrow(),
);

const layNode = (script: string) => {
  mkdirSync(join(repository, 'node_modules/.bin'));
  writeFileSync(join(repository, 'node_modules/.bin/node'), script, { mode: 0o755 });
  return findDeployedNode(repository);
};

test('the Node that was installed with the packages runs everything', async () =>
  expect(await layNode('#!/bin/sh\necho v24.0.0')).toBe(join(repository, 'node_modules/.bin/node')));

test('one that does not run here is in nobody’s way; on Linux that is said, as is that there is none', async () => {
  const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(await findDeployedNode(repository, { platform: 'darwin', arch: 'arm64' })).toBe(process.execPath);
  expect(said).not.toHaveBeenCalled();
  expect(await findDeployedNode(repository, { platform: 'linux', arch: 'x64' })).toBe(process.execPath);
  expect(await layNode('#!/bin/sh\nexit 127')).toBe(process.execPath);
  expect(existsSync(join(repository, 'node_modules/.bin/node'))).toBe(false);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('cannot be had here'));
  said.mockRestore();
});
