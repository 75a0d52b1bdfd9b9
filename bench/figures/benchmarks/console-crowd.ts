import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import * as v from 'valibot';
import type { TestReport } from '../../../loadtest/report/test-report';
import { runTest } from '../../../loadtest/run-test';
import { percentile } from '../../cache/percentiles';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { generate } from '../generate';
import { figuresOf, type Measured } from '../results';
import { type Ask, asking } from '../system/ask-console';
import { signDirectorIn, withOwner } from '../system/bench-participants';
import { benchRace, benchRaceId } from '../system/bench-race';
import { cpuUsedBy } from '../system/cpu-used';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';
import { cpuMs, failureNotes, failuresOf, openingWish } from './opening';

export interface Size {
  /** Browsers with the opening-day screen, and for how many seconds. */
  readonly screens: number;
  readonly seconds: number;
  /** Messages of webhooks that are due at once. */
  readonly messages: number;
  /** Runners who register within so many seconds, while a director publishes. */
  readonly runners: number;
  readonly within: number;
}

const sizes = {
  full: { screens: 200, seconds: 60, messages: 10_000, runners: 1_500, within: 20 },
  short: { screens: 20, seconds: 10, messages: 500, runners: 200, within: 8 },
} as const satisfies Record<string, Size>;

/** As often as the screen asks. */
const lookMs = 2_000;
const readyMs = 5_000;
/** Between two publications. */
const publishMs = 1_000;
/** The minute job queues what is due. */
const webhooksMs = 300_000;

const oneNumber = async (client: pg.Client, query: string, values: readonly unknown[] = []): Promise<number> =>
  (await client.query<{ n: number }>(query, [...values])).rows[0]?.n ?? Number.NaN;

const samplesOf = (client: pg.Client) => oneNumber(client, 'SELECT count(*)::int AS n FROM live_sample');

/** All screens look every two seconds, evenly spread. What the system uses at rest is taken off. */
const measureScreens = async (
  { system }: Pick<OwnSystem, 'system'>,
  { screens, seconds }: Size,
  { client, signal }: { client: pg.Client; signal: AbortSignal },
) => {
  const used = ['gateway', 'postgres', 'postgres-standby', 'memcached'];
  // Each has a session of its own, which may ask so many times in a minute.
  const cookies = await signDirectorIn(client, screens);
  const looks = cookies.map((cookie) => {
    const ask = asking(system.urls.page, cookie, signal);
    return () => ask('GET', '/live', v.looseObject({}));
  });
  // The first look connects and compiles.
  for (const look of looks.slice(0, 10)) await look();
  await setTimeout(readyMs, undefined, { signal });
  const before = await samplesOf(client);
  const rest = await cpuUsedBy(system, used, () => setTimeout(seconds * 1_000, undefined, { signal }));
  const between = await samplesOf(client);
  const taken: number[] = [];
  const screen = async (look: () => Promise<unknown>, n: number) => {
    await setTimeout((lookMs * n) / screens, undefined, { signal });
    for (let turn = 0; turn < (seconds * 1_000) / lookMs; turn++) {
      const from = performance.now();
      await look();
      taken.push(performance.now() - from);
      await setTimeout(Math.max(0, lookMs - (performance.now() - from)), undefined, { signal });
    }
  };
  const busy = await cpuUsedBy(system, used, () => Promise.all(looks.map(screen)));
  return {
    unwatched: between - before,
    samples: ((await samplesOf(client)) - between) / (seconds / (lookMs / 1_000)),
    screensCpu: (100 * (busy.seconds - rest.seconds)) / seconds,
    screen: percentile(taken, 0.95),
  };
};

/** From the first attempt to post until the last result is noted. The receiver is another process of the system. */
const measureWebhooks = async (
  { system }: Pick<OwnSystem, 'system'>,
  { messages }: Size,
  { client, signal }: { client: pg.Client; signal: AbortSignal },
) => {
  const url = `http://localhost:${system.ports.status}/webhooks`;
  const used = ['sources', 'queues', 'postgres', 'postgres-standby'];
  const { result, seconds } = await cpuUsedBy(system, used, async () => {
    await client.query(
      `WITH made AS (
         INSERT INTO webhook_endpoint (id, race_id, url, types, with_names)
         VALUES (gen_random_uuid(), $1, $2, '{registration.created}', false) RETURNING id)
       INSERT INTO webhook_message (id, endpoint_id, type, body)
       SELECT gen_random_uuid(), made.id, 'registration.created', jsonb_build_object('type', 'registration.created', 'data', jsonb_build_object('n', n))
       FROM made, generate_series(1, $3::int) n`,
      [benchRaceId, url, messages],
    );
    const giveUp = Date.now() + webhooksMs;
    while ((await oneNumber(client, "SELECT count(*)::int AS n FROM webhook_message WHERE state = 'due'")) > 0) {
      if (Date.now() > giveUp) break;
      await setTimeout(200, undefined, { signal });
    }
    return client.query<{ sent: number; ms: number }>(
      `SELECT (SELECT count(*)::int FROM webhook_message WHERE state = 'sent') AS sent,
         (SELECT extract(epoch FROM clock_timestamp() - min(at))::float8 * 1000 FROM webhook_attempt) AS ms`,
    );
  });
  const { sent = 0, ms = Number.NaN } = result.rows[0] ?? {};
  return { unsent: messages - sent, posted: (1_000 * sent) / ms, webhookCpu: (1_000 * seconds) / sent };
};

const shown = v.object({
  seen: v.string(),
  document: v.looseObject({ id: v.string() }),
});
const saved = v.object({
  savedDraft: v.object({ seen: v.string(), errors: v.pipe(v.array(v.unknown()), v.length(0)) }),
});
const planned = v.object({ planned: v.object({ hash: v.string(), seen: v.string() }) });

/** Publishes another text. Returns the milliseconds for which the director waits after they have confirmed the plan. */
const publish = async (ask: Ask, edit: number): Promise<number> => {
  const { seen, document } = await ask('GET', '/document', shown);
  const { id: _, ...content } = document;
  await ask('PUT', '/draft', saved, { json: { draft: { ...content, description: `Text ${edit}.` } }, seen });
  const { planned: plan } = await ask('POST', '/plan', planned, { json: {} });
  const from = performance.now();
  await ask('POST', '/publication', v.looseObject({}), { json: { plan: plan.hash }, seen: plan.seen });
  return performance.now() - from;
};

interface Opened {
  readonly report: TestReport;
  /** How long each publication took, in milliseconds. */
  readonly published: readonly number[];
}

/** Runners register in a system of its own. With `isEdited`, a director publishes each second until the last one is done. */
const open = ({ runners, within }: Size, isEdited: boolean, { signal }: Pick<Stage, 'signal'>): Promise<Opened> =>
  withSystem([benchRace(runners + 1)], ({ system, windows }) =>
    withOwner(system.urls.ownerDatabase, async (client) => {
      const [cookie] = await signDirectorIn(client);
      const ask = asking(system.urls.page, cookie, signal);
      const published: number[] = [];
      let isDone = false;
      const directing = async () => {
        while (isEdited && !isDone) {
          published.push(await publish(ask, published.length + 1));
          await setTimeout(publishMs, undefined, { signal });
        }
      };
      const register = async () => {
        try {
          const wish = openingWish({ runners, within, think: [0, 0] });
          return await runTest({ wish, url: system.urls.page, windows, generate, signal });
        } finally {
          isDone = true;
        }
      };
      const [{ report }] = await Promise.all([register(), directing()]);
      return { report, published };
    }),
  );

/** Both openings, one after the other. */
const measurePublishing = async (size: Size, stage: Pick<Stage, 'signal'>) => {
  const plain = await open(size, false, stage);
  const edited = await open(size, true, stage);
  const failures = [plain, edited].flatMap(({ report }) => failuresOf(report));
  return {
    figures: {
      failures: failures.length,
      publications: edited.published.length,
      publish: percentile(edited.published, 0.95),
      editedCpu: cpuMs(edited.report.costs) / cpuMs(plain.report.costs),
    },
    failures,
  };
};

export const measureConsoleCrowd = async (
  size: Size,
  { say, signal }: Pick<Stage, 'say' | 'signal'>,
): Promise<Measured> => {
  const looked = await withSystem([benchRace(4)], ({ system }) =>
    withOwner(system.urls.ownerDatabase, async (client) => {
      const screens = await measureScreens({ system }, size, { client, signal });
      say(`  ${size.screens} screens use ${number(screens.screensCpu)} % of a core`);
      const webhooks = await measureWebhooks({ system }, size, { client, signal });
      say(`  ${number(webhooks.posted)} messages of webhooks a second`);
      return { ...screens, ...webhooks };
    }),
  );
  const { figures, failures } = await measurePublishing(size, { signal });
  return {
    kind: 'measured',
    figures: figuresOf({ ...looked, ...figures }),
    details: [],
    notes: failureNotes(failures),
  };
};

const { screens, seconds, messages, runners, within } = sizes.full;

export const consoleCrowd: Benchmark = {
  id: 'console-crowd',
  title: 'The directors’ console beside an opening',
  baseline: 'none published.',
  how: `${screens} browsers show the opening-day screen for ${seconds} s; then ${number(messages)} messages of webhooks are due at once, and their receiver is another process of this machine; then ${number(runners)} runners register within ${within} s with zero think time, and once more while a director publishes another text each second (short: ${sizes.short.screens} browsers, ${sizes.short.messages} messages, ${sizes.short.runners} runners).`,
  goals: [
    { id: 'unwatched', name: 'samples of the sale while nobody looks', unit: '', target: { most: 0 } },
    { id: 'samples', name: `samples in two seconds, for ${screens} screens`, unit: '', target: { most: 1.1 } },
    {
      id: 'screensCpu',
      name: `CPU for ${screens} screens, of one core`,
      unit: '%',
      normalised: { by: 'node', as: 'cost' },
      target: { most: 2 },
      fullOnly: true,
      heldBy:
        'Each look counts against the pace of its session, in memcached, and reads the session from the database, so that somebody who is locked out sees nothing more. 2 % are 200 µs for a look every two seconds: less than the request through the gateway takes. While nobody comes, a screen looks every ten seconds.',
    },
    { id: 'screen', name: 'an answer for a screen, p95', unit: 'ms' },
    {
      id: 'posted',
      name: 'messages of webhooks',
      unit: '/s',
      normalised: { by: 'registration', as: 'rate' },
      target: { least: 200 },
    },
    {
      id: 'webhookCpu',
      name: 'CPU for a message, without its receiver',
      unit: 'ms',
      normalised: { by: 'registration', as: 'cost' },
      target: { most: 2 },
      heldBy: 'Two messages in queues, an HTTP request on a connection of its own, and a row for the attempt.',
    },
    { id: 'unsent', name: 'messages that were not sent', unit: '', target: { most: 0 } },
    { id: 'publications', name: 'publications while runners register', unit: '' },
    {
      id: 'publish',
      name: 'to publish meanwhile, p95',
      unit: 'ms',
      target: { most: 100 },
      fullOnly: true,
      heldBy:
        'Runners who register with zero think time leave no core free, so each statement and each function waits for one.',
    },
    {
      id: 'editedCpu',
      name: 'CPU for a registration meanwhile, to CPU without',
      unit: '',
      target: { most: 1.01 },
      fullOnly: true,
      heldBy:
        'Each revision of the race is read anew by every function, and its page is sent to every runner again. The noise of two runs is about 3 %.',
    },
    { id: 'failures', name: 'checks of the books that failed', unit: '', target: { most: 0 } },
  ],
  measure: (stage) => measureConsoleCrowd(sizeOf(sizes, stage.size), stage),
};
