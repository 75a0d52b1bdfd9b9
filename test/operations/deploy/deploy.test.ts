import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { keptSettings } from '../../../lib/kept-settings';
import { askDeployedSettings } from '../../../operations/deploy/deployed-settings';
import { whoAsks } from '../../../operations/preflight/who-asks';
import { dig, synthesise } from '../../lib/support/synthesise';

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

describe('against an account where mail.domain is deployed', () => {
  let server: Server;
  beforeAll(async () => {
    const answers: readonly [action: RegExp, xml: string][] = [
      [
        /GetCallerIdentity/,
        '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
      ],
      [
        /DescribeStacks.*StackName=StartlinePage/,
        '<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>StartlinePage</StackName><Outputs><member><OutputKey>Config</OutputKey><OutputValue>{"mail.domain":"run.example.com"}</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>',
      ],
    ];
    server = createServer((request, response) => {
      let asked = '';
      request.on('data', (part) => {
        asked += part;
      });
      request.on('end', () => {
        const xml = answers.find(([action]) => action.test(asked))?.[1];
        response.writeHead(xml ? 200 : 400, { 'content-type': 'text/xml' }).end(xml ?? '<Error/>');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  const deploy = (...args: readonly string[]) => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const env = {
      PATH: process.env.PATH,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    };
    return new Promise<{ readonly status: unknown; readonly said: string }>((resolve) => {
      execFile(
        process.execPath,
        ['--import', 'tsx', 'operations/deploy/main.ts', ...args],
        { env },
        (error, out, err) => resolve({ status: error?.code ?? 0, said: `${out}${err}` }),
      );
    });
  };

  test('npm run deploy of an environment without it stops before the CDK', async () => {
    const { status, said } = await deploy('-c', 'env=lean', '--', '--help');
    expect(said).toBe(
      'Nothing is deployed.\n- mail.domain is run.example.com and would be nothing: no mail comes from it any more.\n  If that is meant: --accept mail.domain\n',
    );
    expect(status).toBe(1);
  });

  test('with the word it starts the CDK, with the environment and the further arguments', async () => {
    const { status, said } = await deploy('-c', 'env=lean', '--accept', 'mail.domain', '--', '--help');
    expect([status, said]).toEqual([0, expect.stringContaining('cdk deploy [STACKS..]')]);
  });
});
