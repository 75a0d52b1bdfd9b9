import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readConfig } from './config';
import { DataStack } from './stacks/data-stack';
import { LoadTestStack } from './stacks/load-test-stack';
import { PageStack } from './stacks/page-stack';
import { RegistrationStack } from './stacks/registration-stack';
import { SiteStack } from './stacks/site-stack';

/**
 * The whole system, in the order it is deployed. The stacks name no account and no region: the same templates go anywhere,
 * and making them asks AWS nothing.
 *
 * @param page the folder of the built page.
 * @param checks false leaves out cdk-nag, which takes most of the time: for tests that ask something else.
 */
export const startline = (
  app: App,
  { page = 'dist/site', checks = true }: { page?: string; checks?: boolean } = {},
) => {
  const config = readConfig(app.node);
  // Exports, which CloudFormation guards: a cache or a database that functions still use cannot be replaced under them.
  app.node.setContext('@aws-cdk/core:defaultCrossStackReferences', 'strong');
  const named = (purpose: string) => ({ description: `Startline (${config.profile}): ${purpose}` });

  const data = new DataStack(app, 'StartlineData', config, named('network, database, caches, keys'));
  const site = new SiteStack(app, 'StartlineSite', config, data.network, named('CloudFront, bucket, HTTP API'));
  const registration = new RegistrationStack(
    app,
    'StartlineRegistration',
    config,
    data,
    site,
    named('functions, queues, routes, alarms'),
  );
  const pages = new PageStack(app, 'StartlinePage', config, site.website, page, named('the page'));
  pages.addStackDependency(registration, 'The page may only ask for what the functions already answer.');

  const load = config.target
    ? new LoadTestStack(app, 'StartlineLoadTest', config, config.target, named(`load test of ${config.target}`))
    : undefined;

  Tags.of(app).add('startline', config.profile);
  if (checks) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { config, data, site, registration, pages, ...(load && { load }) };
};
