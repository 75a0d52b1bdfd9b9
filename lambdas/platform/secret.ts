import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

/** A secret's current fields. */
export type Secret = () => Promise<Readonly<Record<string, string>>>;

const freshForMs = 5 * 60_000;
const retryPauseMs = 10_000;
/**
 * An environment that was frozen uses what it knows once more, for up to a minute, unless it is older than this: hundreds
 * of environments thaw in the second in which a race opens, and none of them should read its secrets then.
 */
const usableForMs = 30 * 60_000;
const spreadMs = 60_000;
const fields = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.string()),
);

/**
 * A JSON object in Secrets Manager. It is read at most every 5 minutes, by one caller at a time; after a pause in which
 * nobody asked, within 30 minutes. If a refresh fails, the last known value stays in use. Throws only when no value was
 * ever read.
 */
export const openSecret = (
  id: string,
  { client = secretsManager(), clock = Date.now }: { client?: SecretsManagerClient; clock?: () => number } = {},
): Secret => {
  let known: Readonly<Record<string, string>> | undefined;
  let freshUntil = 0;
  let usableUntil = 0;
  let postponed = false;
  let flight: Promise<Readonly<Record<string, string>>> | undefined;

  const read = async () => {
    postponed = false;
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
      const parsed = v.safeParse(fields, SecretString);
      // Not the parser's own message: it would quote the secret.
      if (!parsed.success) throw new Error(`The secret ${id} must be a JSON object whose values are strings.`);
      freshUntil = clock() + freshForMs;
      usableUntil = clock() + usableForMs;
      known = parsed.output;
    } catch (error) {
      if (!known) throw error;
      freshUntil = clock() + retryPauseMs;
    }
    return known;
  };

  return async () => {
    const now = clock();
    if (known && now < freshUntil) return known;
    if (known && !postponed && now - freshUntil > spreadMs && now + spreadMs < usableUntil) {
      postponed = true;
      freshUntil = now + spreadMs * Math.random();
      return known;
    }
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
