import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as v from 'valibot';
import type { KeptSettings } from '../../lib/kept-settings';
import { type Answer, ask, orAbsent } from '../preflight/answer';

const settings = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** What the stack of the page says it was deployed with; undefined before the first deployment has ended. */
export const askDeployedSettings = (stack: string, region: string): Promise<Answer<KeptSettings | undefined>> =>
  ask('cloudformation:DescribeStacks', async (options) => {
    const client = new CloudFormationClient({ region, maxAttempts: 2 });
    try {
      const question = new DescribeStacksCommand({ StackName: stack });
      const found = await orAbsent(client.send(question, options), 'ValidationError');
      const output = found?.Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'Config')?.OutputValue;
      return output === undefined ? undefined : v.parse(settings, output);
    } finally {
      client.destroy();
    }
  });
