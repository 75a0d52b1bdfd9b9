import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCommitMessages, faultsOf } from '../../../local/set-up/commit-messages.mjs';

test('a subject of 72 characters passes, with a body of any length after an empty line', () => {
  const subject = 'A'.padEnd(72, 'é');
  expect(faultsOf(subject)).toEqual([]);
  expect(faultsOf(`${subject}\n\n${'why '.repeat(100)}.\n`)).toEqual([]);
});

test.each([
  ['a subject of 73 characters', 'A'.padEnd(73, 'a'), /73 characters, 72 at most/],
  ['a period at the end', 'Count what is held.', /period/],
  ['a small first letter', 'count what is held', /capital/],
  ['no subject', '', /capital/],
  ['a body without an empty line before it', 'Count what is held\nbecause it costs', /not empty/],
  ['the subject of a merge', "Merge branch 'main' into mine", /noise/],
  ['the subject of a pull', "Merge remote-tracking branch 'origin/main'", /noise/],
  ['a commit that is meant for another', 'fixup! Count what is held', /noise/],
  ['a list of conflicts', 'Count what is held\n\n# Conflicts:\n#\tREADME.md', /conflicts/],
])('%s is refused, and the reason is said', (_, message, reason) => {
  const faults = faultsOf(message);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(reason);
});

test('a word that only begins like noise is a subject', () => expect(faultsOf('Merge two heaps into one')).toEqual([]));

describe('in a repository', () => {
  let repository: string;
  let said: string[];
  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), 'startline-commits-'));
    said = [];
  });
  afterEach(() => rmSync(repository, { recursive: true }));

  // A hook that runs the tests names its own repository in these.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete process.env[name];

  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgSign=false', ...args],
      {
        cwd: repository,
        stdio: 'pipe',
      },
    );
  const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '-m', message);
  const check = () => checkCommitMessages(repository, (line) => said.push(line));

  test('only what is not on main yet is checked, and each fault is said with its commit', async () => {
    git('init', '--quiet');
    git('checkout', '--quiet', '-b', 'main');
    commit('an old subject, from before the rule.');
    git('checkout', '--quiet', '-b', 'mine');
    commit('Count what is held');
    expect(await check()).toBe(0);
    expect(said).toEqual(['  ✓ 1 commit messages since main']);

    commit('count what is paid');
    said = [];
    expect(await check()).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^ {2}✗ [0-9a-f]+ "count what is paid": .*capital letter$/)]);
  });

  test('the main branch of the origin counts before the one here', async () => {
    git('init', '--quiet');
    git('checkout', '--quiet', '-b', 'main');
    commit('Begin');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    commit('not pushed yet');
    expect(await check()).toBe(1);
  });

  test('without a main branch, or without git’s folder, nothing is checked, and that is said', async () => {
    expect(await check()).toBe(0);
    git('init', '--quiet');
    git('checkout', '--quiet', '-b', 'other');
    commit('whatever.');
    expect(await check()).toBe(0);
    expect(said).toHaveLength(2);
    expect(said[1]).toMatch(/not checked/);
  });
});
