import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { FunctionName } from '../../lambdas/contract/functions';
import type { CreateRaceMessage } from '../../lambdas/races/messages';
import { bundleFile, handlerName } from '../../lib/bundling';
import { demoRaces } from './demo-races';

interface Prepare {
  readonly functions: string;
  readonly ownerUrl: string;
  /** Whether the demo races are created. */
  readonly seed: boolean;
  readonly races: readonly CreateRaceMessage[];
  readonly now: () => Date;
}

const invoke = async (functions: string, name: FunctionName, event: unknown): Promise<unknown> => {
  const loaded: Record<string, unknown> = await import(pathToFileURL(join(functions, name, bundleFile)).href);
  const handler = loaded[handlerName];
  if (typeof handler !== 'function') throw new Error(`The bundle of ${name} exports no ${handlerName}.`);
  return handler(event, { awsRequestId: 'set-up', functionName: name, getRemainingTimeInMillis: () => 600_000 });
};

const existingRaces = async (url: string): Promise<ReadonlySet<unknown>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return new Set((await client.query('SELECT id FROM race')).rows.map(({ id }) => id));
  } finally {
    await client.end();
  }
};

/**
 * Runs in its own process after PostgreSQL and the caches started: migrates the database, then creates races. The
 * deployed functions do both. Existing races are not changed. Throws when a race cannot be created.
 */
export const prepareDatabase = async ({ functions, ownerUrl, seed, races, now }: Prepare): Promise<void> => {
  await invoke(functions, 'migrate-database', {});
  const wanted = [...(seed ? demoRaces(now()) : []), ...races];
  if (wanted.length === 0) return;
  const existing = await existingRaces(ownerUrl);
  for (const message of wanted) {
    if (existing.has(message.createRace.id)) continue;
    const answer = await invoke(functions, 'direct', message);
    if (!(typeof answer === 'object' && answer !== null && 'created' in answer))
      throw new Error(`The race ${message.createRace.id} could not be created: ${JSON.stringify(answer)}`);
  }
};
