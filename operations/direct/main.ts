import { readFileSync } from 'node:fs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { readCommandLine, refuse } from '../../local/supervisor/read-arguments';
import { callerName } from './caller-name';
import { orderOf } from './order';
import { readTable } from './read-table';

const usage = `npm run direct -- <command> --function <Direct> [--race <race>] [--file <file.json>] [--csv <file.csv | file.xlsx> [--encoding <name>]] [--set name=value …] [--by <name>] [--dry]

Orders one command of the table in lambdas/directing, as the console does, and prints the answer. Everybody who may invoke the function may
order everything. It ends with 1 when the command was refused.

  --function  the name of the function: the output Direct of the deployment
  --race      the race that it is about
  --file      a JSON object with the rest of what the command is told
  --csv       a CSV file, or an Excel workbook (XLSX) with one in its first sheet: its text becomes the field csv
  --encoding  how its letters are written, when it is not in UTF-8: windows-1252, for example
  --set       a field of it, also several times: --set seen=r17.d4 --set openNow=true
  --by        who orders it: a name or an address, for the audit. Without it, what AWS says who calls
  --dry       changes nothing, and prints what the command would do

  npm run direct -- save-draft --race harbour --set seen=r1.d2 --file draft.json    (the file has {"draft": {…}})
  npm run direct -- plan-race --race harbour
  npm run direct -- publish-race --race harbour --set seen=r1.d3 --set plan=<hash of the plan>
  npm run direct -- import-results --race harbour --csv times.csv --set setId=… --set dryRun=true`;

const run = async (): Promise<void> => {
  const { values, positionals } = readCommandLine(
    {
      function: { type: 'string' },
      race: { type: 'string' },
      file: { type: 'string' },
      csv: { type: 'string' },
      encoding: { type: 'string' },
      set: { type: 'string', multiple: true },
      by: { type: 'string' },
      dry: { type: 'boolean', default: false },
    },
    usage,
  );
  const [command, ...more] = positionals;
  if (command === undefined) return refuse('No command is named; one must be, such as plan-race.', usage);
  if (more.length > 0)
    return refuse(
      `"${more.join(' ')}" is one word too many: only ${command} was expected. What has spaces needs quotes.`,
      usage,
    );
  if (values.function === undefined)
    return refuse('--function is missing; it must be the output Direct of the deployment.', usage);
  const order = orderOf({
    command,
    race: values.race,
    file: values.file === undefined ? undefined : readText(values.file),
    csv: values.csv === undefined ? undefined : await readTable(values.csv, values.encoding),
    set: values.set,
    by: values.by ?? (await callerName()),
    dry: values.dry,
  });
  const { Payload, FunctionError } = await new LambdaClient({}).send(
    new InvokeCommand({ FunctionName: values.function, Payload: JSON.stringify(order) }),
  );
  const answer: unknown = JSON.parse(Buffer.from(Payload ?? []).toString() || 'null');
  console.log(JSON.stringify(answer, null, 2));
  const isRefused = typeof answer === 'object' && answer !== null && 'refused' in answer;
  if (FunctionError !== undefined || isRefused) process.exitCode = 1;
};

/** Throws what a person can mend. */
const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`--file ${path} cannot be read: ${(error as Error).message}`);
  }
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
