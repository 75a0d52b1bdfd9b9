import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Config } from '../../lib/config';

/**
 * The account of the credentials, and the region that the environment names, else that of the credentials. Throws
 * without either, and where the environment is meant for another account.
 */
export const whoAsks = async ({
  account: wanted,
  region: named,
}: Pick<Config, 'account' | 'region'>): Promise<{ readonly account: string; readonly region: string }> => {
  const client = new STSClient({ ...(named && { region: named }), maxAttempts: 2 });
  try {
    const region = await client.config.region().catch((cause: unknown) => {
      throw new Error('No region is known: name one in the environment’s file, or set AWS_REGION.', { cause });
    });
    const { Account: account = '' } = await client
      .send(new GetCallerIdentityCommand({}), { abortSignal: AbortSignal.timeout(10_000) })
      .catch((cause: unknown) => {
        const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
        throw new Error(`AWS cannot identify the caller: ${said}\nSign in (aws sso login), or set AWS_PROFILE.`, {
          cause,
        });
      });
    if (wanted !== undefined && wanted !== account)
      throw new Error(
        `The environment is for account ${wanted}, and the credentials are of ${account}. Set AWS_PROFILE to the other one.`,
      );
    return { account, region };
  } finally {
    client.destroy();
  }
};
