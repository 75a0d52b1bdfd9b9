import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import * as v from 'valibot';
import type { FunctionName } from '../../lambdas/contract/functions';
import type { CreateRaceMessage } from '../../lambdas/races/messages';
import { bundleFile, handlerName } from '../../lib/bundling';
import { demoFeedRace, demoFeedSet, demoLiveRace, demoStartListCsv } from './demo-feed';
import { demoForm } from './demo-form';
import { demoRaces } from './demo-races';
import { demoCorrection, demoNote, demoResultSet, demoResultsCsv, demoResultsRace } from './demo-results';
import { demoSoldRaces } from './demo-sold';

interface Prepare {
  readonly functions: string;
  readonly ownerUrl: string;
  /** Whether the demo races are created. */
  readonly seed: boolean;
  readonly races: readonly CreateRaceMessage[];
  /** More orders of a director, which are given when these races are made. */
  readonly orders: readonly object[];
  /** The address of somebody who is invited to the console once, as owner of all races. */
  readonly director: string | undefined;
  /** Whether a race is told live. */
  readonly isTold: boolean;
  /** Whether there are races that have been on sale for long. */
  readonly isPeopled: boolean;
  readonly now: () => Date;
}

const invoke = async (functions: string, name: FunctionName, event: unknown): Promise<unknown> => {
  const loaded: Record<string, unknown> = await import(pathToFileURL(join(functions, name, bundleFile)).href);
  const handler = loaded[handlerName];
  if (typeof handler !== 'function') throw new Error(`The bundle of ${name} exports no ${handlerName}.`);
  return handler(event, { awsRequestId: 'set-up', functionName: name, getRemainingTimeInMillis: () => 600_000 });
};

interface ExistingRace {
  readonly id: string;
  readonly form_revision: number | null;
  /** Of its codes. */
  readonly batches: readonly string[];
}

const existingRaces = async (url: string): Promise<ReadonlyMap<string, ExistingRace>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<ExistingRace>(
      'SELECT id, form_revision, ARRAY(SELECT DISTINCT batch FROM code WHERE race_id = race.id) AS batches FROM race',
    );
    return new Map(rows.map((race) => [race.id, race]));
  } finally {
    await client.end();
  }
};

const isInvited = async (url: string, email: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query('SELECT FROM staff WHERE email = $1', [email])).rowCount === 1;
  } finally {
    await client.end();
  }
};

/**
 * Runs in its own process after PostgreSQL and the caches started: migrates the database, then creates races. The
 * deployed functions do both. Existing races are not changed. Throws when a race or its form cannot be made.
 */
export const prepareDatabase = async ({
  functions,
  ownerUrl,
  seed,
  races,
  orders,
  director,
  isTold,
  isPeopled,
  now,
}: Prepare): Promise<void> => {
  await invoke(functions, 'migrate-database', {});
  const wanted = [
    ...(seed ? demoRaces(now()) : []),
    ...(isTold ? [demoLiveRace(now())] : []),
    ...(isPeopled ? demoSoldRaces(now()) : []),
    ...races,
  ];
  if (wanted.length === 0) return;
  const existing = await existingRaces(ownerUrl);
  /** What the answer says under the name of what was done. Throws when it says something else. */
  const direct = async (order: object, done: string): Promise<unknown> => {
    const answer = await invoke(functions, 'direct', order);
    if (typeof answer === 'object' && answer !== null && done in answer)
      return (answer as Readonly<Record<string, unknown>>)[done];
    throw new Error(`${JSON.stringify(order).slice(0, 200)} failed: ${JSON.stringify(answer)}`);
  };
  for (const message of wanted) if (!existing.has(message.createRace.id)) await direct(message, 'created');
  if (races.some(({ createRace }) => !existing.has(createRace.id)))
    for (const order of orders) {
      const answer = await invoke(functions, 'direct', order);
      if (typeof answer !== 'object' || answer === null || 'refused' in answer)
        throw new Error(`${JSON.stringify(order).slice(0, 200)} failed: ${JSON.stringify(answer)}`);
    }

  if (director !== undefined && !(await isInvited(ownerUrl, director)))
    await direct({ inviteStaff: { email: director, name: 'Dana Director', role: 'owner' } }, 'invitedStaff');

  const publish = () => invoke(functions, 'publish-results', {});
  if (seed) await publishDemoResults(direct, publish);
  if (isTold) await beginDemoFeed(direct, publish);

  const { raceId } = demoForm.form.saveForm;
  // Also after a start that ended half-way; the form that somebody else published for it stays.
  if (!seed || typeof existing.get(raceId)?.form_revision === 'number') return;
  for (const document of demoForm.documents) await direct(document, 'savedDocument');
  for (const stock of demoForm.stocks) await direct(stock, 'stock');
  const { revision } = v.parse(v.object({ revision: v.number() }), await direct(demoForm.form, 'savedForm'));
  const made = existing.get(raceId)?.batches ?? [];
  for (const codes of demoForm.codes) if (!made.includes(codes.makeCodes.batch)) await direct(codes, 'madeCodes');
  await direct({ publishForm: { raceId, revision } }, 'publishedForm');
};

const listed = v.pipe(
  v.array(v.object({ setId: v.string(), published: v.nullable(v.object({ number: v.number() })) })),
  v.maxLength(1),
);

/** Publishes who runs in the race that is told live, and begins its feed. Goes on where a start ended half-way. */
const beginDemoFeed = async (
  direct: (order: object, done: string) => Promise<unknown>,
  publish: () => Promise<unknown>,
): Promise<void> => {
  const raceId = demoFeedRace;
  const [known] = v.parse(listed, await direct({ resultSets: { raceId } }, 'resultSets'));
  if (!known?.published) {
    const { setId } = v.parse(v.object({ setId: v.string() }), await direct(demoFeedSet, 'savedResultSet'));
    const file = { raceId, setId, csv: demoStartListCsv() };
    const imported = v.object({ hash: v.string(), seq: v.number() });
    const { hash } = v.parse(imported, await direct({ importResults: { ...file, dryRun: true } }, 'importedResults'));
    const { seq } = v.parse(imported, await direct({ importResults: { ...file, hash } }, 'importedResults'));
    for (const kind of ['start-list', 'live']) {
      await direct({ publishResults: { raceId, setId, seq, kind } }, 'orderedResults');
      await publish();
    }
  }
  const { feed } = v.parse(v.object({ feed: v.nullable(v.object({})) }), {
    feed: await direct({ feed: { raceId } }, 'feed'),
  });
  if (!feed) await direct({ changeFeed: { raceId, state: 'live' } }, 'changedFeed');
};

/** Publishes the results of the race that is over as directors do, and corrects one of them. Goes on where a start ended half-way. */
const publishDemoResults = async (
  direct: (order: object, done: string) => Promise<unknown>,
  publish: () => Promise<unknown>,
): Promise<void> => {
  const raceId = demoResultsRace;
  const find = async () => v.parse(listed, await direct({ resultSets: { raceId } }, 'resultSets'))[0];
  const show = async (setId: string, seq: number, more: { readonly kind: string; readonly note?: string }) => {
    await direct({ publishResults: { raceId, setId, seq, ...more } }, 'orderedResults');
    await publish();
  };
  if (!(await find())?.published) {
    const { setId } = v.parse(v.object({ setId: v.string() }), await direct(demoResultSet, 'savedResultSet'));
    const file = { raceId, setId, csv: demoResultsCsv() };
    const imported = async (more: object) =>
      v.parse(
        v.object({ hash: v.string(), seq: v.number() }),
        await direct({ importResults: { ...file, ...more } }, 'importedResults'),
      );
    const { hash } = await imported({ dryRun: true });
    await show(setId, (await imported({ hash })).seq, { kind: 'official' });
  }
  const made = await find();
  if (made?.published?.number !== 1) return;
  const corrected = await direct(
    { correctResult: { raceId, setId: made.setId, ...demoCorrection } },
    'correctedResult',
  );
  await show(made.setId, v.parse(v.object({ seq: v.number() }), corrected).seq, { kind: 'corrected', note: demoNote });
};
