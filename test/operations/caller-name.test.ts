import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { callerName } from '../../operations/direct/caller-name';

const sts = mockClient(STSClient);
beforeEach(() => sts.reset());

test.each([
  ['arn:aws:sts::123456789012:assumed-role/Operators/ada@club.example', 'assumed-role/Operators/ada@club.example'],
  ['arn:aws:iam::123456789012:user/ada', 'user/ada'],
  [`arn:aws:sts::123456789012:assumed-role/${'Operators'.repeat(12)}/ada`, `${'Operators'.repeat(12)}/ada`.slice(-100)],
])('the audit names who calls, as AWS knows them: %s', async (Arn, name) => {
  sts.on(GetCallerIdentityCommand).resolves({ Arn });
  expect(await callerName()).toBe(name);
});

test('where no AWS answers, one is told how to name oneself, and the command goes on', async () => {
  const told = jest.spyOn(console, 'error').mockImplementation(() => {});
  sts.on(GetCallerIdentityCommand).rejects(new Error('no credentials'));
  expect(await callerName()).toBeUndefined();
  expect(told).toHaveBeenCalledWith(expect.stringMatching(/--by <name>.*no credentials/));
});
