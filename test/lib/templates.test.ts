import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTemplates } from './support/write-templates';

const linter = '.startline/tools/python/bin/cfn-lint';

// CDK's validation reads its rules once, which takes seconds on a busy machine.
jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'startline-synth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['lean with a load test', 8],
  ['production in its zones', 7],
] as const)(
  '%s is made without asking AWS anything, and finds favour with cdk-nag, CDK’s own rules and cfn-lint',
  (variant, stacks) => {
    const directory = writeTemplates(folder, variant, { checks: true });
    const templates = readdirSync(directory).flatMap((name) =>
      name.endsWith('.template.json') ? [join(directory, name)] : [],
    );
    expect(templates).toHaveLength(stacks);
    // What the CDK's command would ask AWS for, and write into a file of the repository.
    expect(JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')).missing).toBeUndefined();

    const { error, status, stdout, stderr } = spawnSync(
      linter,
      ['--non-zero-exit-code', 'warning', '--', ...templates],
      { encoding: 'utf8' },
    );
    if (error) throw new Error(`${linter} does not run (${error.message}): npm start or npm test installs it.`);
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  },
);
