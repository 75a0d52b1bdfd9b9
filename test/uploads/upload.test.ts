import { createHash } from 'node:crypto';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresUploads } from '../../lambdas/uploads/postgres-uploads';
import { tidyUploads } from '../../lambdas/uploads/tidy-uploads';
import { requestEvent } from '../platform/http/request-event';
import { aRace } from '../races/a-race';
import { openConsole } from '../staff/console-world';
import { jpegWith, pdf, png, pngOf } from './files';

const console = openConsole();
let secret = '';
let staffId = '';
// What is costly may be asked for thirty times a minute.
beforeEach(async () => {
  ({ secret, staffId } = await console.signedIn([{ role: 'director', raceId: undefined }]));
});

const ask = (method: string, path: string, json?: unknown, seen?: string) =>
  console.call(method, path, {
    secret,
    json,
    headers: { 'idempotency-key': uuid7(), ...(seen !== undefined && { 'if-match': `"${seen}"` }) },
  });
let races = 0;
const newRace = async () => {
  const raceId = `files-${++races}`;
  await ask('POST', '/races', { id: raceId });
  return raceId;
};

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const announced = (bytes: Buffer, type: string) => ({ type, bytes: bytes.length, sha256: hashOf(bytes) });
interface Form {
  readonly uploadId: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}
const asked = async (raceId: string, bytes: Buffer, type: string): Promise<Form> => {
  const { status, body } = await ask('POST', `/races/${raceId}/uploads`, announced(bytes, type));
  expect(status).toBe(201);
  return body;
};
/** As a browser sends it. */
const send = async (
  { url, fields }: Pick<Form, 'url' | 'fields'>,
  bytes: Buffer,
  others: Record<string, string> = {},
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...others })) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]));
  const answer = await fetch(url, { method: 'POST', body: form });
  return [answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]];
};
const complete = (raceId: string, uploadId: string) =>
  ask('PUT', `/races/${raceId}/uploads/${uploadId}/completion`, {});
const upload = async (raceId: string, bytes: Buffer, type: string) => {
  const form = await asked(raceId, bytes, type);
  expect(await send(form, bytes)).toEqual([204, undefined]);
  return complete(raceId, form.uploadId);
};
const keysOfBucket = () => console.objects.store.keys();

test('a picture and a PDF are kept by the hash of their bytes, with what browsers may do with them', async () => {
  const raceId = await newRace();
  const picture = await upload(raceId, png, 'image/png');
  const name = `${hashOf(png)}.png`;
  expect(picture).toMatchObject({
    status: 200,
    body: { file: name, type: 'image/png', bytes: png.length, width: 3, height: 2 },
  });
  expect(console.objects.store.get(`media/${name}`)).toMatchObject({
    body: png,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  });
  const { body } = await upload(raceId, pdf, 'application/pdf');
  expect(console.objects.store.get(`media/${body.file}`)?.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment',
  });
  expect(keysOfBucket().filter((key) => key.startsWith('incoming/'))).toEqual([]);
  const audit = await console.postgres.query(
    `SELECT action, detail FROM audit WHERE race_id = $1 AND staff_id = $2 AND action LIKE 'file-%' ORDER BY id`,
    [raceId, staffId],
  );
  expect(audit).toEqual([
    { action: 'file-uploaded', detail: { name, bytes: png.length } },
    { action: 'file-uploaded', detail: { name: body.file, bytes: pdf.length } },
  ]);
});

test('nobody can announce a type, a size or a hash that is not allowed', async () => {
  const raceId = await newRace();
  const good = announced(png, 'image/png');
  for (const wrong of [
    { type: 'image/svg+xml' },
    { type: 'text/html' },
    { type: 'image/gif' },
    { bytes: 2_000_001 },
    { bytes: 0 },
    { bytes: 10_000_001, type: 'application/pdf' },
    { sha256: '../../index.html' },
    { key: 'media/mine.png' },
  ])
    expect(await ask('POST', `/races/${raceId}/uploads`, { ...good, ...wrong })).toMatchObject({ status: 422 });
});

test('the bucket takes only the form that was signed: this key, this type, so many bytes, five minutes long', async () => {
  const raceId = await newRace();
  const form = await asked(raceId, png, 'image/png');
  const policy = JSON.parse(Buffer.from(form.fields.policy ?? '', 'base64').toString());
  expect(Date.parse(policy.expiration) - Date.now()).toBeLessThanOrEqual(300_000);
  expect(await send(form, Buffer.concat([png, png]))).toEqual([400, 'EntityTooLarge']);
  expect(await send(form, png.subarray(1))).toEqual([400, 'EntityTooSmall']);
  expect(await send(form, png, { 'Content-Type': 'text/html' })).toEqual([403, 'AccessDenied']);
  expect(await send(form, png, { key: 'media/of-somebody.png' })).toEqual([403, 'AccessDenied']);
  expect(await send(form, png, { acl: 'public-read' })).toEqual([403, 'AccessDenied']);
  const wider = Buffer.from(JSON.stringify({ ...policy, conditions: [] })).toString('base64');
  expect(await send(form, png, { policy: wider })).toEqual([403, 'SignatureDoesNotMatch']);
  expect(keysOfBucket().filter((key) => key.includes(form.uploadId))).toEqual([]);
});

test.each<[string, string, Buffer, (bytes: Buffer) => Buffer]>([
  ['damaged', 'image/png', Buffer.from('<!doctype html><script>alert(1)</script>'), (bytes) => bytes],
  ['has-more', 'image/jpeg', jpegWith(0xe1, Buffer.from('Exif\0\0 where I live')), (bytes) => bytes],
  ['too-many-pixels', 'image/png', pngOf(1601, 2), (bytes) => bytes],
  ['other-bytes', 'image/png', png, (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([1])])],
])('what is %s is deleted, and refused for good', async (reason, type, bytes, sent) => {
  const raceId = await newRace();
  const form = await asked(raceId, bytes, type);
  expect(await send(form, sent(bytes))).toEqual([204, undefined]);
  const before = keysOfBucket().filter((key) => key.startsWith('media/'));
  expect(await complete(raceId, form.uploadId)).toMatchObject({
    status: 422,
    body: { type: '/problems/upload-refused', reason, detail: expect.any(String) },
  });
  expect(keysOfBucket().filter((key) => key.startsWith('media/'))).toEqual(before);
  expect(keysOfBucket()).not.toContain(`incoming/${form.uploadId}`);
  // The form is good for another minute. It changes nothing any more.
  await send(form, bytes);
  expect(await complete(raceId, form.uploadId)).toMatchObject({ status: 404 });
});

test('an upload belongs to its race, must have arrived, and is completed as often as somebody asks', async () => {
  const [own, other] = [await newRace(), await newRace()];
  const form = await asked(own, png, 'image/png');
  expect((await complete(own, form.uploadId)).body).toMatchObject({ reason: 'not-sent' });
  await send(form, png);
  expect(await complete(other, form.uploadId)).toMatchObject({ status: 404 });
  expect(await complete(own, 'no-uuid')).toMatchObject({ status: 404 });
  expect(await complete(own, form.uploadId)).toMatchObject({ status: 200 });
  expect(await ask('POST', '/races/nowhere-1/uploads', announced(png, 'image/png'))).toMatchObject({ status: 404 });
});

test('a race gets two hundred files a day', async () => {
  const raceId = await newRace();
  await console.postgres.query(
    `INSERT INTO upload (id, race_id, sha256, type, bytes, made_by)
     SELECT gen_random_uuid(), $1, repeat('a', 64), 'image/png', 1, $2 FROM generate_series(1, 200)`,
    [raceId, staffId],
  );
  const refused = await ask('POST', `/races/${raceId}/uploads`, announced(png, 'image/png'));
  expect(refused).toMatchObject({ status: 429, body: { type: '/problems/too-many-uploads' } });
  await console.postgres.query(`UPDATE upload SET made_at = now() - interval '25 hours' WHERE race_id = $1`, [raceId]);
  await asked(raceId, png, 'image/png');
});

/** A race that is published with these files. */
const publish = async (raceId: string, media: unknown) => {
  const {
    id: _,
    events,
    ...race
  } = aRace({
    opensAt: new Date(Date.now() + 3_600_000).toISOString(),
    closesAt: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  }).createRace;
  const own = events.map(({ id: _id, ...event }) => ({
    ...event,
    prices: event.prices.slice(0, 1).map((price) => ({ ...price, from: '2026-01-01T00:00:00Z' })),
  }));
  const { body } = await ask('GET', `/races/${raceId}/document`);
  await ask('PUT', `/races/${raceId}/draft`, { draft: { ...race, events: own, media } }, body.seen);
  const { planned } = (await ask('POST', `/races/${raceId}/plan`, { openNow: false })).body;
  if (!planned) return ask('POST', `/races/${raceId}/plan`, { openNow: false });
  return ask('POST', `/races/${raceId}/publication`, { plan: planned.hash, openNow: false }, planned.seen);
};
const shown = async (raceId: string) => {
  const event = requestEvent({ routeKey: `GET /api/races/{raceId}`, headers: { 'x-startline-origin': 'word' } });
  const answer = await console.browse({ ...event, pathParameters: { raceId } });
  return JSON.parse((answer as { body: string }).body);
};

test('runners see the files of a race once it is published, and a race without files says nothing of them', async () => {
  const raceId = await newRace();
  const { file, width, height } = (await upload(raceId, png, 'image/png')).body;
  const guide = (await upload(raceId, pdf, 'application/pdf')).body;
  const media = {
    picture: { file, width, height, alt: 'The harbour at night' },
    files: [{ file: guide.file, title: 'Guide', bytes: guide.bytes }],
    sponsors: [
      { file, width, height, alt: 'Harbour Bank', url: 'https://bank.example/?from=race' },
      { file, width, height, alt: 'Fish & Sons' },
    ],
  };
  expect(await publish(raceId, media)).toMatchObject({ status: 200 });
  expect((await shown(raceId)).media).toEqual(media);
  const plain = await newRace();
  expect(await publish(plain, { files: [] })).toMatchObject({ status: 200 });
  expect(await shown(plain)).not.toHaveProperty('media');
});

test('a sponsor leads to a page of theirs by https, and to nothing that could run or sign somebody in', async () => {
  const raceId = await newRace();
  const { file, width, height } = (await upload(raceId, png, 'image/png')).body;
  for (const url of [
    'javascript:alert(1)',
    'http://bank.example/',
    'https://user:word@bank.example/',
    'data:text/html,x',
    '/races',
    'bank.example',
    'https:bank.example',
  ]) {
    const { status } = await publish(raceId, { sponsors: [{ file, width, height, alt: 'Bank', url }] });
    const { body } = await ask('GET', `/races/${raceId}/document`);
    expect([url, status, body.errors]).toEqual([
      url,
      422,
      [expect.objectContaining({ field: 'media.sponsors.0.url', code: 'https-address', step: 4 })],
    ]);
  }
  const twice = [1, 2].map(() => ({ file, width, height, alt: 'Bank' }));
  expect((await publish(raceId, { sponsors: twice })).status).toBe(422);
  const stranger = { file: `${'0'.repeat(64)}.png`, width: 3, height: 2, alt: 'Bank' };
  expect(JSON.stringify((await publish(raceId, { sponsors: [stranger] })).body)).toContain('files-missing');
  expect(await publish(raceId, { sponsors: [] })).toMatchObject({ status: 200 });
});

test('a race is not published with a file that nobody uploaded, or that is not as it says', async () => {
  const raceId = await newRace();
  const { file, width, height } = (await upload(raceId, png, 'image/png')).body;
  for (const picture of [
    { file: `${'0'.repeat(64)}.png`, width: 3, height: 2 },
    { file, width: 1000, height },
  ])
    expect((await publish(raceId, { picture })).body).toMatchObject({
      reason: 'not-publishable',
      present: { plan: { refusals: [{ kind: 'files-missing', count: 1 }] } },
    });
  for (const picture of [
    { file: 'https://elsewhere.example/x.png', width, height },
    { file: file.replace('.png', '.svg'), width, height },
  ])
    expect((await publish(raceId, { picture })).body.type).toBe('/problems/not-publishable');
  expect(await publish(raceId, { picture: { file, width, height } })).toMatchObject({ status: 200 });
});

test('a file that nothing refers to is removed after thirty days, and no other', async () => {
  const raceId = await newRace();
  const used = (await upload(raceId, pngOf(5, 5), 'image/png')).body;
  const stray = (await upload(raceId, pngOf(6, 6), 'image/png')).body;
  const { file, width, height } = used;
  expect(await publish(raceId, { logo: { file, width, height } })).toMatchObject({ status: 200 });
  const removed: string[] = [];
  const run = () =>
    tidyUploads({
      files: new PostgresUploads(console.postgres),
      remove: async (name) => void removed.push(name),
      now: Date.now,
    })(Date.now() + 10_000);
  await run();
  expect(removed).toEqual([]);
  await console.postgres.query(
    `UPDATE media_file SET kept_at = now() - interval '31 days', looked_at = now() - interval '31 days' WHERE name = ANY ($1)`,
    [[used.file, stray.file]],
  );
  expect(await run()).toBe(2);
  expect(removed).toEqual([stray.file]);
  expect(await run()).toBe(0);
  // It can be uploaded again.
  expect(await upload(raceId, pngOf(6, 6), 'image/png')).toMatchObject({ status: 200, body: { file: stray.file } });
});

test('what was asked for is forgotten after thirty days, and what was kept of it stays', async () => {
  const raceId = await newRace();
  const { file } = (await upload(raceId, pngOf(7, 7), 'image/png')).body;
  await upload(raceId, pngOf(8, 8), 'image/png');
  const { postgres } = console;
  const asked = async () =>
    (await postgres.query<{ sha256: string }>('SELECT sha256 FROM upload WHERE race_id = $1', [raceId])).length;
  const run = () =>
    tidyUploads({ files: new PostgresUploads(postgres), remove: async () => {}, now: Date.now })(Date.now() + 10_000);
  await postgres.query(`UPDATE upload SET made_at = now() - interval '29 days' WHERE race_id = $1`, [raceId]);
  await run();
  expect(await asked()).toBe(2);
  await postgres.query(
    `UPDATE upload SET made_at = now() - interval '31 days' WHERE race_id = $1 AND sha256 = split_part($2, '.', 1)`,
    [raceId, file],
  );
  await run();
  expect(await asked()).toBe(1);
  expect(await postgres.query('SELECT FROM media_file WHERE name = $1', [file])).toHaveLength(1);
});
