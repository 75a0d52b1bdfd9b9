import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { synthesise } from './synthesise';

const linter = '.startline/tools/python/bin/cfn-lint';

// CDK's validation reads its rules once, which takes seconds on a busy machine.
jest.setTimeout(120_000);

describe.each([
  ['lean', {}],
  ['production', { mailDomain: 'mail.example.com', notify: 'ops@example.com' }],
] as const)('%s', (profile, context) => {
  test('is made without asking AWS anything, and finds favour with cdk-nag, CDK’s own rules and cfn-lint', () => {
    const { directory, stacks } = synthesise(profile, context, { checks: true });
    expect(JSON.stringify(stacks)).not.toContain('dummy1a');

    const templates = readdirSync(directory).flatMap((name) =>
      name.endsWith('.template.json') ? [join(directory, name)] : [],
    );
    expect(templates).toHaveLength(4);
    const { error, status, stdout, stderr } = spawnSync(
      linter,
      ['--non-zero-exit-code', 'warning', '--', ...templates],
      { encoding: 'utf8' },
    );
    if (error) throw new Error(`${linter} does not run (${error.message}): npm start or npm test installs it.`);
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  });
});
