import type { Setting } from '../lambdas/contract/settings';
import { localChain } from '../lambdas/line/draw/chain';
import { deadLettersName, type QueueName, sqsName, watchedQueues } from '../lib/event-sources';
import { secretIds } from './services/secrets/secret-ids';

/** Every port of one instance, counted from the first. All are below 32768, where ephemeral ports begin. */
export const portsFrom = (base: number) => ({
  page: base,
  inbox: base + 1,
  status: base + 2,
  processor: base + 3,
  queues: base + 4,
  secrets: base + 5,
  primary: base + 6,
  standby: base + 7,
  sessionA: base + 8,
  sessionB: base + 9,
  data: base + 10,
  mail: base + 11,
  objects: base + 12,
  beacon: base + 13,
  edgeStore: base + 14,
});

export type Ports = ReturnType<typeof portsFrom>;

export const localhost = (port: number) => `http://127.0.0.1:${port}`;

const addressOf = (ports: Ports, name: string) => `${localhost(ports.queues)}/000000000000/${name}`;
const queueUrl = (ports: Ports, queue: QueueName) => addressOf(ports, sqsName(queue));

/**
 * A long timeout: memcached shares two cores with a dozen processes, and a failed increment loses a spot for a while.
 */
const memcachedUrl = (port: number) => `memcached://127.0.0.1:${port}?timeout=500`;

/** The one bucket of the object server. It plays all of them: the beginnings of keys are different. */
export const resultsBucket = 'startline-results';

/** The relay on this machine, with the key of its chain. */
export const beaconUrl = (ports: Ports) => `${localhost(ports.beacon)}/${localChain.hash}#${localChain.publicKey}`;

/** The site's URL in the browser and in mails. */
export const siteUrl = (ports: Ports) => `http://localhost:${ports.page}`;

interface DatabaseUrls {
  readonly writer: string;
  readonly reader: string;
  readonly owner: string;
}

/** The contract's addresses (lambdas/contract/settings.ts) on this machine. */
export const functionAddresses = (ports: Ports, databases: DatabaseUrls): Readonly<Record<Setting, string>> => ({
  DATABASE_URL: databases.writer,
  READER_URL: databases.reader,
  OWNER_DATABASE_URL: databases.owner,
  DATA_CACHE_URL: memcachedUrl(ports.data),
  SESSION_A_CACHE_URL: memcachedUrl(ports.sessionA),
  SESSION_B_CACHE_URL: memcachedUrl(ports.sessionB),
  REGISTRATIONS_QUEUE_URL: queueUrl(ports, 'registrations'),
  PAYMENTS_QUEUE_URL: queueUrl(ports, 'payments'),
  SETTLEMENTS_QUEUE_URL: queueUrl(ports, 'settlements'),
  MAIL_QUEUE_URL: queueUrl(ports, 'mail'),
  URGENT_MAIL_QUEUE_URL: queueUrl(ports, 'urgent-mail'),
  PROCESSOR_URL: localhost(ports.processor),
  PROCESSOR_SECRET_ID: secretIds.processor,
  SIGNING_KEYS_SECRET_ID: secretIds.signingKeys,
  ORIGIN_SECRET_ID: secretIds.origin,
  MAIL_SENDER: 'registration@startline.example',
  MAIL_CONFIGURATION_SET: 'startline',
  MAIL_LANES: '5',
  PUBLICATIONS_QUEUE_URL: queueUrl(ports, 'publications'),
  RESULTS_BUCKET_URL: `${localhost(ports.objects)}/${resultsBucket}`,
  PROOF_BUCKET_URL: `${localhost(ports.objects)}/${resultsBucket}`,
  LINE_PASSES_QUEUE_URL: queueUrl(ports, 'line-passes'),
  LINE_RATE_MAX: '200',
  LINE_WORK_QUEUE_URL: queueUrl(ports, 'line-work'),
  LINE_ERRANDS_QUEUE_URL: queueUrl(ports, 'line-errands'),
  BEACON_URLS: beaconUrl(ports),
  EDGE_STORE_URL: `${localhost(ports.edgeStore)}/key-value-stores/local`,
  STATE_BUCKET_URL: `${localhost(ports.objects)}/${resultsBucket}`,
  FILES_BUCKET_URL: `${localhost(ports.objects)}/${resultsBucket}`,
  MEDIA_BUCKET_URL: `${localhost(ports.objects)}/${resultsBucket}`,
  WATCHED_QUEUES: JSON.stringify(
    Object.fromEntries(
      watchedQueues.map((name) => [
        name,
        { url: queueUrl(ports, name), deadLetters: addressOf(ports, deadLettersName(name)) },
      ]),
    ),
  ),
  WEBHOOKS_QUEUE_URL: queueUrl(ports, 'webhooks'),
  WEBHOOK_RESULTS_QUEUE_URL: queueUrl(ports, 'webhook-results'),
  // A receiver on the same machine, and the status page, which takes whatever comes.
  WEBHOOK_HOSTS: `localhost:8080,127.0.0.1:8080,localhost:${ports.status}`,
  CAPACITY_QUEUE_URL: queueUrl(ports, 'capacity'),
  // Nothing on this machine can be kept warm: capacity orders are sent and read, but change nothing.
  CAPACITY_TARGETS: '{"functions":{}}',
  SITE_URL: siteUrl(ports),
});

/** The variables that AWS sets for a function, and the SDK's own variables for the services' endpoints. */
export const awsEnvironment = (ports: Ports): Readonly<Record<string, string>> => ({
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_ENDPOINT_URL_SQS: localhost(ports.queues),
  AWS_ENDPOINT_URL_SESV2: localhost(ports.mail),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: localhost(ports.secrets),
  POWERTOOLS_LOG_LEVEL: process.env.POWERTOOLS_LOG_LEVEL ?? 'WARN',
  POWERTOOLS_METRICS_DISABLED: 'true',
  // Deployed functions run on a newer Node. Every start would log this warning without use.
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  NODE_ENV: 'production',
});
