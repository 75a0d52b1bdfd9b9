import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { FunctionName } from '../../lambdas/contract';
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
 * A process of its own, started after PostgreSQL and the caches: migrates, then has races created, both by the
 * functions that do it when deployed. Races that exist are left as they are.
 */
export const prepareDatabase = async ({ functions, ownerUrl, seed, races, now }: Prepare): Promise<void> => {
  await invoke(functions, 'migrate-database', {});
  const wished = [...(seed ? demoRaces(now()) : []), ...races];
  if (wished.length === 0) return;
  const existing = await existingRaces(ownerUrl);
  for (const message of wished) {
    if (existing.has(message.createRace.id)) continue;
    const answer = await invoke(functions, 'direct', message);
    if (!(typeof answer === 'object' && answer !== null && 'created' in answer))
      throw new Error(`The race ${message.createRace.id} could not be created: ${JSON.stringify(answer)}`);
  }
};
