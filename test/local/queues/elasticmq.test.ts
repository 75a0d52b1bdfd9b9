import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { until } from '../../support/until';
import { sqsContract } from './sqs.contract';

/**
 * ElasticMQ's jar, or a class path with it: an independent SQS implementation, which verifies the contract. Needs Java.
 */
const tools = '.startline/tools';
const found = existsSync(tools) ? readdirSync(tools).find((name) => /^elasticmq.*\.jar$/.test(name)) : undefined;
const classPath = process.env.ELASTICMQ_JAR ?? (found && join(tools, found));

/** Cases where ElasticMQ accepts more than SQS, or names its error differently. See the contract. */
const knownToDiffer = [
  'an empty batch',
  'an entry id with a space',
  'a batch of more than 1 MiB',
  'a character XML does not have',
  'a message of 1 MiB and a byte',
  'a wish for eleven messages',
  'a message given back waits for the rest of its batch',
];

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

(classPath ? describe : describe.skip)('ElasticMQ', () => {
  let java: ChildProcess;
  let url = '';
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const settings = [
      `-Dnode-address.port=${port}`,
      `-Drest-sqs.bind-port=${port}`,
      '-Drest-sqs.bind-hostname=127.0.0.1',
      '-Drest-stats.enabled=false',
    ];
    java = spawn('java', [...settings, '-cp', classPath ?? '', 'org.elasticmq.server.Main'], { stdio: 'ignore' });
    await until(
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      60,
    );
  }, 60_000);
  afterAll(() => {
    java.kill();
  });

  sqsContract('ElasticMQ', () => url, knownToDiffer);
});
