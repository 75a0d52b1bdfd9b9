import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

/** A secret's current fields. */
export type Secret = () => Promise<Readonly<Record<string, string>>>;

const freshForMs = 5 * 60_000;
const retryPauseMs = 10_000;
const fields = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.string()),
);

/**
 * A JSON object in Secrets Manager. It is read at most every 5 minutes, by one caller at a time. If a refresh fails,
 * the last known value stays in use. Throws only when no value was ever read.
 */
export const openSecret = (
  id: string,
  { client = secretsManager(), clock = Date.now }: { client?: SecretsManagerClient; clock?: () => number } = {},
): Secret => {
  let known: Readonly<Record<string, string>> | undefined;
  let freshUntil = 0;
  let flight: Promise<Readonly<Record<string, string>>> | undefined;

  const read = async () => {
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
      const parsed = v.safeParse(fields, SecretString);
      // Not the parser's own message: it would quote the secret.
      if (!parsed.success) throw new Error(`The secret ${id} must be a JSON object whose values are strings.`);
      freshUntil = clock() + freshForMs;
      known = parsed.output;
    } catch (error) {
      if (!known) throw error;
      freshUntil = clock() + retryPauseMs;
    }
    return known;
  };

  return async () => {
    if (known && clock() < freshUntil) return known;
    flight ??= read().finally(() => {
      flight = undefined;
    });
    return flight;
  };
};

const secretsManager = () =>
  new SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 1500, throwOnRequestTimeout: true },
  });
