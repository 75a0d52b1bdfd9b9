import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import * as v from 'valibot';
import { type Ringing, watchAlarms } from './watch-alarms';

const usage = `npm run alarms:watch -- --since 2027-03-01T10:00:00Z --minutes 15 <stack> …

Watches the alarms of the stacks, with the AWS CLI. Ends with 1 when one of them began to ring since then.`;

const answer = v.array(
  v.object({
    name: v.string(),
    since: v.pipe(
      v.string(),
      v.transform((text) => new Date(text)),
    ),
  }),
);

/** All alarms that ring in the account and region of the AWS credentials. */
const read = async (): Promise<readonly Ringing[]> => {
  const query = 'MetricAlarms[].{name: AlarmName, since: StateTransitionedTimestamp || StateUpdatedTimestamp}';
  const asked = ['cloudwatch', 'describe-alarms', '--state-value', 'ALARM', '--output', 'json', '--query', query];
  const { stdout } = await promisify(execFile)('aws', asked, { timeout: 30_000 });
  return v.parse(answer, JSON.parse(stdout));
};

const run = async (): Promise<void> => {
  const { values, positionals: stacks } = parseArgs({
    allowPositionals: true,
    options: { since: { type: 'string' }, minutes: { type: 'string', default: '15' } },
  });
  const since = new Date(values.since ?? '');
  const minutes = Number(values.minutes);
  if (stacks.length === 0 || Number.isNaN(since.getTime()) || !(minutes > 0)) throw new Error(usage);
  const rang = await watchAlarms({ stacks, since, minutes, read, now: Date.now, wait });
  if (rang.length > 0) throw new Error(`Alarms ring since the deployment:\n${rang.join('\n')}`);
  console.log(`No alarm of ${stacks.join(', ')} began to ring within ${minutes} minutes.`);
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
