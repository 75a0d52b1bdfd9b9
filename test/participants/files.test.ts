import { readXlsx } from '../../lambdas/domain/read-xlsx';
import { unzip } from '../../lambdas/domain/unzip';
import { openConsole } from '../staff/console-world';
import { makeRace } from '../support/races/race';
import { fileWriter, type Parts } from './file-writer';

jest.setTimeout(120_000);
const console = openConsole();
/** With names this long, in characters, more than one part of five megabytes in either format. */
const [people, nameLength] = [14_000, 832];
let raceId = '';
let secret = '';
beforeAll(async () => {
  const made = await makeRace(console.postgres, { spots: 1 });
  raceId = made.raceId;
  ({ secret } = await console.signedIn([{ role: 'director', raceId }]));
  for (let from = 1; from < people; from += 3500)
    await console.postgres.query(
      `WITH made AS (
       INSERT INTO registration (id, event_id, person, outcome, live, number, via, runner, ended, recorded_at)
       SELECT gen_random_uuid(), $1, n::text, 'confirmed', false, n, 'block', jsonb_build_object(
         'firstName', (SELECT string_agg(md5(n::text || i::text), '') FROM generate_series(1, ${nameLength / 32}) i),
         'lastName', CASE WHEN n % 1000 = 0 THEN '=HYPERLINK("https://evil.example","x")' ELSE 'Runner, "' || n || '"' END,
         'email', n || '@example.com', 'birthDate', '1990-01-01'), 'cancelled', now() - interval '1 hour' + n * interval '1 millisecond'
       FROM generate_series($3::int, $3::int + 3499) n RETURNING *)
     INSERT INTO participant (registration_id, race_id, event_id, number, state, amount, refund, recorded_at, is_open, name_key, search, search_keys)
     SELECT id, $2, event_id, number, 'cancelled', 4500, 0, recorded_at, false, '', '', '{}' FROM made`,
      [made.eventId, raceId, from],
    );
  await console.postgres.query(
    `INSERT INTO projection (race_id, up_to, rows, caught_up_at) VALUES ($1, now(), ${people}, now())`,
    [raceId],
  );
});

const ask = (method: string, path: string, json?: unknown, as = secret) =>
  console.call(method, `/races/${raceId}/exports${path}`, { secret: as, json });
const order = async (format: 'csv' | 'xlsx', filter: object = {}): Promise<string> => {
  const { status, body } = await ask('POST', '', { format, ...filter });
  expect(status).toBe(202);
  return body.id;
};
const shown = async (id: string) =>
  (await ask('GET', '')).body.files.find((one: { readonly id: string }) => one.id === id);

const writer = (inParts?: (parts: Parts) => Partial<Parts>) => fileWriter(console, { ...(inParts && { inParts }) });
const far = () => Date.now() + 60_000;
const fileOf = (id: string, format: 'csv' | 'xlsx') => console.objects.store.get(`exports/${id}.${format}`)?.body;
const csvOf = async (id: string, format: 'csv' | 'xlsx'): Promise<string> => {
  const body = fileOf(id, format) ?? Buffer.alloc(0);
  if (format === 'csv') return body.toString();
  const read = await readXlsx(new Uint8Array(body));
  return read.kind === 'read' ? read.csv : read.why;
};
/** The ids of registrations, in the order of the file. Looked for only where a word begins: names consist of the same characters. */
const idsIn = (text: string) => text.match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? [];

test.each(['csv', 'xlsx'] as const)(
  'a %s file whose writer dies in the middle is gone on with by another one, and has everybody once',
  async (format) => {
    const id = await order(format);
    let sent = 0;
    const dying = writer((parts) => ({
      send: async (key, upload, number, bytes) => {
        sent++;
        return number === 1 ? parts.send(key, upload, number, bytes) : new Promise(() => {});
      },
    }));
    void dying.run(far());
    while (sent < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await shown(id)).toMatchObject({ state: 'waiting' });
    // Nobody else takes it while its lease lasts.
    expect(await writer().run(Date.now() + 1000)).toBe(0);
    expect(fileOf(id, format)).toBeUndefined();
    await console.postgres.query(`UPDATE export_file SET lease_until = now() WHERE id = $1`, [id]);
    const numbers: number[] = [];
    const second = writer((parts) => ({
      send: (key, upload, number, bytes) => {
        numbers.push(number);
        return parts.send(key, upload, number, bytes);
      },
    }));
    expect(await second.run(far())).toBe(1);
    expect([numbers[0], second.faults]).toEqual([2, []]);
    expect(await shown(id)).toMatchObject({ state: 'done', rows: people });
    const text = await csvOf(id, format);
    expect(text.slice(0, 60)).toMatch(/^\uFEFF?"?number"?,"?event"?,"?first name/);
    const ids = idsIn(text);
    expect([ids.length, new Set(ids).size]).toEqual([people, people]);
    expect(text.includes(format === 'csv' ? `"'=HYPERLINK(""https` : '=HYPERLINK(')).toBe(true);
    if (format === 'csv') return;
    const { read } = unzip(new Uint8Array(fileOf(id, format) ?? []), 100_000_000);
    const sheet = (await read('xl/worksheets/sheet1.xml')) ?? '';
    expect([sheet.includes('<f'), sheet.match(/<row>/g)?.length]).toEqual([false, people + 1]);
  },
);

test('a file is stopped between two parts, and goes on with the same columns when a director says so', async () => {
  const id = await order('csv', { columns: ['registration', 'firstName'] });
  const stopping = writer((parts) => ({
    send: async (key, upload, number, bytes) => {
      const etag = await parts.send(key, upload, number, bytes);
      expect((await ask('PUT', `/${id}`, { to: 'stop' })).status).toBe(200);
      return etag;
    },
  }));
  expect(await stopping.run(far())).toBe(0);
  expect(await shown(id)).toMatchObject({ state: 'stopped' });
  expect(await writer().run(far())).toBe(0);
  expect((await ask('POST', `/${id}/link`, {})).status).toBe(404);
  expect((await ask('PUT', `/${id}`, { to: 'resume' })).status).toBe(200);
  expect(await writer().run(far())).toBe(1);
  const lines = (await csvOf(id, 'csv')).trimEnd().split('\r\n');
  expect([lines.length, lines[0]]).toEqual([people + 1, '\uFEFFregistration,first name']);
  const isRow = new RegExp(`^[0-9a-f-]{36},[0-9a-f]{${nameLength}}$`);
  expect(lines.slice(1).filter((line) => !isRow.test(line))).toEqual([]);
});

test('a file that meets a release or another form in its middle is begun anew, and has one set of columns', async () => {
  const chosen = ['registration', 'number', 'firstName'];
  const id = await order('csv', { columns: chosen });
  const uploads: string[] = [];
  let sent = 0;
  const dying = writer((parts) => ({
    begin: async (...args) => {
      const upload = await parts.begin(...args);
      uploads.push(upload);
      return upload;
    },
    send: async (key, upload, number, bytes) => {
      sent++;
      return number === 1 ? parts.send(key, upload, number, bytes) : new Promise(() => {});
    },
  }));
  void dying.run(far());
  while (sent < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  await console.postgres.query(`UPDATE export_file SET lease_until = now() WHERE id = $1`, [id]);
  const givenUp: string[] = [];
  const next = fileWriter(console, {
    inColumns: (column) => (column.id === 'number' ? { ...column, label: 'start number', cell: () => 'n' } : column),
    inParts: (parts) => ({
      giveUp: (key, upload) => {
        givenUp.push(upload);
        return parts.giveUp(key, upload);
      },
    }),
  });
  expect([await next.run(far()), next.faults]).toEqual([1, []]);
  expect(givenUp).toEqual(uploads);
  const lines = (await csvOf(id, 'csv')).trimEnd().split('\r\n');
  expect([lines.length, lines[0]]).toEqual([people + 1, '\uFEFFregistration,start number,first name']);
  const isRow = new RegExp(`^[0-9a-f-]{36},n,[0-9a-f]{${nameLength}}$`);
  expect(lines.slice(1).filter((line) => !isRow.test(line))).toEqual([]);
  expect(await shown(id)).toMatchObject({ state: 'done', rows: people });
});

test('a bucket that lost the parts costs a beginning, and no row', async () => {
  const id = await order('csv');
  const losing = writer(() => ({ finish: async () => Promise.reject(new Error('gone')) }));
  expect(await losing.run(far())).toBe(0);
  expect(losing.faults).toHaveLength(1);
  await console.postgres.query(`UPDATE export_file SET lease_until = now() WHERE id = $1`, [id]);
  expect(await writer().run(far())).toBe(1);
  expect(idsIn(await csvOf(id, 'csv'))).toHaveLength(people);
});

test('a file is of the filter, of its race, behind a link of five minutes, audited, and gone after a day', async () => {
  const id = await order('csv', { q: '777' });
  expect(await writer().run(far())).toBe(1);
  expect(idsIn(await csvOf(id, 'csv'))).toHaveLength(1);
  const { body } = await ask('POST', `/${id}/link`, {});
  const link = new URL(body.url);
  expect([link.searchParams.get('X-Amz-Expires'), body.seconds]).toEqual(['300', 300]);
  const answer = await fetch(link);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="participants.csv"');
  expect(await answer.text()).toContain('777@example.com');
  const audit = await console.postgres.query(
    `SELECT action FROM audit WHERE race_id = $1 AND detail ->> 'id' = $2 ORDER BY id`,
    [raceId, id],
  );
  expect(audit).toEqual([{ action: 'export-ordered' }, { action: 'exported' }]);

  const other = await makeRace(console.postgres, { spots: 1 });
  const stranger = await console.signedIn([{ role: 'director', raceId: other.raceId }]);
  const theirs = (method: string, path: string, json: unknown) =>
    console.call(method, `/races/${other.raceId}/exports/${id}${path}`, { secret: stranger.secret, json });
  expect((await theirs('POST', '/link', {})).status).toBe(404);
  expect((await theirs('PUT', '', { to: 'stop' })).status).toBe(404);

  await console.postgres.query(`UPDATE export_file SET made_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  await writer().run(far());
  expect(fileOf(id, 'csv')).toBeUndefined();
  expect(await shown(id)).toBeUndefined();
  const [kept] = await console.postgres.query('SELECT state, filter FROM export_file WHERE id = $1', [id]);
  expect(kept).toEqual({ state: 'deleted', filter: {} });
});

test('three files of a race are written at once at most, and each needs a passkey of just now', async () => {
  const late = await console.signedIn([{ role: 'director', raceId }], { confirmed: `now() - interval '6 minutes'` });
  expect((await ask('POST', '', { format: 'csv' }, late.secret)).body.type).toBe('/problems/confirm-again');
  for (let n = 0; n < 3; n++) await order('csv', { q: '1' });
  expect((await ask('POST', '', { format: 'csv' })).body.type).toBe('/problems/too-many-files');
  expect((await ask('POST', '', { format: 'html' })).status).toBe(422);
});
