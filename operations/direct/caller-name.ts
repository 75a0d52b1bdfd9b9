import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

/**
 * Who calls, as AWS knows them, for the audit: `user/ada`, or `assumed-role/Operators/ada@club.example`, without the account. Undefined
 * where no AWS answers, as with a system on one machine. Then the audit names nobody.
 */
export const callerName = async (): Promise<string | undefined> => {
  const client = new STSClient({ maxAttempts: 2 });
  try {
    const { Arn = '' } = await client.send(new GetCallerIdentityCommand({}), {
      abortSignal: AbortSignal.timeout(5000),
    });
    return nameIn(Arn);
  } catch (error) {
    const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    console.error(`AWS does not say who you are, so the audit names nobody. Name yourself: --by <name>. (${said})`);
    return undefined;
  } finally {
    client.destroy();
  }
};

/** The last part of `arn:aws:sts::123456789012:assumed-role/Operators/ada`, whose end says most where it is too long for the audit. */
const nameIn = (arn: string): string | undefined => arn.split(':').slice(5).join(':').slice(-100) || undefined;
