import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> };
const fileOf = (script: string) => /^tsx (\S+)\.ts/.exec(scripts[script] ?? '')?.[1] ?? '';

let folder: string;
/** Without tsx, which takes longer than any of these commands. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'startline-commands-'));
  await build({
    entryPoints: [...new Set([...wrong.map(([script]) => script), ...helpful])].map((script) => `${fileOf(script)}.ts`),
    outdir: folder,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command answers to these arguments. Nobody has an account here, and nothing runs. */
const typed = (script: string, ...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly said: string }>((resolve) => {
    const env = { PATH: devNull, HOME: devNull, AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'us-east-1' };
    const file = join(folder, `${fileOf(script)}.mjs`);
    execFile(process.execPath, [file, ...args], { env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, said: stdout + stderr }),
    );
  });

const wrong: readonly [script: string, args: readonly string[], says: string][] = [
  ['image:digest', [], 'No image is named; at least one must be.'],
  ['assets:retire', [], 'No bucket is named; one must be.'],
  ['direct', [], 'No command is named; one must be, such as plan-race.'],
  ['direct', ['plan-race', '--race', 'a'], '--function is missing; it must be the output Direct of the deployment.'],
  ['smoke', ['--url', 'https://run.example.com', '--deadline', 'x'], '--deadline is x; it must be a whole number of'],
  ['openings', ['--url', 'https://run.example.com', '--hours', '0'], '--hours is 0; it must be a number above 0.'],
  [
    'alarms:watch',
    ['--since', 'yesterday', 'A'],
    '--since is yesterday; it must be an instant, such as 2027-03-01T10:',
  ],
  ['verify:draw', [], '0 proofs are named; one address or folder was expected.'],
  ['redrive', ['mails'], '"mails" is not a queue.'],
  ['replace:cache', ['--env', 'lean', '--cache', 'x'], '--cache is x; it must be one of'],
  ['simulate', ['--seeds', 'ten'], '--seeds is "ten"; it must be a whole number.'],
  ['bench:documents', ['ten'], '"ten" was said; one whole number of invoices was expected.'],
  ...['stripe:setup', 'stripe:spec', 'nightly', 'model', 'tree', 'preflight'].map(
    (script) => [script, ['--nonsense'], "Unknown option '--nonsense'"] as [string, readonly string[], string],
  ),
];
const helpful = ['simulate', 'nightly', 'openings', 'verify:draw', 'tree'];

test.each(wrong)(
  'npm run %s -- %j says what is wrong, and how it is used',
  async (script, args, says) => {
    const { code, said } = await typed(script, ...args);
    expect(said).toContain(says);
    expect(said).toContain(`npm run ${script}`);
    expect(said).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  },
  60_000,
);

test.each(helpful)(
  'npm run %s -- --help only says how it is used',
  async (script) => {
    expect(await typed(script, '--help')).toEqual({
      code: 0,
      said: expect.stringMatching(new RegExp(`^npm run ${script}`)),
    });
  },
  60_000,
);
