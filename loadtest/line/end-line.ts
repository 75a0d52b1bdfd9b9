import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import * as v from 'valibot';
import { type LineDocumentMessage, lineDocument } from '../../lambdas/api/messages/line';
import type { System } from '../../local/system';
import type { Call, LineRun } from './waited';

/** Undefined: there is no line. */
export const readLine = async (url: string): Promise<LineDocumentMessage | undefined> => {
  const answer = await fetch(url);
  if (answer.status === 404) return undefined;
  return v.parse(lineDocument, await answer.json());
};

export const seenWithin = async <T>(
  seconds: number,
  look: () => Promise<T | undefined>,
  what: string,
  signal: AbortSignal,
): Promise<T> => {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await setTimeout(500)) {
    signal.throwIfAborted();
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new Error(`After ${seconds} s it is still not so that ${what}.`);
};

const callsFile = v.array(v.tuple([v.pipe(v.string(), v.isoTimestamp()), v.string(), v.number()]));

const readCalls = async (proof: string, eventId: string): Promise<readonly Call[] | undefined> => {
  // The turns are written last.
  const [calls, turns] = await Promise.all([fetch(`${proof}/calls.json`), fetch(`${proof}/turns.txt`)]);
  if (!calls.ok || !turns.ok) return undefined;
  return v
    .parse(callsFile, await calls.json())
    .flatMap(([at, event, calledTo]) => (event === eventId ? [[Date.parse(at), calledTo] as const] : []));
};

const endSale = async (url: string, raceId: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('UPDATE race SET closes_at = now() WHERE id = $1', [raceId]);
  } finally {
    await client.end();
  }
};

/** By the command that everybody has: `npm run verify:draw`. */
const checkDraw = (proof: string, beacon: string): Promise<LineRun['draw']> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [
      ...['--import', 'tsx', join(process.cwd(), 'operations/verify-draw/main.ts'), proof, '--beacon', beacon],
    ]);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
      });
    child.once('error', reject);
    child.once('exit', (code) => resolve({ isRight: code === 0, said: said.trim() }));
  });

/** The end of a line is published 45 seconds after it. */
const proofSeconds = 150;

interface Ended extends Pick<LineRun, 'calls' | 'draw'> {
  readonly list: { readonly count: number; readonly late: number };
}

interface Line {
  readonly raceId: string;
  readonly eventId: string;
  readonly beacon: string;
  /** As it was seen last. When all spots are registered, the line ends by itself. */
  readonly line: LineDocumentMessage;
}

/** Ends the sale of a race and with it the line, and reads its proof. Throws when that takes too long. */
export const endLine = async (
  { page, ownerDatabase }: Pick<System['urls'], 'page' | 'ownerDatabase'>,
  { raceId, eventId, beacon, line }: Line,
  signal: AbortSignal,
): Promise<Ended> => {
  const lineUrl = `${page}/api/races/${raceId}/line`;
  const proof = `${page}/proof/${line.lineId}`;
  await endSale(ownerDatabase, raceId);
  const isOver = async () => (await readLine(lineUrl)) === undefined || undefined;
  await seenWithin(90, isOver, 'the line is over', signal);
  const calls = await seenWithin(
    proofSeconds,
    () => readCalls(proof, eventId),
    'the proof of the draw is published',
    signal,
  );
  return { calls, draw: await checkDraw(proof, beacon), list: line.list ?? { count: 0, late: 0 } };
};
