import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { uuid7 } from '../../../../loadtest/uuid7';
import { beaconUrl } from '../../../../local/addresses';
import type { System } from '../../../../local/system';
import { type Benchmark, type Stage, sizeOf } from '../../benchmark';
import { figuresOf, type Measured } from '../../results';
import { benchEventId, benchRace, benchRaceId } from '../../system/bench-race';
import { withSystem } from '../../system/own-system';
import { number } from '../../words';

const sizes = { full: 500_000, short: 5_000 } as const;

/** Each of the three parts takes some seconds, and the round of the beacon is six seconds after the list. */
const deadlineSeconds = 300;

/** A line that waited long enough for passes on their way to its list, with as many in it. */
const makeLine = async (client: pg.Client, passes: number): Promise<string> => {
  const [lineId, secret] = [uuid7(), randomBytes(32)];
  const commitment = createHash('sha256').update(secret).digest();
  await client.query(
    `INSERT INTO line (id, race_id, kind, state, gun, enrol_until, at_gun, commitment, secret, passes)
     VALUES ($1, $2, 'opening', 'closing', now() - interval '110 seconds', now() - interval '98 seconds', 'draw', $3, $4, $5)`,
    [lineId, benchRaceId, commitment, secret, passes],
  );
  await client.query('INSERT INTO line_event (line_id, event_id) VALUES ($1, $2)', [lineId, benchEventId]);
  await client.query(
    `INSERT INTO line_pass (line_id, hash, wave, late) SELECT $1, sha256(n::text::bytea), 0, false FROM generate_series(1, $2::int) n`,
    [lineId, passes],
  );
  await client.query('INSERT INTO line_wave (line_id, wave, passes) VALUES ($1, 0, $2)', [lineId, passes]);
  return lineId;
};

/** Looks at the line once a second, as those who wait do, until it is so. Returns after how many seconds. */
const secondsUntil = async (what: string, is: () => Promise<boolean>, signal: AbortSignal): Promise<number> => {
  const began = performance.now();
  while (!(await is())) {
    signal.throwIfAborted();
    if (performance.now() > began + deadlineSeconds * 1000) throw new Error(`After ${deadlineSeconds} s ${what}.`);
    await setTimeout(250);
  }
  return (performance.now() - began) / 1000;
};

const verify = (proof: string, beacon: string): Promise<{ readonly isRight: boolean; readonly said: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [
      ...['--import', 'tsx', 'operations/verify-draw/main.ts', proof, '--beacon', beacon],
    ]);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
      });
    child.once('error', reject);
    child.once('exit', (code) => resolve({ isRight: code === 0, said }));
  });

/** Milliseconds of the statement that reads the list and makes its digests. */
const listMs = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ ms: number }>(
    `SELECT max(max_exec_time) AS ms FROM pg_stat_statements WHERE query LIKE '%string_agg(hash%' AND query LIKE '%line_pass%'`,
  );
  return rows[0]?.ms ?? Number.NaN;
};

const measureOn = async ({ urls, ports }: System, passes: number, { say, signal }: Stage): Promise<Measured> => {
  const client = new pg.Client({ connectionString: urls.ownerDatabase });
  await client.connect();
  try {
    const lineId = await makeLine(client, passes);
    const line = `${urls.page}/api/races/${benchRaceId}/line`;
    const hasState = (state: string) => async () => {
      const answer = await fetch(line);
      const said = answer.ok ? ((await answer.json()) as { readonly state?: unknown }) : {};
      return said.state === state;
    };
    const proof = `${urls.page}/proof/${lineId}`;
    say(`  a list of ${number(passes)} passes …`);
    await secondsUntil('the list is not closed', hasState('drawing'), signal);
    await secondsUntil('nothing is drawn', hasState('calling'), signal);
    const isThere = async () => (await fetch(`${proof}/draw.json`)).ok;
    const published = await secondsUntil('the proof is not there', isThere, signal);
    const began = performance.now();
    const { isRight, said } = await verify(proof, beaconUrl(ports));
    const checked = (performance.now() - began) / 1000;
    return {
      kind: 'measured',
      figures: figuresOf({ list: (await listMs(client)) / 1000, published, checked, wrong: isRight ? 0 : 1 }),
      details: [],
      notes: isRight ? [] : [`The draw was checked: ${said.trim()}`],
    };
  } finally {
    await client.end();
  }
};

export const draw: Benchmark = {
  id: 'draw',
  title: 'A draw that anybody can check',
  baseline: 'none: no other waiting room publishes its draw.',
  how: `a line with ${number(sizes.full)} passes (short: ${number(sizes.short)}) closes its list, draws by the beacon of this machine and publishes its proof, by the deployed functions. Then \`npm run verify:draw\` reads all of it from the site and computes it again.`,
  goals: [
    {
      id: 'list',
      name: 'reading the list and making its 256 digests',
      unit: 's',
      normalised: { by: 'database', as: 'cost' },
      target: { most: 5 },
    },
    { id: 'published', name: 'until the proof was there, after the draw', unit: 's' },
    {
      id: 'checked',
      name: 'the checker, with its start',
      unit: 's',
      normalised: { by: 'node', as: 'cost' },
      target: { most: 30 },
    },
    { id: 'wrong', name: 'checks that failed', unit: '', target: { most: 0 } },
  ],
  measure: (stage) =>
    withSystem([benchRace(100)], ({ system }) => measureOn(system, sizeOf(sizes, stage.size), stage), {
      countsStatements: true,
    }),
};
