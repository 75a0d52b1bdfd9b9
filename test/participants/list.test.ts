import { searchTextOf } from '../../lambdas/participants/participant';
import { PostgresExports, PostgresParticipants } from '../../lambdas/participants/postgres-participants';
import { uuid7 } from '../../lambdas/platform/uuid';
import { openConsole } from '../staff/console-world';
import { makeRace } from '../support/races/race';

const console = openConsole();
let raceId = '';
let [runEvent, walkEvent] = ['', ''];
let secret = '';

interface Person {
  readonly name: string;
  readonly state?: 'cancelled' | 'refused';
  readonly event?: string;
  readonly email?: string;
}

let number = 0;

/** Somebody as the writer leaves them. */
const register = async ({ name, state, event = runEvent, email }: Person) => {
  const [firstName = '', lastName = ''] = name.split('/');
  const id = uuid7();
  const isConfirmed = state !== 'refused';
  const runner = { firstName, lastName, email: email ?? `${id}@example.com`, birthDate: '1990-01-01' };
  await console.postgres.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, ended)
     VALUES ($1::uuid, $2, $1::uuid::text, $3, false, NULL, NULL, $4, 'block', $5, $6)`,
    [
      id,
      event,
      isConfirmed ? 'confirmed' : 'refused',
      isConfirmed ? ++number : null,
      runner,
      isConfirmed ? 'cancelled' : null,
    ],
  );
  return id;
};

beforeAll(async () => {
  const made = await makeRace(console.postgres, { spots: 1 });
  raceId = made.raceId;
  runEvent = made.eventId;
  walkEvent = uuid7();
  await console.postgres.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 2, 'Walk', 5000, 1, 2)`,
    [walkEvent, raceId],
  );
  ({ secret } = await console.signedIn([{ role: 'desk', raceId }], { level: 'link' }));
});

const list = async (json: object = {}) => {
  // The list waits a second before it reads again.
  await console.postgres.query(`UPDATE projection SET caught_up_at = '-infinity' WHERE race_id = $1`, [raceId]);
  return console.call('POST', `/races/${raceId}/participants`, { secret, json });
};
const namesIn = ({ body }: Awaited<ReturnType<typeof list>>): readonly string[] =>
  body.participants.map(
    ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`,
  );

test('people are found by the beginning of any of their names, however it is written', async () => {
  for (const name of [
    'Zoë/Müller',
    'Anna Maria/López García',
    'Søren/Ångström',
    '小明/王',
    'Пётр/Ильич',
    'मीरा/नायर',
    '100% _real/O’Neil',
  ])
    await register({ name });
  await register({ name: 'Ada/Lovelace', email: 'countess@numbers.example' });
  const found = async (q: string) => namesIn(await list({ q }));
  expect(await found('mueller')).toEqual(['Zoë Müller']);
  expect(await found('MULLER zoe')).toEqual(['Zoë Müller']);
  expect(await found('garcia ann')).toEqual(['Anna Maria López García']);
  expect(await found('angstrom')).toEqual(['Søren Ångström']);
  expect(await found('王小明')).toEqual(['小明 王']);
  expect(await found('小明')).toEqual(['小明 王']);
  expect(await found('петр')).toEqual(['Пётр Ильич']);
  expect(await found('नायर')).toEqual(['मीरा नायर']);
  expect(await found("o'neil")).toEqual(['100% _real O’Neil']);
  expect(await found('countess@numbers')).toEqual(['Ada Lovelace']);
  // In the middle of a word, and what LIKE would take for a pattern.
  expect(await found('ovelace')).toEqual([]);
  expect(await found('%ove%lace')).toEqual([]);
  expect(await found('l_velace')).toEqual([]);
});

test('a number and a registration are found by themselves', async () => {
  const id = await register({ name: 'Number/Nine' });
  const byId = await list({ q: id });
  expect(namesIn(byId)).toEqual(['Number Nine']);
  expect(namesIn(await list({ q: String(number) }))).toEqual(['Number Nine']);
  expect(namesIn(await list({ q: '999999' }))).toEqual([]);
  expect(namesIn(await list({ q: uuid7() }))).toEqual([]);
});

test.each(['a', 'ab', '  é ', '%', '"', '½'])('too little to look for gets a hint: %j', async (q) => {
  const { status, body } = await list({ q });
  expect([status, body.type]).toEqual([422, '/problems/search-too-short']);
});

test('what is no question is refused field by field', async () => {
  for (const [json, field] of [
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ state: 'gone' }, 'state'],
    [{ event: 'the run' }, 'event'],
    [{ sort: 'random()' }, 'sort'],
    [{ everything: true }, 'everything'],
  ] as const) {
    const { status, body } = await list(json);
    expect([status, body.errors?.[0]?.field]).toEqual([422, field]);
  }
});

test('filters and orders go together, page after page, and nobody is left out or told twice', async () => {
  for (let n = 0; n < 120; n++)
    await register({
      name: `Page/Turner${n % 7}`,
      ...(n % 3 === 0 && { state: 'refused' }),
      ...(n % 4 === 0 && { event: walkEvent }),
    });
  const everybody = async (asked: object) => {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const { body } = await list({ ...asked, ...(after && { after }) });
      pages.push(body.participants.map(({ registrationId }: { registrationId: string }) => registrationId));
      after = body.next;
    } while (after);
    return pages;
  };
  for (const sort of ['newest', 'name']) {
    const pages = await everybody({ q: 'turner', sort });
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flat()).size).toBe(120);
  }
  const numbered = await everybody({ q: 'turner', sort: 'number' });
  // A number was given to two of three.
  expect(numbered.flat()).toHaveLength(80);
  const { body } = await list({ q: 'turner', event: walkEvent, state: 'refused' });
  expect(body.participants).toHaveLength(10);
  expect(new Set(body.participants.map(({ eventId }: { eventId: string }) => eventId))).toEqual(new Set([walkEvent]));

  const { body: first } = await list({ q: 'turner', sort: 'name' });
  const { body: fresh } = await list({ q: 'turner', sort: 'name', state: 'refused', after: first.next });
  expect(fresh.participants[0].lastName).toBe('Turner0');
  for (const forged of ['nonsense', Buffer.from('["x","y","z"]').toString('base64url'), first.next.slice(3)]) {
    const { status, body: again } = await list({ q: 'turner', sort: 'name', after: forged });
    expect([status, again.participants]).toEqual([200, first.participants]);
  }
  const { body: newest } = await list({ q: 'turner', sort: 'newest' });
  const [filter, key, id] = JSON.parse(Buffer.from(newest.next, 'base64url').toString());
  const noTimes = [
    [/-\d\d-/, '-13-'],
    [/-\d\d-\d\d/, '-02-30'],
    [/ \d\d/, ' 24'],
  ] as const;
  for (const [part, other] of noTimes) {
    const forged = key.replace(part, other);
    const after = Buffer.from(JSON.stringify([filter, forged, id])).toString('base64url');
    const { status, body: again } = await list({ q: 'turner', sort: 'newest', after });
    expect([forged, status, again.participants]).toEqual([forged, 200, newest.participants]);
  }
});

test('those whom a mail did not reach are found, and those whose bib no mail has named', async () => {
  const [reached, bounced] = [await register({ name: 'Mail/Reader' }), await register({ name: 'Mail/Bouncer' })];
  for (const [id, event] of [
    [reached, 'delivery'],
    [bounced, 'bounce'],
  ])
    await console.postgres.query(
      `INSERT INTO mail (registration_id, template, recipient, state, event) VALUES ($1, 'confirmation', 'x@example.com', 'accepted', $2)`,
      [id, event],
    );
  // Nothing was written to them, because it would not have been true any more.
  await console.postgres.query(
    `INSERT INTO mail (registration_id, template, recipient, state) VALUES ($1, 'offer', '', 'suppressed')`,
    [reached],
  );
  expect(namesIn(await list({ mail: 'unreached' }))).toEqual(['Mail Bouncer']);
  expect(namesIn(await list({ mail: 'bib-untold' }))).toEqual([]);
  // One of them was given before the confirmation, which named it.
  await console.postgres.query(
    `INSERT INTO bib (race_id, number, registration_id, given_at) VALUES ($1, 501, $2, now() - interval '1 hour'), ($1, 502, $3, now())`,
    [raceId, reached, bounced],
  );
  expect(namesIn(await list({ mail: 'bib-untold' }))).toEqual(['Mail Bouncer']);
});

test('what the list shows is one file, taken by those who may, and the audit says so', async () => {
  await register({ name: '=HYPERLINK("x")/Formula', state: 'refused' });
  await list();
  const { secret: director, staffId } = await console.signedIn([{ role: 'director', raceId }]);
  const take = (json: object) =>
    console.call('POST', `/races/${raceId}/participants/export`, { secret: director, json });
  const { status, body } = await take({ q: 'formula' });
  expect([status, body.rows]).toEqual([200, 1]);
  expect(body.csv).toContain(`,Ten,"'=HYPERLINK(""x"")",Formula,`);
  const [audit] = await console.postgres.query(
    `SELECT detail, race_id FROM audit WHERE staff_id = $1 AND action = 'exported'`,
    [staffId],
  );
  expect(audit).toEqual({ detail: { rows: 1 }, race_id: raceId });

  const long = await console.signedIn([{ role: 'director', raceId }], { confirmed: `now() - interval '6 minutes'` });
  const path = `/races/${raceId}/participants/export`;
  expect((await console.call('POST', path, { secret: long.secret, json: {} })).body.type).toBe(
    '/problems/confirm-again',
  );

  const all = { raceId, search: { kind: 'all' }, isUnreached: false } as const;
  const exports = new PostgresExports(console.postgres);
  const [{ rows } = { rows: 0 }] = await console.postgres.query<{ rows: number }>(
    'SELECT rows FROM projection WHERE race_id = $1',
    [raceId],
  );
  expect(await exports.take(all, rows, staffId)).toHaveLength(rows);
  expect(await exports.take(all, rows - 1, staffId)).toBeUndefined();
});

test('the copy is made again by command', async () => {
  await list();
  const [{ rows } = { rows: 0 }] = await console.postgres.query<{ rows: number }>(
    'SELECT rows FROM projection WHERE race_id = $1',
    [raceId],
  );
  expect(rows).toBeGreaterThan(0);
  await console.postgres.query(`UPDATE participant SET search = ' forged ' WHERE race_id = $1`, [raceId]);
  expect(await console.direct({ rebuildParticipants: { raceId } })).toEqual({
    rebuiltParticipants: { raceId, rows, isComplete: true },
  });
  expect(namesIn(await list({ q: 'forged' }))).toEqual([]);
  expect(await console.direct({ rebuildParticipants: { raceId: 'no-such-race' } })).toMatchObject({
    refused: { reason: 'no-such-race' },
  });
});

test('a state or a payment that few have is found by an index of those few, and a name by what the index of words is made of', async () => {
  const asked: [string, readonly unknown[]][] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    asked.push([text, values]);
    return [];
  };
  const participants = new PostgresParticipants({ query } as never);
  const filter = { raceId, search: { kind: 'all' }, isUnreached: false } as const;
  await participants.page({ ...filter, state: 'refused' }, 'newest', undefined);
  await participants.page({ ...filter, payment: 'refund-failed' }, 'newest', undefined);
  await participants.page({ ...filter, search: { kind: 'words', words: ['mul'] } }, 'newest', undefined);
  const plans = asked.map(async ([text, values]) =>
    JSON.stringify(await console.postgres.query(`EXPLAIN ${text}`, values)),
  );
  const [byState, byPayment, byWords] = await Promise.all(plans);
  // Of a few rows no plan needs the index.
  const [index] = await console.postgres.query<{ words: string }>(
    `SELECT pg_get_expr(indexprs, indrelid) AS words FROM pg_index WHERE indexrelid = 'participant_words'::regclass`,
  );
  expect(byWords).toContain(`${index?.words} @@`);
  expect(byState).toContain('participant_state');
  expect(byPayment).toContain('participant_payment');
});

test('a long name is cut at a word’s end or within, and its beginning is found', () => {
  const text = searchTextOf({
    firstName: 'x'.repeat(300),
    lastName: 'y '.repeat(300),
    email: `${'z'.repeat(300)}@example.com`,
  });
  expect(text.length).toBeLessThanOrEqual(1000);
  expect(text.startsWith(' x')).toBe(true);
});
