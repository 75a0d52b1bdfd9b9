import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFile, handlerName } from '../../../lib/bundling';
import { awsEnvironment, functionAddresses } from '../../../local/addresses';
import { databaseUrl } from './database';
import type { RunningSystem } from './running-system';

type System = Pick<RunningSystem, 'dataDir' | 'ports'>;

/** What the function's own process runs. Its logs go to where it writes, so the answers come by another way. */
const carryOut = `
  const { ${handlerName}: handler } = await import(process.env.BUNDLE);
  const context = { awsRequestId: 'order', functionName: 'direct', getRemainingTimeInMillis: () => 60_000 };
  const answers = [];
  for (const order of JSON.parse(process.env.ORDERS)) answers.push(await handler(order, context));
  process.send(answers, () => process.exit(0));`;

/** What a director orders of a running system, one after the other, by the function `direct`. Throws when one is refused. */
export const direct = async (system: System, orders: readonly object[]): Promise<readonly object[]> => {
  const { dataDir, ports } = system;
  const [writer, reader] = [databaseUrl(system, 'registrar'), databaseUrl(system, 'registrar', 'standby')];
  const child = spawn(process.execPath, ['--input-type=module', '-e', carryOut], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...awsEnvironment(ports),
      ...functionAddresses(ports, { writer, reader, owner: '' }),
      BUNDLE: pathToFileURL(join(dataDir, 'build/functions/direct', bundleFile)).href,
      ORDERS: JSON.stringify(orders),
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const answers = await new Promise<readonly object[]>((resolve, reject) => {
    child.once('message', (message) => resolve(message as readonly object[]));
    child.once('error', reject);
    // On a busy machine `exit` comes before the message that the child sent.
    child.once('disconnect', () => reject(new Error(`The function gave no answer:\n${said}`)));
  });
  const refused = answers.findIndex((answer) => 'refused' in answer);
  if (refused >= 0) throw new Error(`${JSON.stringify(orders[refused])}: ${JSON.stringify(answers[refused])}`);
  return answers;
};
