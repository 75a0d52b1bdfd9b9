import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { functionNames, needs } from '../../lambdas/contract/functions';
import type { Setting } from '../../lambdas/contract/settings';
import type { Config } from '../config';
import { Dns } from '../constructs/dns';
import { Mail } from '../constructs/mail';
import { Migrations } from '../constructs/migrations';
import { Periodic } from '../constructs/periodic';
import { Routes } from '../constructs/routes';
import { ServiceFunction } from '../constructs/service-function';
import { Spending } from '../constructs/spending';
import { grantWarmUp } from '../constructs/warm-up';
import { WorkQueue } from '../constructs/work-queue';
import { eventSources, queueNames } from '../event-sources';
import type { DataStack } from './data-stack';
import { watchRegistration } from './registration-alarms';
import { OpeningDashboard } from './registration-dashboard';
import { metricsOf } from './registration-metrics';
import type { SiteStack } from './site-stack';

/**
 * The behaviour of the system: the contract's functions, the queues between them, the routes and schedules that call
 * them.
 */
export class RegistrationStack extends Stack {
  constructor(scope: Construct, id: string, config: Config, data: DataStack, site: SiteStack, props: StackProps) {
    super(scope, id, props);
    const { network, database } = data;

    const queues = each(queueNames, (name) => new WorkQueue(this, name, network));
    const functions = each(functionNames, (name) => new ServiceFunction(this, name, network, config));
    const mail = new Mail(this, 'Mail', config, network, queues['mail-events'], new Dns(this, 'Dns', config));

    /**
     * How a function gets each address of the contract. There is no other way, so no function gets more than it needs.
     */
    const grants: Record<Setting, (client: ServiceFunction) => void> = {
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
      CAPACITY_QUEUE_URL: (client) => queues.capacity.grantUse(client, 'CAPACITY_QUEUE_URL'),
      CAPACITY_TARGETS: (client) => grantWarmUp(client, { functions, database, config }),
    };
    for (const client of Object.values(functions))
      for (const address of needs[client.contractName]) grants[address](client);

    new Routes(this, 'Routes', site.apiGateway, functions);
    for (const name of queueNames) {
      // Without a domain to send from, mail waits in its queue. Otherwise each mail would fail fifty times.
      const enabled = eventSources[name].delivers !== 'send-mail' || config.mail !== undefined;
      queues[name].deliverTo(functions[eventSources[name].delivers], enabled);
    }
    const periodic = new Periodic(this, 'Periodic', functions, config);
    new Migrations(this, 'Migrations', functions, database.createOwner(this));
    new CfnOutput(this, 'Direct', { value: functions.direct.live.functionName });

    const caches = [data.sessionA, data.sessionB, data.data];
    const { apiGateway, website } = site;
    const metrics = metricsOf({ queues, functions, periodic, apiGateway, website, database, caches, config });
    const alarms = watchRegistration(this, config, metrics);
    if (config.warmUp) new OpeningDashboard(this, 'Opening', metrics, alarms);
    new Spending(this, 'Spending', config);
  }
}

const each = <Name extends string, Made>(names: readonly Name[], make: (name: Name) => Made): Record<Name, Made> => {
  const made: Partial<Record<Name, Made>> = {};
  for (const name of names) made[name] = make(name);
  return made as Record<Name, Made>;
};
