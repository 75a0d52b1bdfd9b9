import {
  DeleteProvisionedConcurrencyConfigCommand,
  GetProvisionedConcurrencyConfigCommand,
  LambdaClient,
  ProvisionedConcurrencyConfigNotFoundException,
  PutProvisionedConcurrencyConfigCommand,
} from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { LambdaWarmEnvironments } from '../../lambdas/capacity/lambda-warm-environments';

const client = new LambdaClient({ region: 'us-east-1' });
const lambda = mockClient(client);
const warm = new LambdaWarmEnvironments(client);
const register = { name: 'startline-register', alias: 'live', most: 150 };
const named = { FunctionName: 'startline-register', Qualifier: 'live' };
beforeEach(() => lambda.reset());

test('where nothing was ever asked for, none are warm and all is well', async () => {
  lambda
    .on(GetProvisionedConcurrencyConfigCommand)
    .rejects(new ProvisionedConcurrencyConfigNotFoundException({ message: 'No config', $metadata: {} }));
  expect(await warm.look(register)).toEqual({ asked: 0, failed: false, ready: true, available: 0 });
});

test.each([
  ['READY', 80, { asked: 80, failed: false, ready: true }],
  ['READY', 79, { asked: 80, failed: false, ready: false }],
  ['IN_PROGRESS', 80, { asked: 80, failed: false, ready: false }],
  ['FAILED', 0, { asked: 80, failed: true, ready: false }],
] as const)('%s with %i of 80 there', async (Status, available, expected) => {
  lambda.on(GetProvisionedConcurrencyConfigCommand, named).resolves({
    Status,
    RequestedProvisionedConcurrentExecutions: 80,
    AvailableProvisionedConcurrentExecutions: available,
  });
  expect(await warm.look(register)).toEqual({ ...expected, available });
});

test('any other answer is a failure, and not taken for nothing', async () => {
  lambda.on(GetProvisionedConcurrencyConfigCommand).rejects(new Error('throttled'));
  await expect(warm.look(register)).rejects.toThrow('throttled');
});

test('the ordered number is kept warm under the alias; none means no setting at all', async () => {
  await warm.keep(register, 80);
  await warm.keep(register, 0);
  const puts = lambda.commandCalls(PutProvisionedConcurrencyConfigCommand).map(({ args }) => args[0].input);
  const deletes = lambda.commandCalls(DeleteProvisionedConcurrencyConfigCommand).map(({ args }) => args[0].input);
  expect(puts).toEqual([{ ...named, ProvisionedConcurrentExecutions: 80 }]);
  expect(deletes).toEqual([named]);
});
