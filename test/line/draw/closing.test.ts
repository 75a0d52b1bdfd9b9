import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOverdue, localChain, publishedAt } from '../../../lambdas/line/draw/chain';
import { keepWorker } from '../../../lambdas/line/draw/keep-worker';
import { type LineWork, recordedAfterEndSeconds } from '../../../lambdas/line/draw/messages';
import { passWorker } from '../../../lambdas/line/draw/pass-worker';
import type { DueRound } from '../../../lambdas/line/draw/ports';
import { PostgresDrawRecords } from '../../../lambdas/line/draw/postgres-draw-records';
import { PostgresDraws } from '../../../lambdas/line/draw/postgres-draws';
import { PostgresPassRegister } from '../../../lambdas/line/draw/postgres-pass-register';
import { publishEnd, publishProof } from '../../../lambdas/line/draw/publish-proof';
import { S3ProofFiles } from '../../../lambdas/line/draw/s3-proof-files';
import type { PassRecord, TurnRecord } from '../../../lambdas/line/ports';
import { drawnKey, passHash } from '../../../lambdas/line/rules/signed-turns';
import { openBucket } from '../../../lambdas/platform/aws/call-s3';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { localSecret, ownChain } from '../../../local/beacon/own-chain';
import { openObjects } from '../../../local/objects/object-store';
import { serveObjects } from '../../../local/objects/serve-objects';
import { toEvent } from '../../../local/sources/to-event';
import { checkDraw } from '../../../operations/verify-draw/check-draw';
import { proofAt } from '../../../operations/verify-draw/read-proof';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { untilOneWaits } from '../../support/postgres/lock-waiters';
import { makeRace } from '../../support/races/race';

const chain = ownChain(localSecret);
const folder = mkdtempSync(join(tmpdir(), 'startline-proofs-'));
let database: FreshDatabase;
let objects: Server;
let bucketUrl = '';
const query: FreshDatabase['postgres']['query'] = (text, values) => database.postgres.query(text, values);

beforeAll(async () => {
  database = await freshDatabase();
  objects = serveObjects({ bucket: 'proofs', store: openObjects(folder, () => new Date()) });
  await new Promise<void>((resolve) => objects.listen(0, '127.0.0.1', resolve));
  bucketUrl = `http://127.0.0.1:${(objects.address() as AddressInfo).port}/proofs`;
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterAll(async () => {
  objects?.closeAllConnections();
  objects?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const draws = () => new PostgresDraws(database.postgres, localChain);
const record = (passes: readonly PassRecord[], turns: readonly TurnRecord[] = []) =>
  new PostgresPassRegister(database.postgres).record(passes, turns);

/** A line whose list is about to be closed. */
const makeLine = async () => {
  const race = await makeRace(database.postgres, { spots: 1 });
  const lineId = uuid7();
  const secret = randomBytes(32);
  await query(
    `INSERT INTO line (id, race_id, kind, state, gun, enrol_until, commitment, secret)
     VALUES ($1, $2, 'opening', 'closing', now() - interval '12 seconds', now(), $3, $4)`,
    [lineId, race.raceId, createHash('sha256').update(secret).digest(), secret],
  );
  return { lineId, ...race };
};

let made = 0;
const passesOf = (lineId: string, count: number, wave = 0) =>
  Array.from({ length: count }, () => ({ lineId, hash: passHash(`pass-${++made}`).toString('hex'), wave }));

/** The round of a list in the past, so that nobody waits for it. */
const letRoundBe = async (lineId: string, secondsAgo: number) => {
  const [row] = await query<{ round: number }>(
    `UPDATE line SET closed_at = closed_at - make_interval(secs => $2), round_at = round_at - make_interval(secs => $2), round = round - $2 / 3
     WHERE id = $1 RETURNING round::float8`,
    [lineId, secondsAgo],
  );
  return row?.round ?? 0;
};

/** A line that was over so many seconds ago. */
const letEndBe = (lineId: string, secondsAgo: number) =>
  query('UPDATE line SET over_at = now() - make_interval(secs => $2) WHERE id = $1', [lineId, secondsAgo]);

const lineOf = async (lineId: string) =>
  (
    await query<{
      state: string;
      listed: number;
      seed: Buffer | null;
      missed: boolean;
      passes: number;
      late: number;
      waves: unknown;
    }>(
      `SELECT state, listed, seed, beacon_missed AS missed,
        (SELECT count(*)::int FROM line_pass WHERE line_id = l.id AND wave = 0 AND NOT late) AS passes,
        (SELECT count(*)::int FROM line_pass WHERE line_id = l.id AND late) AS late,
        (SELECT json_agg(json_build_array(wave, passes) ORDER BY wave) FROM line_wave WHERE line_id = l.id) AS waves
       FROM line l WHERE id = $1`,
      [lineId],
    )
  )[0];

/** The function with queues in memory. `asked`: the errands that it sent. */
const openWorker = (before: (errand: DueRound) => void = () => {}) => {
  const asked: DueRound[] = [];
  const disarmed: string[] = [];
  const records = new PostgresDrawRecords(database.postgres);
  const files = new S3ProofFiles(openBucket(bucketUrl, {}));
  const sha256OfHex = (text: string) =>
    createHash('sha256')
      .update(Buffer.from(text.replaceAll('\n', ''), 'hex'))
      .digest('hex');
  const work = keepWorker({
    draws: draws(),
    errands: {
      async askBeacon(_, errand) {
        before(errand);
        asked.push(errand);
      },
      async disarm({ raceId }) {
        disarmed.push(raceId);
      },
    },
    publishProof: publishProof({ records, files, sha256OfHex }),
    publishEnd: publishEnd({ records, files }),
    isOverdue,
  });
  const eventOf = (messages: readonly object[], queue: 'line-work' | 'line-passes') =>
    toEvent(
      messages.map((body, n) => ({
        MessageId: `m${n}`,
        ReceiptHandle: '',
        MD5OfBody: '',
        Attributes: {},
        Body: JSON.stringify(body),
      })),
      queue,
    );
  const deliver = (...messages: readonly LineWork[]) => work(eventOf(messages, 'line-work'));
  const keepPasses = passWorker(new PostgresPassRegister(database.postgres));
  const deliverPasses = (...messages: readonly (PassRecord | TurnRecord)[]) =>
    keepPasses(eventOf(messages, 'line-passes'));
  return { asked, disarmed, deliver, deliverPasses };
};

const done = { batchItemFailures: [] };

test('while 2,000 passes are recorded and their list is closed, each is in the list or late, and none is both', async () => {
  const { lineId } = await makeLine();
  const passes = passesOf(lineId, 2_000);
  const batches = Array.from({ length: 40 }, (_, n) => passes.slice(n * 50, n * 50 + 50));
  // However late the list is closed, somebody comes after it.
  const [last = []] = batches.splice(-1);
  let recorded = 0;
  let beginClosing = () => {};
  const isTime = new Promise<void>((resolve) => {
    beginClosing = resolve;
  });
  const recording = Promise.all(
    Array.from({ length: 5 }, async (_, worker) => {
      for (let n = worker; n < batches.length; n += 5) {
        await record(batches[n] ?? []);
        if (++recorded === 15) beginClosing();
      }
    }),
  );
  await isTime;
  const closed = await draws().close(lineId);
  await recording;
  await record(last);
  const line = await lineOf(lineId);
  expect(closed).toMatchObject({ kind: 'due', listed: line?.passes });
  expect(line).toMatchObject({
    state: 'drawing',
    listed: line?.passes,
    late: 2_000 - (line?.passes ?? 0),
    waves: [[0, 2_000]],
  });
  expect(line?.passes).toBeGreaterThan(0);
  expect(line?.late).toBeGreaterThanOrEqual(50);
});

test('a list waits for passes that are being recorded, and has them', async () => {
  const { lineId } = await makeLine();
  const [pass] = passesOf(lineId, 1);
  const listed = await database.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM line WHERE id = $1 FOR KEY SHARE', [lineId]);
    const closing = draws().close(lineId);
    // The one who closes has come as far as they come before this batch is recorded.
    await untilOneWaits(database.postgres);
    await sql.query('INSERT INTO line_pass (line_id, hash, wave) VALUES ($1, $2, 0)', [
      lineId,
      Buffer.from(pass?.hash ?? '', 'hex'),
    ]);
    return { closing };
  });
  expect(await listed.closing).toMatchObject({ kind: 'due', listed: 1 });
});

test('a list whose draw was postponed after it was ordered is not closed', async () => {
  const { lineId } = await makeLine();
  await query("UPDATE line SET enrol_until = now() + interval '5 minutes' WHERE id = $1", [lineId]);
  const { deliver, asked } = openWorker();
  expect(await deliver({ kind: 'close', lineId })).toEqual(done);
  expect([await lineOf(lineId), asked]).toMatchObject([{ state: 'closing', listed: null }, []]);
  await query('UPDATE line SET enrol_until = now() WHERE id = $1', [lineId]);
  expect(await deliver({ kind: 'close', lineId })).toEqual(done);
  expect([await lineOf(lineId), asked]).toMatchObject([{ state: 'drawing' }, [expect.anything()]]);
});

test('a pass that comes twice is recorded once; later waves are counted, and are never late', async () => {
  const { lineId } = await makeLine();
  const [first, second] = [passesOf(lineId, 3), passesOf(lineId, 2, 7)];
  const unknown = passesOf(uuid7(), 1);
  expect(await record([...first, ...first, ...second, ...unknown])).toBe(0);
  await draws().close(lineId);
  expect(await record([...first, ...second, ...passesOf(lineId, 1, 7)])).toBe(0);
  expect(await record(passesOf(lineId, 1))).toBe(1);
  expect(await lineOf(lineId)).toMatchObject({
    listed: 3,
    passes: 3,
    late: 1,
    waves: [
      [0, 4],
      [7, 3],
    ],
  });
});

test('a pass that was behind the draw, and that its owner got again in it, is in the list, or late', async () => {
  const { lineId } = await makeLine();
  const behind = passesOf(lineId, 4, 1);
  const inDraw = behind.map((pass) => ({ ...pass, wave: 0 }));
  await record([...behind, ...passesOf(lineId, 2)]);
  // Two batches, of which one also has a pass of the wave that others leave.
  expect(await record([...inDraw.slice(0, 2), ...inDraw.slice(0, 1), ...passesOf(lineId, 1, 1)])).toBe(0);
  expect(await record([...inDraw.slice(0, 3), ...behind.slice(0, 3)])).toBe(0);
  expect(await draws().close(lineId)).toMatchObject({ listed: 5 });
  expect(await record(inDraw)).toBe(1);
  // Nobody leaves the draw.
  expect(await record(behind)).toBe(0);
  expect(await lineOf(lineId)).toMatchObject({
    passes: 5,
    late: 1,
    waves: [
      [0, 6],
      [1, 1],
    ],
  });
});

test('a list is closed once, and its round is the first that is six seconds later', async () => {
  const { lineId } = await makeLine();
  const [before] = await query<{ now: number }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
  const closed = await draws().close(lineId);
  if (closed.kind !== 'due') throw new Error(closed.kind);
  expect(closed.at - Number(before?.now)).toBeGreaterThanOrEqual(6_000);
  expect(closed.at - Number(before?.now)).toBeLessThan(9_000 + 5_000);
  expect(closed.at).toBe(publishedAt(localChain, closed.round));
  expect(await draws().close(lineId)).toEqual(closed);
  expect(await draws().close(uuid7())).toEqual({ kind: 'unknown' });
});

test('nobody draws before the round, nor without a beacon within its minute, nor by another round, nor twice', async () => {
  const { lineId } = await makeLine();
  await record(passesOf(lineId, 2));
  expect(await draws().draw(lineId, 1, null)).toBe('done');
  await draws().close(lineId);
  const first = await letRoundBe(lineId, 0);
  expect(await draws().draw(lineId, first, chain.sign(first))).toBe('early');
  const round = await letRoundBe(lineId, 30);
  expect(await draws().draw(lineId, round, null)).toBe('early');
  expect(await draws().draw(lineId, round + 1, chain.sign(round + 1))).toBe('other');
  expect(await lineOf(lineId)).toMatchObject({ state: 'drawing', seed: null });
  expect(await draws().draw(lineId, round, chain.sign(round))).toBe('drawn');
  const { seed } = (await lineOf(lineId)) ?? {};
  expect(await draws().draw(lineId, round, chain.sign(round + 1))).toBe('done');
  expect(await lineOf(lineId)).toMatchObject({ state: 'calling', seed, missed: false });
});

test('a function that ends between the list and its errand sends it when the message comes again', async () => {
  const { lineId } = await makeLine();
  let isEnding = true;
  const { asked, deliver } = openWorker(() => {
    if (isEnding) throw new Error('the process ended here');
  });
  expect(await deliver({ kind: 'close', lineId })).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
  const { listed } = (await lineOf(lineId)) ?? {};
  isEnding = false;
  await record(passesOf(lineId, 1));
  expect(await deliver({ kind: 'close', lineId })).toEqual(done);
  expect(asked).toHaveLength(1);
  expect(await lineOf(lineId)).toMatchObject({ state: 'drawing', listed, late: 1 });
});

test('from the first pass to the files of the proof: everybody can check what was drawn', async () => {
  const { lineId, raceId, eventId } = await makeLine();
  const { asked, disarmed, deliver, deliverPasses } = openWorker();
  const listed = passesOf(lineId, 900);
  const firstOfList = Buffer.from(listed[0]?.hash ?? '', 'hex');
  expect(await deliverPasses(...listed, ...passesOf(lineId, 5, 4))).toEqual(done);
  expect(await deliver({ kind: 'close', lineId })).toEqual(done);
  const round = await letRoundBe(lineId, 30);
  const beacon = { kind: 'beacon', lineId, round, signature: chain.sign(round) } as const;
  // An early errand fails and comes again. The answer comes twice, too.
  expect(await deliver({ ...beacon, signature: null })).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
  expect(await deliver(beacon)).toEqual(done);
  expect(await deliver(beacon)).toEqual(done);
  expect(await deliverPasses(...passesOf(lineId, 1))).toEqual(done);
  expect(asked).toHaveLength(1);

  const read = proofAt(`${bucketUrl}/proof/${lineId}`);
  const first = await checkDraw(read, localChain);
  expect(first.checks.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
  expect(first.notes).toEqual([expect.stringContaining('not over yet')]);
  expect(JSON.parse((await read('draw.json')) ?? '')).toMatchObject({ raceId, lineId, listed: 900, beacon: { round } });

  expect(await deliver({ kind: 'over', lineId })).toEqual(done);
  expect([await read('late.txt'), disarmed]).toEqual([undefined, []]);
  await query('INSERT INTO line_event (line_id, event_id) VALUES ($1, $2)', [lineId, eventId]);
  await query(
    `INSERT INTO line_call (line_id, event_id, at, called_to, called) SELECT $1, $2, now() + make_interval(secs => n), 2 * n, 9 * n FROM generate_series(1, 3) n`,
    [lineId, eventId],
  );
  await query("UPDATE line SET state = 'over', over_at = now() WHERE id = $1", [lineId]);
  // A turn that was drawn, one of a later wave, which is below the third call, and one whose pass was lost on its way. Each comes twice.
  const drawnOf = async (hash: Buffer) =>
    drawnKey(Buffer.from(JSON.parse((await read('draw.json')) ?? '').seed, 'hex'), hash);
  const drawn = await drawnOf(firstOfList);
  const [lost] = passesOf(lineId, 1);
  const lostTurn = await drawnOf(Buffer.from(lost?.hash ?? '', 'hex'));
  const at = new Date(Date.now() + 60_000).toISOString();
  const turns = [
    ...[drawn, 0.25 + 4].map((turn) => ({ lineId, eventId, turn, at })),
    { lineId, eventId, turn: lostTurn, at, hash: lost?.hash },
  ];
  expect(await deliverPasses(...turns, ...turns)).toEqual(done);
  // Nothing is published while the last of it may still come.
  await letEndBe(lineId, recordedAfterEndSeconds - 10);
  expect(await deliver({ kind: 'over', lineId })).toEqual(done);
  expect([await read('late.txt'), disarmed]).toEqual([undefined, []]);
  await letEndBe(lineId, recordedAfterEndSeconds + 3);
  // From then on nothing is recorded: what is published never changes.
  expect(await deliverPasses(...passesOf(lineId, 1), { lineId, eventId, turn: 0.5, at })).toEqual(done);
  expect(await deliver({ kind: 'over', lineId })).toEqual(done);
  expect((await read('turns.txt'))?.split('\n')).toEqual([
    ...[drawn, lostTurn].sort((a, b) => a - b).map((turn) => `${at.slice(0, 19)}Z ${eventId} ${turn}`),
    `${at.slice(0, 19)}Z ${eventId} 4.25`,
    '',
  ]);
  expect((await read('late.txt'))?.length).toBe(2 * 65);
  expect(disarmed).toEqual([raceId]);
  // A line that follows is known to the edge by the same key.
  await query(
    `INSERT INTO line (id, race_id, kind, state, gun, enrol_until) VALUES ($1, $2, 'surge', 'calling', now(), now())`,
    [uuid7(), raceId],
  );
  expect(await deliver({ kind: 'over', lineId })).toEqual(done);
  expect(disarmed).toEqual([raceId]);
  expect(await query('SELECT finished_at IS NOT NULL AS done FROM line WHERE id = $1', [lineId])).toEqual([
    { done: true },
  ]);
  expect(JSON.parse((await read('calls.json')) ?? '')).toHaveLength(3);
  const last = await checkDraw(read, localChain);
  expect(last.checks.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
  const answer = await fetch(`${bucketUrl}/proof/${lineId}/passes/00.txt`);
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'text/plain; charset=utf-8',
    'public, max-age=31536000, immutable',
  ]);
});

test('a draw whose beacon was missed goes on, says so, and can be checked', async () => {
  const { lineId } = await makeLine();
  const { deliver, deliverPasses } = openWorker();
  await deliverPasses(...passesOf(lineId, 3));
  await deliver({ kind: 'close', lineId });
  const round = await letRoundBe(lineId, 90);
  expect(await deliver({ kind: 'beacon', lineId, round, signature: null })).toEqual(done);
  expect(await lineOf(lineId)).toMatchObject({ state: 'calling', missed: true });
  const { checks, notes } = await checkDraw(proofAt(`${bucketUrl}/proof/${lineId}`), localChain);
  expect(checks.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
  expect(notes[0]).toContain('No relay');
});

test('a draw goes on without its beacon when nobody heard that it was to be asked', async () => {
  const { lineId } = await makeLine();
  const { deliver, deliverPasses, asked } = openWorker();
  await deliverPasses(...passesOf(lineId, 3));
  await deliver({ kind: 'close', lineId });
  await letRoundBe(lineId, 60);
  await deliver({ kind: 'close', lineId });
  expect([asked.length, (await lineOf(lineId))?.state]).toEqual([2, 'drawing']);
  await letRoundBe(lineId, 60);
  expect(await deliver({ kind: 'close', lineId })).toEqual(done);
  expect(await lineOf(lineId)).toMatchObject({ state: 'calling', missed: true });
  expect(asked).toHaveLength(2);
});

test('passes that are not the list are not published as its proof', async () => {
  const { lineId } = await makeLine();
  const { deliver, deliverPasses } = openWorker();
  await deliverPasses(...passesOf(lineId, 3));
  await deliver({ kind: 'close', lineId });
  const round = await letRoundBe(lineId, 30);
  await query(
    'DELETE FROM line_pass WHERE line_id = $1 AND hash = (SELECT min(hash::text)::bytea FROM line_pass WHERE line_id = $1)',
    [lineId],
  );
  expect(await deliver({ kind: 'beacon', lineId, round, signature: chain.sign(round) })).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm0' }],
  });
  expect(await proofAt(`${bucketUrl}/proof/${lineId}`)('draw.json')).toBeUndefined();
});
