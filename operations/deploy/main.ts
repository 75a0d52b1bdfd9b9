import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { keptSettings } from '../../lib/kept-settings';
import { readEnvironment } from '../../lib/read-config';
import { whoAsks } from '../preflight/who-asks';
import { askDeployedSettings } from './deployed-settings';
import { notAccepted, objections } from './objections';

const usage = `npm run deploy -- [-c env=<name>] [--accept <setting>]… [-- <arguments of cdk deploy>]

Deploys an environment with cdk deploy --all. Stops before it where a setting that is deployed would go without a word.

  -c env     a file of environments/, or the path of one; else lean
  --accept   the setting that may go, as the refusal names it; "unknown" where what is deployed could not be asked

Where nobody types, the environment's file accepts it: "acknowledged": {"removed": {"<setting>": "<the value that goes>"}}.`;

const deploy = async (): Promise<number> => {
  const { values, positionals } = read(process.argv.slice(2));
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const env = values.context.flatMap((given) => (given.startsWith('env=') ? given.slice(4) : [])).at(-1) ?? 'lean';
  const config = readEnvironment(env);
  const { region } = await whoAsks(config);
  const deployed = await askDeployedSettings(`${config.name}Page`, region);
  const found =
    'unknown' in deployed
      ? [{ setting: 'unknown', says: `What is deployed could not be asked: ${deployed.unknown}.` }]
      : objections(deployed.value, keptSettings(config));
  const refused = notAccepted(found, values.accept, config.acknowledged?.removed);
  if (refused.length > 0) {
    const lines = refused.map(({ setting, says }) => `- ${says}\n  If that is meant: --accept ${setting}`);
    throw new Error(`Nothing is deployed.\n${lines.join('\n')}`);
  }
  return cdk('deploy', '--all', ...values.context.flatMap((given) => ['-c', given]), ...positionals);
};

const read = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        context: { type: 'string', short: 'c', multiple: true, default: [] },
        accept: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, { cause: error });
  }
};

/** Resolves with the exit code of the CDK. It has the terminal, and gets Ctrl-C from it; this program ends after it. */
const cdk = (...args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/aws-cdk/bin/cdk', ...args], { stdio: 'inherit' });
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', () => child.kill());
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });

deploy().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
