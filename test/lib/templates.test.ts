import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDelivery, writeTemplates } from './support/write-templates';

const linter = '.startline/tools/python/bin/cfn-lint';

// CDK's validation reads its rules once, which takes seconds on a busy machine.
jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'startline-synth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const templatesIn = (directory: string) =>
  readdirSync(directory).flatMap((name) => (name.endsWith('.template.json') ? [join(directory, name)] : []));

const expectNoLint = (templates: readonly string[]) => {
  const { error, status, stdout, stderr } = spawnSync(linter, ['--non-zero-exit-code', 'warning', '--', ...templates], {
    encoding: 'utf8',
  });
  if (error) throw new Error(`${linter} does not run (${error.message}): npm start or npm test installs it.`);
  expect(`${stdout}${stderr}`).toBe('');
  expect(status).toBe(0);
};

test.each([
  ['lean with a load test', 8],
  ['production in its zones', 7],
] as const)(
  '%s is made without asking AWS anything, and finds favour with cdk-nag, CDK’s own rules and cfn-lint',
  (variant, stacks) => {
    const directory = writeTemplates(folder, variant, { checks: true });
    const templates = templatesIn(directory);
    expect(templates).toHaveLength(stacks);
    // What the CDK's command would ask AWS for, and write into a file of the repository.
    expect(JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')).missing).toBeUndefined();

    expectNoLint(templates);
  },
);

test('the roles of the workflows find favour with cdk-nag and cfn-lint', () => {
  const templates = templatesIn(writeDelivery(folder));
  expect(templates).toHaveLength(1);
  expectNoLint(templates);
});
