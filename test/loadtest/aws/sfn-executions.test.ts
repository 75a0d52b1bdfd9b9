import {
  DescribeExecutionCommand,
  type ExecutionStatus,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { SfnExecutions } from '../../../loadtest/aws/sfn-executions';

const machine = 'arn:aws:states:eu-west-1:123456789012:stateMachine:Run-1';
const execution = 'arn:aws:states:eu-west-1:123456789012:execution:Run-1:abc';
const client = mockClient(SFNClient);
const executions = new SfnExecutions(new SFNClient(), machine);
beforeEach(() => client.reset());

test('a run is an execution of its name, and is found and stopped by it', async () => {
  client.on(DescribeExecutionCommand).resolves({ status: 'RUNNING' });
  await executions.start('abc', '{}');
  await executions.look('abc');
  await executions.stop('abc');
  expect(client.commandCalls(StartExecutionCommand)[0]?.args[0].input).toEqual({
    stateMachineArn: machine,
    name: 'abc',
    input: '{}',
  });
  expect(client.commandCalls(DescribeExecutionCommand)[0]?.args[0].input).toEqual({ executionArn: execution });
  expect(client.commandCalls(StopExecutionCommand)[0]?.args[0].input).toMatchObject({ executionArn: execution });
});

test.each<[ExecutionStatus, string | undefined, object]>([
  ['RUNNING', undefined, { state: 'running' }],
  ['SUCCEEDED', undefined, { state: 'done' }],
  ['ABORTED', undefined, { state: 'stopped' }],
  ['TIMED_OUT', undefined, { state: 'failed', why: 'It took longer than any run may.' }],
  [
    'FAILED',
    '{"errorType":"Error","errorMessage":"Nobody can register.","trace":[]}',
    { state: 'failed', why: 'Nobody can register.' },
  ],
  ['FAILED', 'something else', { state: 'failed', why: 'something else' }],
  ['FAILED', undefined, { state: 'failed', why: 'States.Runtime' }],
])('%s, because %s', async (status, cause, standing) => {
  client.on(DescribeExecutionCommand).resolves({ status, ...(cause && { cause }), error: 'States.Runtime' });
  expect(await executions.look('abc')).toEqual(standing);
});
