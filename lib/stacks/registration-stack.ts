import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { needs } from '../../lambdas/contract/functions';
import type { Setting } from '../../lambdas/contract/settings';
import { beaconUrls } from '../beacon';
import { type Config, lineRateMax } from '../config';
import { Dns } from '../constructs/dns';
import { each } from '../constructs/each';
import { Mail } from '../constructs/mail';
import { Migrations } from '../constructs/migrations';
import { Routes } from '../constructs/routes';
import { ServiceFunction } from '../constructs/service-function';
import { grantFiles, grantLines, grantMedia, grantProof, grantResults, grantState } from '../constructs/site/grants';
import { WorkQueue } from '../constructs/work-queue';
import { type QueueName, queueNames, watchedQueues } from '../event-sources';
import { type RegistrationFunction, registrationFunctions } from '../functions';
import type { DataStack } from './data-stack';
import type { SiteStack } from './site-stack';

/**
 * How a function gets each setting of the contract. There is no other way, so no function gets more than it needs. The
 * targets of the warm-up are functions of both stacks, so only the later stack can name them.
 */
export type Grants = Readonly<Record<Exclude<Setting, 'CAPACITY_TARGETS'>, (client: ServiceFunction) => void>>;

/**
 * What people wait for: the functions behind the routes. Also every queue, because a queue that moved to another stack
 * would leave its messages behind, and the migrations, which run before any other function changes.
 */
export class RegistrationStack extends Stack {
  readonly queues: Readonly<Record<QueueName, WorkQueue>>;
  readonly functions: Readonly<Record<RegistrationFunction, ServiceFunction>>;
  readonly grants: Grants;

  constructor(scope: Construct, id: string, config: Config, data: DataStack, site: SiteStack, props: StackProps) {
    super(scope, id, props);
    const { network, database } = data;

    const queues = each(queueNames, (name) => new WorkQueue(this, name, network));
    this.queues = queues;
    this.functions = each(registrationFunctions, (name) => new ServiceFunction(this, name, network, config));
    const mail = new Mail(this, 'Mail', config, network, queues['mail-events'], new Dns(this, 'Dns', config));

    this.grants = {
      DATABASE_URL: (client) => database.grantConnect(client),
      READER_URL: (client) => database.grantRead(client),
      OWNER_DATABASE_URL: (client) => database.grantOwn(client),
      DATA_CACHE_URL: (client) => data.data.grantConnect(client),
      SESSION_A_CACHE_URL: (client) => data.sessionA.grantConnect(client),
      SESSION_B_CACHE_URL: (client) => data.sessionB.grantConnect(client),
      REGISTRATIONS_QUEUE_URL: (client) => queues.registrations.grantUse(client, 'REGISTRATIONS_QUEUE_URL'),
      PAYMENTS_QUEUE_URL: (client) => queues.payments.grantUse(client, 'PAYMENTS_QUEUE_URL'),
      SETTLEMENTS_QUEUE_URL: (client) => queues.settlements.grantUse(client, 'SETTLEMENTS_QUEUE_URL'),
      MAIL_QUEUE_URL: (client) => queues.mail.grantUse(client, 'MAIL_QUEUE_URL'),
      URGENT_MAIL_QUEUE_URL: (client) => queues['urgent-mail'].grantUse(client, 'URGENT_MAIL_QUEUE_URL'),
      SIGNING_KEYS_SECRET_ID: (client) => data.signingKeys.grantRead(client),
      PROCESSOR_SECRET_ID: (client) => data.processorSecret.grantRead(client),
      ORIGIN_SECRET_ID: (client) => site.originSecret.grantRead(client),
      PROCESSOR_URL: (client) => client.tell('PROCESSOR_URL', config.processor.url),
      SITE_URL: (client) => client.tell('SITE_URL', site.website.url),
      MAIL_SENDER: (client) => mail.grantSend(client),
      MAIL_CONFIGURATION_SET: (client) => mail.grantReport(client),
      MAIL_LANES: (client) => client.tell('MAIL_LANES', `${config.mailLanes}`),
      PUBLICATIONS_QUEUE_URL: (client) => queues.publications.grantUse(client, 'PUBLICATIONS_QUEUE_URL'),
      RESULTS_BUCKET_URL: (client) => {
        network.letReachFiles(client);
        grantResults(site.website, client);
      },
      PROOF_BUCKET_URL: (client) => {
        network.letReachFiles(client);
        grantProof(site.website, client);
      },
      LINE_PASSES_QUEUE_URL: (client) => queues['line-passes'].grantUse(client, 'LINE_PASSES_QUEUE_URL'),
      LINE_RATE_MAX: (client) => client.tell('LINE_RATE_MAX', `${lineRateMax(config)}`),
      LINE_WORK_QUEUE_URL: (client) => queues['line-work'].grantUse(client, 'LINE_WORK_QUEUE_URL'),
      LINE_ERRANDS_QUEUE_URL: (client) => queues['line-errands'].grantUse(client, 'LINE_ERRANDS_QUEUE_URL'),
      EDGE_STORE_URL: (client) => grantLines(site.website, client),
      BEACON_URLS: (client) => client.tell('BEACON_URLS', beaconUrls),
      STATE_BUCKET_URL: (client) => {
        network.letReachFiles(client);
        grantState(site.website, client);
      },
      FILES_BUCKET_URL: (client) => {
        network.letReachFiles(client);
        grantFiles(site.website, client);
      },
      MEDIA_BUCKET_URL: (client) => {
        network.letReachFiles(client);
        grantMedia(site.website, client);
      },
      WATCHED_QUEUES: (client) =>
        client.tell(
          'WATCHED_QUEUES',
          Stack.of(client).toJsonString(
            Object.fromEntries(watchedQueues.map((name) => [name, queues[name].grantLook(client)])),
          ),
        ),
      WEBHOOKS_QUEUE_URL: (client) => queues.webhooks.grantUse(client, 'WEBHOOKS_QUEUE_URL'),
      WEBHOOK_RESULTS_QUEUE_URL: (client) => queues['webhook-results'].grantUse(client, 'WEBHOOK_RESULTS_QUEUE_URL'),
      // Nothing private: strangers to this account choose the addresses.
      WEBHOOK_HOSTS: (client) => client.tell('WEBHOOK_HOSTS', 'none'),
      CAPACITY_QUEUE_URL: (client) => queues.capacity.grantUse(client, 'CAPACITY_QUEUE_URL'),
    };
    for (const name of registrationFunctions)
      for (const address of needs[name]) this.grants[address](this.functions[name]);

    new Routes(this, 'Routes', site.apiGateway, this.functions);
    new Migrations(this, 'Migrations', this.functions, database.createOwner(this));
  }
}
