import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDeployment } from '../../../loadtest/aws/deployment';
import { dig, synthesise } from '../../lib/support/synthesise';

const folder = mkdtempSync(join(tmpdir(), 'startline-outputs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the command knows what the stack says of itself', () => {
  const { directory } = synthesise('lean with a load test');
  const template: unknown = jest.requireActual(join(directory, 'StartlineLoadTest.template.json'));
  const values: Readonly<Record<string, string>> = {
    StateMachine: 'arn:aws:states:eu-west-1:123456789012:stateMachine:Run-1',
    Bucket: 'files',
  };
  const outputs = Object.entries(dig(template, 'Outputs') ?? {}).map(([name, output]) => [
    name,
    values[name] ?? dig(output, 'Value'),
  ]);
  const file = join(folder, 'load-test.json');
  writeFileSync(file, JSON.stringify({ StartlineLoadTest: Object.fromEntries(outputs) }));
  expect(readDeployment(file)).toEqual({
    stateMachineArn: values.StateMachine,
    bucket: 'files',
    region: 'eu-west-1',
    target: 'https://run.example.com',
    mostDollars: 25,
    startSeconds: 120,
  });
});

test('where nothing is deployed the command says what to do', () =>
  expect(() => readDeployment(join(folder, 'nothing.json'))).toThrow('npm run deploy:load'));
