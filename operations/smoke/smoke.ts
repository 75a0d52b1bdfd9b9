import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { holdGranted } from '../../lambdas/api/messages/holds';
import { availability, race, raceList } from '../../lambdas/api/messages/races';
import {
  deskWorker,
  documentCacheControl,
  immutableCacheControl,
  immutablePath,
  mediaTypes,
  pageConfig,
} from '../../lib/edge';

export interface Smoke {
  /** The origin of the site, without a slash at the end. */
  readonly url: string;
  /** A race in which one spot is held. Nobody can give a hold back; it runs out. Without it nothing is written. */
  readonly hold?: string;
  /** How long a check is repeated until it holds. A cold system needs half a minute, its database included. */
  readonly deadlineSeconds: number;
}

export interface Checked {
  readonly name: string;
  /** Absent: the check holds. */
  readonly problem?: string;
}

const config = v.object({
  processor: v.object({ kind: v.string(), url: v.pipe(v.string(), v.url()), publishableKey: v.string() }),
});
const scripts: Readonly<Record<string, RegExp>> = { '.js': /^(text|application)\/javascript/, '.css': /^text\/css/ };

/** Whether a deployed system answers as it should, as far as anybody can see. Checks everything, whatever fails. */
export const smoke = async ({ url, hold, deadlineSeconds }: Smoke): Promise<readonly Checked[]> => {
  const get = (path: string) => fetch(`${url}${path}`, { signal: AbortSignal.timeout(20_000) });
  const read = async <Out>(schema: v.GenericSchema<unknown, Out>, path: string, asked = get(path)): Promise<Out> => {
    const answer = await asked;
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    const found = v.safeParse(schema, await answer.json());
    if (!found.success) throw new Error(`${path} answered something else: ${v.summarize(found.issues)}`);
    return found.output;
  };
  const document = async (path: string): Promise<string> => {
    const answer = await get(path);
    expect(`${path}: status`, answer.status, 200);
    expect(`${path}: content-type`, answer.headers.get('content-type'), /^text\/html/);
    expect(`${path}: cache-control`, answer.headers.get('cache-control'), documentCacheControl);
    expect(`${path}: content-security-policy`, answer.headers.get('content-security-policy'), /default-src 'none'/);
    return answer.text();
  };
  const assetsOf = (text: string) =>
    [...text.matchAll(new RegExp(`"(${immutablePath}[^"]+)"`, 'g'))].map(([, path]) => String(path));

  const checks: Readonly<Record<string, () => Promise<void>>> = {
    'the page is there, and every view of it is the same document': async () =>
      expect('/races/any', await document('/races/any'), await document('/')),
    'the console is there, and is another document': async () => {
      const text = await document('/console/races');
      expect('/console', await document('/console'), text);
      if (assetsOf(text).length === 0) throw new Error(`The console names no file below ${immutablePath}.`);
    },
    'the check-in screen can open without a network': async () => {
      const answer = await get(deskWorker);
      const policy = answer.headers.get('content-security-policy');
      expect(`${deskWorker}: status`, answer.status, 200);
      expect(`${deskWorker}: content-type`, answer.headers.get('content-type'), scripts['.js'] ?? /./);
      expect(`${deskWorker}: cache-control`, answer.headers.get('cache-control'), documentCacheControl);
      expect(`${deskWorker}: content-security-policy`, policy, /default-src 'none'/);
      const kept = assetsOf(await answer.text());
      const named = assetsOf(await document('/console'));
      // The browser refuses a worker that lacks a script of the document, and asks for every file of the list.
      for (const path of named) if (!kept.includes(path)) throw new Error(`${deskWorker} does not know ${path}.`);
      for (const path of kept) expect(`${path}: status`, (await get(path)).status, 200);
    },
    'its files are there, may be kept for ever, and are what their names say': async () => {
      const assets = assetsOf(await document('/'));
      if (assets.length === 0) throw new Error(`The page names no file below ${immutablePath}.`);
      for (const path of assets) {
        const { status, headers } = await get(path);
        const kind = extname(path);
        const type = scripts[kind] ?? Object.entries(mediaTypes).find(([end]) => end === kind)?.[1] ?? /./;
        expect(`${path}: status`, status, 200);
        expect(`${path}: cache-control`, headers.get('cache-control'), immutableCacheControl);
        expect(`${path}: content-type`, headers.get('content-type'), type);
      }
    },
    'a file that was never there is not the page': async () =>
      expect('status', (await get(`${immutablePath}nobody-made-this.js`)).status, 404),
    'the page is told where the card goes': async () => {
      await read(config, pageConfig);
      expect('cache-control', (await get(pageConfig)).headers.get('cache-control'), documentCacheControl);
    },
    'races and spots are shown': async () => {
      const { races } = await read(raceList, '/api/races');
      for (const { id } of races.slice(0, 3)) {
        await read(race, `/api/races/${id}`);
        await read(availability, `/api/races/${id}/availability`);
      }
    },
    'the API describes itself': async () => void (await read(v.object({ openapi: v.string() }), '/api/openapi.json')),
    'a request that nobody understands is refused, not failed': async () =>
      expect('status', (await get('/api/registrations/not-an-id')).status, 404),
    ...(hold !== undefined && {
      [`a spot of ${hold} can be held`]: async () => {
        const { events } = await read(availability, `/api/races/${hold}/availability`);
        const open = events.find(({ state }) => state === 'open');
        if (!open) throw new Error(`No event of ${hold} has a free spot.`);
        const body = JSON.stringify({ registrationId: registrationId(), eventId: open.eventId });
        const headers = { 'content-type': 'application/json' };
        const path = `/api/races/${hold}/holds`;
        const asked = fetch(`${url}${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) });
        await read(holdGranted, path, asked);
      },
    }),
  };

  const deadline = Date.now() + deadlineSeconds * 1000;
  const checked: Checked[] = [];
  for (const [name, check] of Object.entries(checks)) {
    let problem = await problemOf(check);
    while (problem !== undefined && Date.now() < deadline) {
      await wait(2_000);
      problem = await problemOf(check);
    }
    checked.push({ name, ...(problem !== undefined && { problem }) });
  }
  return checked;
};

const problemOf = async (check: () => Promise<void>): Promise<string | undefined> => {
  try {
    await check();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
};

/** Throws when the value is not the expected one, or does not match it. */
const expect = (what: string, value: string | number | null, expected: string | number | RegExp): void => {
  const isRight = expected instanceof RegExp ? expected.test(String(value)) : value === expected;
  if (!isRight) throw new Error(`${what} is ${short(String(value))} and should be ${short(String(expected))}.`);
};

const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** A UUIDv7. */
const registrationId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
};
