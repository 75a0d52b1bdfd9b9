import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Empty where the set-up could not install it; the set-up says why.
const wherePossible = process.env.EMULATOR ? test : test.skip;

/** Every type of resource, and why another service stands in for it. */
const typesIn = (page: string): readonly string[] =>
  [...page.matchAll(/^\| ([\w:]+::\w+) \| \d+ \| (.*) \|$/gm)].map(([, type, why]) => `${type} ${why}`);

let folder = '';
let child: ChildProcess | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'startline-deploy-test-'));
});
afterAll(async () => {
  // Still at work when the time is over, it takes everything down before it ends.
  if (child && child.exitCode === null && child.kill('SIGINT')) await once(child, 'close');
  rmSync(folder, { recursive: true, force: true });
});

wherePossible(
  'the app deploys, a runner is in and has their mail, a release goes over it and back while others register',
  async () => {
    const report = join(folder, 'result.md');
    const program = ['--import', 'tsx', 'test/deploy/main.ts', '--second', '--report', report];
    // `ipc`: it stops its servers when this process ends.
    child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        said += text;
      });
    await once(child, 'close');
    if (child.exitCode !== 0) throw new Error(said);

    const page = readFileSync(report, 'utf8');
    expect(page).toMatch(/a runner got spot \d+ and the mail “You are in/);
    expect(page).toMatch(/release 1, with migration 9001-release-1: [1-9].*no request failed/);
    expect(page).toMatch(/release 1 taken back, its migration kept: [1-9].*no request failed/);
    // The committed list comes from `npm run deploy:local -- --changes --second`. Its numbers are those of its day: nobody
    // writes a number into it for a route that is new.
    const committed = typesIn(readFileSync('bench/deploy/result.md', 'utf8'));
    expect(committed.length).toBeGreaterThan(30);
    expect(typesIn(page)).toEqual(committed);
  },
  1_500_000,
);
