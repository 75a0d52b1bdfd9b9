import { parseArgs } from 'node:util';
import { keptSettings } from '../../lib/kept-settings';
import { readEnvironment } from '../../lib/read-config';
import { askDeployedSettings } from '../deploy/deployed-settings';
import { askAccount } from './ask-account';
import { checkSettings } from './checks/settings';
import { findings } from './findings';
import { report } from './report';
import { wantedBy } from './wanted';
import { whoAsks } from './who-asks';

const usage = `npm run preflight -- [--env <name>] [--json]

Asks the account of your AWS credentials whether an environment can be deployed there and can serve its crowd. Changes nothing.
Ends with 1 if anything is red.

  --env   a file of environments/, or the path of one; else lean
  --json  the list for a program`;

const preflight = async (): Promise<number> => {
  const { values } = read(process.argv.slice(2));
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const config = readEnvironment(values.env);
  const { account, region } = await whoAsks(config);
  const wanted = wantedBy(values.env, config);
  const [facts, deployed] = await Promise.all([
    askAccount(account, region, wanted),
    askDeployedSettings(`${config.name}Page`, region),
  ]);
  const list = [
    ...findings(facts, wanted),
    checkSettings(deployed, keptSettings(config), config.acknowledged?.removed),
  ];
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ environment: wanted.file, account, region, findings: list }, null, 2)}\n`
      : report(`${wanted.file} in account ${account}, ${region}`, list),
  );
  return list.some(({ state }) => state === 'red') ? 1 : 0;
};

const read = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        env: { type: 'string', default: 'lean' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, { cause: error });
  }
};

preflight().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
