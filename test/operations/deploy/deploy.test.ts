import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { keptSettings } from '../../../lib/kept-settings';
import { askDeployedSettings } from '../../../operations/deploy/deployed-settings';
import { whoAsks } from '../../../operations/preflight/who-asks';
import { dig, synthesise } from '../../lib/synthesise';

const cloudFormation = mockClient(CloudFormationClient);
const sts = mockClient(STSClient);
beforeEach(() => {
  cloudFormation.reset();
  sts.reset();
});

test('what the page’s stack has in its output is what the next deployment is compared with', async () => {
  const { config, directory } = synthesise('production with a hosted zone');
  const template: unknown = JSON.parse(readFileSync(join(directory, 'StartlinePage.template.json'), 'utf8'));
  cloudFormation.on(DescribeStacksCommand, { StackName: 'StartlinePage' }).resolves({
    Stacks: [
      {
        StackName: 'StartlinePage',
        StackStatus: 'CREATE_COMPLETE',
        CreationTime: new Date(),
        Outputs: [{ OutputKey: 'Config', OutputValue: String(dig(template, 'Outputs', 'Config', 'Value')) }],
      },
    ],
  });
  expect(await askDeployedSettings('StartlinePage', 'eu-central-1')).toEqual({
    value: JSON.parse(JSON.stringify(keptSettings(config))),
  });
});

test('a stack that was never deployed has no settings, and one that may not be looked at is unknown', async () => {
  const refusal = (name: string) => Object.assign(new Error(name), { name });
  cloudFormation.on(DescribeStacksCommand).rejectsOnce(refusal('ValidationError')).rejects(refusal('AccessDenied'));
  expect(await askDeployedSettings('StartlinePage', 'eu-central-1')).toEqual({ value: undefined });
  expect(await askDeployedSettings('StartlinePage', 'eu-central-1')).toEqual({
    unknown: 'needs permission cloudformation:DescribeStacks',
  });
});

test('credentials of another account are refused before anything is asked', async () => {
  sts.on(GetCallerIdentityCommand).resolves({ Account: '210987654321' });
  await expect(whoAsks({ account: '123456789012', region: 'eu-central-1' })).rejects.toThrow(
    'The environment is for account 123456789012, and the credentials are of 210987654321.',
  );
  expect(await whoAsks({ account: '210987654321', region: 'eu-central-1' })).toEqual({
    account: '210987654321',
    region: 'eu-central-1',
  });
});

test('without credentials somebody is told to sign in', async () => {
  sts.on(GetCallerIdentityCommand).rejects(Object.assign(new Error('none'), { name: 'CredentialsProviderError' }));
  await expect(whoAsks({ account: undefined, region: 'eu-central-1' })).rejects.toThrow(/Sign in .*AWS_PROFILE/);
});

test('npm run deploy refuses what it does not know, and an environment that does not exist', () => {
  const deploy = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'operations/deploy/main.ts', ...args], { encoding: 'utf8' });
  const unknown = deploy('--accept-all');
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('npm run deploy -- [-c env=<name>]')]);
  const missing = deploy('-c', 'env=nowhere');
  expect([missing.status, missing.stderr]).toEqual([
    1,
    expect.stringContaining('There is no environments/nowhere.json'),
  ]);
});
