import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { readCommandLine, refuse } from '../../local/supervisor/read-arguments';
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
  const { values, positionals: stacks } = readCommandLine(
    { since: { type: 'string' }, minutes: { type: 'string', default: '15' } },
    usage,
  );
  const since = new Date(values.since ?? '');
  const minutes = Number(values.minutes);
  if (Number.isNaN(since.getTime()))
    return refuse(
      `--since is ${values.since ?? 'missing'}; it must be an instant, such as 2027-03-01T10:00:00Z.`,
      usage,
    );
  if (!(minutes > 0)) return refuse(`--minutes is ${values.minutes}; it must be a number above 0.`, usage);
  if (stacks.length === 0) return refuse('No stack is named; at least one must be.', usage);
  const rang = await watchAlarms({ stacks, since, minutes, read, now: Date.now, wait });
  if (rang.length > 0) throw new Error(`Alarms ring since the deployment:\n${rang.join('\n')}`);
  console.log(`No alarm of ${stacks.join(', ')} began to ring within ${minutes} minutes.`);
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
