import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Config } from './config';
import { logProviders } from './constructs/logging';
import { edgeRegion } from './edge';
import { readConfig } from './read-config';
import { CertificateStack } from './stacks/certificate-stack';
import { ConsoleStack } from './stacks/console-stack';
import { DataStack } from './stacks/data-stack';
import { LoadTestStack } from './stacks/load-test-stack';
import { PageStack } from './stacks/page-stack';
import { RaceDayStack } from './stacks/race-day-stack';
import { RegistrationStack } from './stacks/registration-stack';
import { SiteStack } from './stacks/site-stack';
import { WorkStack } from './stacks/work-stack';

/**
 * The whole system, in the order of deployment. Synthesis makes no AWS calls. Stacks of an environment that names no
 * account and no region can be deployed anywhere.
 *
 * @param config the environment that `-c env=<name>` chooses, unless it is given.
 * @param page the folder of the built page.
 * @param checks `false` leaves out cdk-nag, which takes most of the time. Only tests of something else set it.
 */
export const startline = (
  app: App,
  {
    config = readConfig(app.node),
    page = 'dist/site',
    checks = true,
  }: { config?: Config; page?: string; checks?: boolean } = {},
) => {
  // Strong references are exports, which CloudFormation protects: a cache or a database cannot be replaced while
  // functions use it.
  app.node.setContext('@aws-cdk/core:defaultCrossStackReferences', 'strong');
  const { name, account, region, zones } = config;
  // The CDK compares zones that a VPC is given with those of the account, and would ask it, if this were not its answer.
  if (account && region && zones)
    app.node.setContext(`availability-zones:account=${account}:region=${region}`, [...zones]);
  const named = (purpose: string) => ({
    description: `${name} (${config.profile}): ${purpose}`,
    env: { account, region },
  });

  const data = new DataStack(app, `${name}Data`, config, named('network, database, caches, keys'));
  const ownCertificate = config.site && !config.site.certificate && region !== edgeRegion;
  const certificate = ownCertificate
    ? new CertificateStack(app, `${name}Certificate`, config, config.site.domain, {
        ...named('the site’s certificate'),
        env: { account, region: edgeRegion },
      })
    : undefined;
  const site = new SiteStack(
    app,
    `${name}Site`,
    config,
    { network: data.network, certificate: certificate?.certificate },
    named('CloudFront, bucket, HTTP API'),
  );
  const registration = new RegistrationStack(
    app,
    `${name}Registration`,
    config,
    data,
    site,
    named('routes with their functions, queues, mail'),
  );
  const console = new ConsoleStack(
    app,
    `${name}Console`,
    config,
    { data, site, registration },
    named('the directors’ console'),
  );
  const raceDay = new RaceDayStack(
    app,
    `${name}RaceDay`,
    config,
    { data, site, registration },
    named('functions of the day of a race'),
  );
  const work = new WorkStack(
    app,
    `${name}Work`,
    config,
    { data, site, registration },
    named('functions of queues and schedules, alarms'),
  );
  const pages = new PageStack(app, `${name}Page`, config, site.website, page, named('the page'));
  for (const stack of [work, console, raceDay])
    pages.addStackDependency(stack, 'The page may only ask for what the functions already answer.');

  const load = config.loadTest
    ? new LoadTestStack(
        app,
        `${name}LoadTest`,
        config,
        config.loadTest,
        named(`load test of ${config.loadTest.target}`),
      )
    : undefined;

  logProviders(app, config);
  Tags.of(app).add('startline', config.profile);
  // Bills tell costs apart by these two, once they are activated (docs/delivery.md).
  Tags.of(app).add('environment', name);
  const components = {
    data,
    site,
    registration,
    console,
    'race-day': raceDay,
    work,
    page: pages,
    ...(certificate && { certificate }),
    ...(load && { 'load-test': load }),
  };
  for (const [component, stack] of Object.entries(components)) Tags.of(stack).add('component', component);
  if (checks) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return {
    config,
    data,
    site,
    registration,
    console,
    raceDay,
    work,
    pages,
    ...(certificate && { certificate }),
    ...(load && { load }),
  };
};
