import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import * as v from 'valibot';
import { percentile } from '../../cache/percentiles';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { figuresOf, type Measured } from '../results';
import { type Ask, asking } from '../system/ask-console';
import { addParticipants, signDirectorIn, withOwner } from '../system/bench-participants';
import { benchRace } from '../system/bench-race';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly people: number;
  /** How often each screen is looked at. */
  readonly looks: number;
  readonly isExported: boolean;
}

const sizes = {
  full: { people: 200_000, looks: 100, isExported: true },
  short: { people: 20_000, looks: 30, isExported: true },
} as const satisfies Record<string, Size>;

const rowsOfTarget = 100_000;

const listed = v.object({
  participants: v.array(v.object({ registrationId: v.string() })),
  rows: v.number(),
  isComplete: v.boolean(),
});

/** The 95th percentile of so many calls, one after the other, in milliseconds. */
const p95Of = async (looks: number, look: (n: number) => Promise<unknown>): Promise<number> => {
  const taken: number[] = [];
  for (let n = 0; n < looks; n++) {
    const from = performance.now();
    await look(n);
    taken.push(performance.now() - from);
  }
  return percentile(taken, 0.95);
};

/** From the moment at which the job takes the file, in seconds. */
const secondsToWrite = async (client: pg.Client, ask: Ask, format: string, signal: AbortSignal): Promise<number> => {
  // Files are for somebody who used a passkey in the last five minutes.
  await client.query('UPDATE staff_session SET confirmed_at = now()');
  const { id } = await ask('POST', '/exports', v.object({ id: v.string() }), { json: { format } });
  let takenAt: number | undefined;
  for (;;) {
    const { rows } = await client.query<{ state: string; is_taken: boolean }>(
      'SELECT state, lease IS NOT NULL AS is_taken FROM export_file WHERE id = $1',
      [id],
    );
    const [file] = rows;
    if (file?.state === 'failed') throw new Error('The file could not be written.');
    if (file?.is_taken) takenAt ??= performance.now();
    if (file?.state === 'done') return (performance.now() - (takenAt ?? performance.now())) / 1000;
    await setTimeout(20, undefined, { signal });
  }
};

export const measureConsole = (
  { system }: Pick<OwnSystem, 'system'>,
  { people, looks, isExported }: Size,
  { say, signal }: Pick<Stage, 'say' | 'signal'>,
): Promise<Measured> =>
  withOwner(system.urls.ownerDatabase, async (client) => {
    const [cookie] = await signDirectorIn(client);
    const ask = asking(system.urls.page, cookie, signal);
    await addParticipants(client, people);
    const list = (wanted: object) => ask('POST', '/participants', listed, { json: wanted });
    const began = performance.now();
    let first = await list({});
    while (!first.isComplete) first = await list({});
    const copied = (1000 * first.rows) / (performance.now() - began);
    say(`  ${number(first.rows)} rows copied, ${number(copied)} a second`);
    await client.query('ANALYZE participant');
    const sorts = ['newest', 'name', 'number'];
    const figures = {
      rows: first.rows,
      copied,
      list: await p95Of(looks, (n) => list({ sort: sorts[n % sorts.length] })),
      search: await p95Of(looks, (n) => list({ q: `runner${n.toString(16).padStart(2, '0')}` })),
      person: await p95Of(looks, (n) => {
        const one = first.participants[n % first.participants.length];
        return ask('GET', `/participants/${one?.registrationId}`, v.object({}));
      }),
      waiting: await p95Of(looks, () => ask('POST', '/waiting-list', v.object({}), { json: {} })),
      live: await p95Of(looks, () => ask('GET', '/live', v.object({}))),
    };
    const perTarget = rowsOfTarget / first.rows;
    const toWrite = async (format: string) =>
      isExported ? perTarget * (await secondsToWrite(client, ask, format, signal)) : Number.NaN;
    const files = { csv: await toWrite('csv'), xlsx: await toWrite('xlsx') };
    return { kind: 'measured', figures: figuresOf({ ...figures, ...files }), details: [], notes: [] };
  });

const heldByPath =
  'The gateway, which stands for CloudFront and API Gateway, turns each request into an event and back. The database’s own part is in decision 80.';

export const consoleScreens: Benchmark = {
  id: 'console',
  title: 'The directors’ console',
  baseline: 'none published.',
  how: `a race with ${number(sizes.full.people)} participants who have paid (short: ${number(sizes.short.people)}), looked at by one director through the gateway, ${sizes.full.looks} times each screen (short: ${sizes.short.looks}). The first copy is made by looking at the list until it is complete: each look copies for about a second. A file is measured from the moment at which the job takes it, and counted for ${number(rowsOfTarget)} rows.`,
  goals: [
    { id: 'rows', name: 'participants in the copy', unit: '' },
    {
      id: 'copied',
      name: 'first copy of the list',
      unit: 'rows/s',
      // Each look follows the one before at once, and the function folds names while the database writes: so the database decides.
      normalised: { by: 'database', as: 'rate' },
      target: { least: 20_000 },
      heldBy:
        'Processor time of PostgreSQL, while the function folds the next names: decision 80 says how much each takes.',
    },
    { id: 'list', name: 'a page of 50, p95', unit: 'ms', target: { most: 30 }, heldBy: heldByPath },
    { id: 'search', name: 'a search by name, p95', unit: 'ms', target: { most: 60 }, heldBy: heldByPath },
    { id: 'person', name: 'the page of one person, p95', unit: 'ms', target: { most: 40 }, heldBy: heldByPath },
    { id: 'waiting', name: 'the waiting list, where nobody waits, p95', unit: 'ms' },
    { id: 'live', name: 'a sample of the opening-day screen, p95', unit: 'ms' },
    { id: 'csv', name: `a CSV file of ${number(rowsOfTarget)} rows`, unit: 's', target: { most: 10 } },
    { id: 'xlsx', name: `an XLSX file of ${number(rowsOfTarget)} rows`, unit: 's', target: { most: 20 } },
  ],
  measure: (stage) => withSystem([benchRace(1)], (own) => measureConsole(own, sizeOf(sizes, stage.size), stage)),
};
