import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The script of a step of a workflow. */
const scriptOf = (workflow: string, step: string): string => {
  const text = readFileSync(join('.github/workflows', workflow), 'utf8');
  const [, after = ''] = text.split(`- name: ${step}\n`);
  const [, block = ''] = /^ {8}run: \|\n((?: {10}.*\n|\n)+)/m.exec(after.split(/^ {6}- /m)[0] ?? '') ?? [];
  if (!block) throw new Error(`${workflow} has no script in a step "${step}".`);
  return block.replaceAll(/^ {10}/gm, '');
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'startline-step-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'work'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces programs by scripts. Each notes how it was called. */
const stub = (programs: Readonly<Record<string, string>>): void => {
  for (const [name, script] of Object.entries(programs)) {
    const file = join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/bash\necho "${name} $*" >> ${folder}/calls\n${script}\n`);
    chmodSync(file, 0o755);
  }
};

/** Runs a script as GitHub runs it with `shell: bash`. */
const run = (script: string, env: Readonly<Record<string, string>>) => {
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const { status, stderr, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: join(folder, 'work'),
    env: { PATH: `${folder}/bin:${process.env.PATH}`, GITHUB_OUTPUT: output, ...env },
    encoding: 'utf8',
  });
  const outputs = Object.fromEntries(
    readFileSync(output, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  return { status, stderr, stdout, outputs };
};
const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

describe('what is deployed', () => {
  const script = scriptOf('release.yml', 'Ask what is deployed');
  const list =
    'echo assets/main-ABCDEFGH.js; echo index.html; printf "RunData\\nRunSite\\nRunRegistration\\nRunPage\\n"';
  const ask = (aws: string) => {
    stub({ npx: list, aws });
    return run(script, { ENVIRONMENT: 'production' });
  };

  test('is what the stack with the page says, among the stacks of the environment and nothing that the build prints', () => {
    const { status, outputs } = ask(
      'case "$*" in *RunPage*Release*) echo 0123456789abcdef;; *RunSite*Url*) echo https://run.example.com;; *) exit 9;; esac',
    );
    expect(status).toBe(0);
    expect(outputs).toEqual({
      stacks: 'RunData RunSite RunRegistration RunPage ',
      release: '0123456789abcdef',
      url: 'https://run.example.com',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(calls()[0]).toBe('npx cdk list -c env=production');
  });

  test('is nothing before the first deployment', () => {
    const { status, outputs } = ask('echo "Stack with id RunPage does not exist" >&2; exit 254');
    expect(status).toBe(0);
    expect(outputs).toMatchObject({ release: '', url: '' });
  });

  test('is not nothing when AWS does not say', () => {
    const { status, stderr } = ask('echo "An error occurred (AccessDenied)" >&2; exit 254');
    expect(status).not.toBe(0);
    expect(stderr).toContain('AccessDenied');
  });
});

describe('a release is taken back', () => {
  const script = scriptOf('release.yml', 'Take the release back');
  const env = { ENVIRONMENT: 'production', RELEASE: 'abc', GITHUB_SHA: 'def' };
  const programs = {
    git: 'mkdir -p ../before',
    npm: '',
    npx: `echo '{"RunSite":{"Url":"https://run.example.com","PageBucket":"b"},"RunPage":{}}' > outputs.json`,
  };

  test('by deploying the commit before from its own working copy, and asking it the same', () => {
    stub(programs);
    const { status, stdout } = run(script, env);
    expect(calls()).toEqual([
      'git worktree add ../before abc',
      'npm ci',
      'npx cdk deploy --all --require-approval never --outputs-file outputs.json -c env=production -c startline:release=abc',
      'npm run smoke -- --url https://run.example.com',
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain('def was taken back: abc is deployed in production again');
  });

  test('which is not said when it failed', () => {
    stub({ ...programs, npx: 'exit 1' });
    const { status, stdout } = run(script, env);
    expect(status).not.toBe(0);
    expect(stdout).not.toContain('taken back');
  });
});

describe('the difference is one comment for each environment', () => {
  const script = scriptOf('check.yml', 'Comment it');
  const env = { ENVIRONMENT: 'staging', PULL_REQUEST: '7', GITHUB_REPOSITORY: 'run-org/startline' };
  const comment = (found: string) => {
    writeFileSync(join(folder, 'work/difference.txt'), `${'[+] AWS::SQS::Queue\n'.repeat(5_000)}`);
    stub({ gh: `case "$*" in *--paginate*) printf "${found}";; esac` });
    expect(run(script, env).status).toBe(0);
    return calls();
  };

  test('written the first time', () => {
    const [, written] = comment('');
    expect(written).toBe('gh api --method POST repos/run-org/startline/issues/7/comments -F body=@comment.md');
    const text = readFileSync(join(folder, 'work/comment.md'), 'utf8');
    expect(text).toMatch(
      /^<!-- cdk diff: staging -->\n### What this changes in `staging`\n```\n\[\+\] AWS::SQS::Queue/,
    );
    expect(text.length).toBeLessThan(65_536);
  });

  test('and replaced afterwards', () =>
    expect(comment('41\\n42\\n')[1]).toBe(
      'gh api --method PATCH repos/run-org/startline/issues/comments/41 -F body=@comment.md',
    ));
});
