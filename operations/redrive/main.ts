import { SQSClient } from '@aws-sdk/client-sqs';
import { queueNames } from '../../lib/event-sources';
import { readEnvironment } from '../../lib/read-config';
import { awsEnvironment, portsFrom } from '../../local/addresses';
import { readBasePort } from '../../local/supervisor/check-machine';
import { readCommandLine } from '../../local/supervisor/read-arguments';
import { type DeadLetters, findDeadLetters, sendBack } from './dead-letters';

const usage = `npm run redrive -- [queue | all] [--dry-run] [--aws] [--env <name>]

Sends dead letters back to the queues they died in. Find the cause first: docs/runbook.md, "Dead letters not empty".
Without a queue it only shows what there is. Safe to repeat: the functions that read the messages allow for repeats.

  queue      ${queueNames.join(', ')}
  --dry-run  shows what would be sent back
  --aws      in the account and region of your AWS credentials; else on this machine, where npm start runs
  --env      the environment whose queues they are, with --aws; else lean`;

const openSqs = (isAws: boolean): SQSClient => {
  if (isAws) return new SQSClient({ useQueueUrlAsEndpoint: false });
  Object.assign(process.env, awsEnvironment(portsFrom(readBasePort(process.env.STARTLINE_PORT))));
  return new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 1 });
};

const isWanted = (wanted: string | undefined, { queue }: DeadLetters) => wanted === 'all' || wanted === queue;

const redrive = async (): Promise<void> => {
  const { values, positionals } = readCommandLine(
    {
      'dry-run': { type: 'boolean', default: false },
      aws: { type: 'boolean', default: false },
      env: { type: 'string', default: 'lean' },
    },
    usage,
  );
  const [wanted, ...more] = positionals;
  const isKnown = wanted === undefined || wanted === 'all' || queueNames.some((name) => name === wanted);
  if (!isKnown || more.length > 0) throw new Error(`"${positionals.join(' ')}" is not a queue.\n\n${usage}`);

  const sqs = openSqs(values.aws);
  try {
    for (const letters of await findDeadLetters(sqs, readEnvironment(values.env).name)) {
      const { queue, waiting, beingRead } = letters;
      const read = beingRead > 0 ? `, and ${beingRead} in flight` : '';
      const isIdle = values['dry-run'] || waiting === 0 || !isWanted(wanted, letters);
      const moved = isIdle ? '' : `; ${await sendBack(sqs, letters)} sent back`;
      console.log(`${queue.padEnd(16)} ${waiting} dead letters${read}${moved}`);
    }
  } finally {
    sqs.destroy();
  }
  if (wanted === undefined) console.log('\nNothing was sent back: name a queue, or "all".');
};

const isAway = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

redrive().catch((error: unknown) => {
  if (isAway(error))
    console.error('No queues answer on this machine. Does npm start run? For those in AWS, say --aws.');
  else console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
