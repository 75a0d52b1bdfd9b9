import { uuid7 } from '../../lambdas/platform/uuid';
import { openConsole } from '../staff/console-world';
import { type MadeRace, makeRace } from '../support/races/race';
import { fileWriter } from './file-writer';

const console = openConsole();
let race: MadeRace;
let other: MadeRace;
const secrets = new Map<string, string>();
beforeAll(async () => {
  [race, other] = [await makeRace(console.postgres, { spots: 1 }), await makeRace(console.postgres, { spots: 1 })];
  for (const { raceId } of [race, other])
    secrets.set(raceId, (await console.signedIn([{ role: 'desk', raceId }], { level: 'link' })).secret);
});
beforeEach(() => console.postgres.query('DELETE FROM waiting'));

interface Place {
  readonly name: string;
  readonly in?: string;
  readonly state?: 'waiting' | 'offered' | 'expired' | 'left';
  readonly rank?: 0 | 1;
  readonly size?: number;
  readonly isConfirmed?: boolean;
  readonly offers?: number;
  readonly id?: string;
  readonly minutes?: number;
}

/** Somebody joins, as the ledger writes it. */
const join = async ({
  name,
  state = 'waiting',
  rank = 1,
  size = 1,
  isConfirmed = true,
  minutes = 30,
  ...place
}: Place) => {
  const [firstName = '', lastName = ''] = name.split('/');
  const { postgres } = console;
  const [id, eventId] = [place.id ?? uuid7(), place.in ?? race.eventId];
  const block = state === 'offered' ? uuid7() : null;
  if (block)
    await postgres.query(
      `INSERT INTO block (id, event_id, owner, numbers, deal_until, closes_at)
       VALUES ($1, $2, $4, '{1}', now() + make_interval(mins => $3), now() + make_interval(mins => $3))`,
      [block, eventId, minutes, id],
    );
  await postgres.query(
    `INSERT INTO waiting (id, event_id, person, runner, state, rank, size, confirmed_at, offers, block)
     VALUES ($1::uuid, $2, $1::text, $3, $4, $5, $6, CASE WHEN $7 THEN now() END, $8, $9)`,
    [
      id,
      eventId,
      { firstName, lastName, email: `${id}@example.com` },
      state,
      rank,
      size,
      isConfirmed,
      place.offers ?? 0,
      block,
    ],
  );
  return id;
};
const list = async (json: object = {}, { raceId }: MadeRace = race) =>
  console.call('POST', `/races/${raceId}/waiting-list`, { secret: secrets.get(raceId) ?? '', json });
interface Shown {
  readonly firstName: string;
  readonly lastName: string;
}
const namesIn = ({ body }: Awaited<ReturnType<typeof list>>): readonly string[] =>
  body.people.map(({ firstName, lastName }: Shown) => `${firstName} ${lastName}`.trim());

test('who waits is listed in the order in which spots are offered, with their turn, and until when an offer lasts', async () => {
  await join({ name: 'Asked/First', size: 3, offers: 1 });
  await join({ name: 'Not/Confirmed', isConfirmed: false });
  await join({ name: 'Asked/Second' });
  await join({ name: 'Was/Authorised', rank: 0 });
  await join({ name: 'Has/Offer', state: 'offered', rank: 0 });
  await join({ name: 'Too/Late', state: 'offered', rank: 0, minutes: -1 });
  await join({ name: 'Has/Left', state: 'left' });
  await join({ name: 'Of Another/Race', in: other.eventId });
  const { status, body } = await list();
  expect([status, body.isComplete, body.next]).toEqual([200, true, undefined]);
  expect(body.people).toMatchObject([
    { firstName: 'Was', turn: 1, rank: 0, state: 'waiting' },
    { firstName: 'Has', state: 'offered', offeredUntil: expect.any(String) },
    { firstName: 'Too', state: 'expired' },
    { firstName: 'Asked', lastName: 'First', turn: 2, size: 3, offers: 1, rank: 1, isConfirmed: true },
    { firstName: 'Not', isConfirmed: false, since: expect.stringMatching(/^20\d\d-/) },
    { firstName: 'Asked', lastName: 'Second', turn: 3, email: expect.stringContaining('@example.com') },
  ]);
  expect(body.people.map((one: object) => 'turn' in one)).toEqual([true, false, false, true, false, true]);
  expect('offeredUntil' in body.people[2]).toBe(false);
});

test('a director takes somebody off the list; a desk may not, and nobody does through another race', async () => {
  const { secret } = await console.signedIn([{ role: 'director', raceId: race.raceId }]);
  const desk = secrets.get(race.raceId) ?? '';
  const [ada, foreign] = [await join({ name: 'Ada/Lovelace' }), await join({ name: 'Eve/Foreign', in: other.eventId })];
  const remove = (placeId: string, { as = secret, dry = false } = {}) =>
    console.call('POST', `/races/${race.raceId}/commands/removeFromWaitingList`, {
      secret: as,
      json: { placeId },
      headers: { 'idempotency-key': uuid7() },
      ...(dry && { query: { dry: 'true' } }),
    });
  expect((await remove(ada, { as: desk })).body.type).toBe('/problems/not-permitted');
  expect((await remove(foreign)).body).toMatchObject({ reason: 'no-such-place' });
  const about = { raceId: race.raceId, placeId: ada, eventId: race.eventId, size: 1, wasOffered: false, offers: 0 };
  const answer = { status: 200, body: { removedFromWaitingList: { ...about, isChanged: true } } };
  expect(await remove(ada, { dry: true })).toMatchObject(answer);
  expect(namesIn(await list())).toEqual(['Ada Lovelace']);
  expect(await remove(ada)).toMatchObject(answer);
  expect(namesIn(await list())).toEqual([]);
  expect(await console.direct({ removeFromWaitingList: { raceId: race.raceId, placeId: ada } })).toEqual({
    removedFromWaitingList: { ...about, isChanged: false },
  });
});

test('a director who looks for somebody finds their place however the name is written, also when it is over', async () => {
  await join({ name: 'Zoë/Müller', state: 'expired' });
  await join({ name: 'Søren/Ångström' });
  const id = await join({ name: 'Ada/Lovelace' });
  await join({ name: 'Ada/Lovelace', in: other.eventId });
  expect(namesIn(await list({ q: 'mueller' }))).toEqual(['Zoë Müller']);
  expect(namesIn(await list({ q: 'angstrom sor' }))).toEqual(['Søren Ångström']);
  expect(namesIn(await list({ q: 'love' }))).toEqual(['Ada Lovelace']);
  expect(namesIn(await list({ q: 'love' }, other))).toEqual(['Ada Lovelace']);
  expect(namesIn(await list({ q: id }))).toEqual(['Ada Lovelace']);
  expect(namesIn(await list({ q: id }, other))).toEqual([]);
  expect(namesIn(await list({ q: 'love', event: uuid7() }))).toEqual([]);
  expect(namesIn(await list({ q: '17' }))).toEqual([]);
  expect((await list({ q: 'a' })).body.type).toBe('/problems/search-too-short');
  expect((await list({ state: 'waiting' })).status).toBe(422);
});

test('who joins again is found by what they typed last, and a place that is gone is forgotten', async () => {
  const id = await join({ name: 'Grace/Hopper' });
  const gone = await join({ name: 'Alan/Turing' });
  expect(namesIn(await list({ q: 'hopper' }))).toEqual(['Grace Hopper']);
  await console.postgres.query('DELETE FROM waiting WHERE id = ANY ($1::uuid[])', [[id, gone]]);
  await join({ name: 'Grace/Murray', id });
  expect(namesIn(await list({ q: 'hopper' }))).toEqual([]);
  expect(namesIn(await list({ q: 'murray' }))).toEqual(['Grace Murray']);
  expect(await console.postgres.query('SELECT FROM waiting_copy WHERE place_id = $1', [gone])).toEqual([]);
});

test('a long list comes in pages, and nobody is left out or told twice', async () => {
  for (let n = 0; n < 120; n++) await join({ name: `Page/Turner${n % 7}`, ...(n % 5 === 0 && { rank: 0 }) });
  for (const asked of [{}, { q: 'turner' }]) {
    const pages: Shown[][] = [];
    let after: string | undefined;
    do {
      const { body } = await list({ ...asked, ...(after && { after }) });
      pages.push(body.people);
      after = body.next;
    } while (after);
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flat().map((one) => (one as unknown as { placeId: string }).placeId)).size).toBe(120);
    expect(pages.flat().map((one) => (one as unknown as { turn: number }).turn)).toEqual(
      Array.from({ length: 120 }, (_, n) => n + 1),
    );
  }
  // A position of another list, or an invented one, begins anew.
  const { body } = await list();
  expect((await list({ q: 'turner', after: body.next })).body.people[0].turn).toBe(1);
  expect((await list({ after: 'x' })).body.people[0].turn).toBe(1);
});

test('a file has who waits, in the order of the list, page after page, and nobody who left or came later', async () => {
  const { secret } = await console.signedIn([{ role: 'director', raceId: race.raceId }]);
  const order = (json: object, as = secret) =>
    console.call('POST', `/races/${race.raceId}/waiting-list/exports`, { secret: as, json });
  await console.postgres.query(
    `INSERT INTO waiting (id, event_id, person, runner, state, rank, confirmed_at)
     SELECT gen_random_uuid(), $1, n::text, jsonb_build_object('firstName', 'N' || n, 'lastName', '=1+1', 'email', n || '@example.com'),
       CASE WHEN n = 7 THEN 'left' ELSE 'waiting' END, 1, now() FROM generate_series(1, 4100) n ORDER BY n + 0`,
    [race.eventId],
  );
  await join({ name: 'Was/Authorised', rank: 0, size: 3, isConfirmed: false });
  await join({ name: 'Of Another/Race', in: other.eventId });
  const { status, body } = await order({ format: 'csv' });
  expect(status).toBe(202);
  const late = await join({ name: 'Too/Late', rank: 0 });
  await console.postgres.query(`UPDATE waiting SET asked_at = now() + interval '1 hour' WHERE id = $1`, [late]);
  const writer = fileWriter(console);
  expect([await writer.run(Date.now() + 60_000), writer.faults]).toEqual([1, []]);
  const text = console.objects.store.get(`exports/${body.id}.csv`)?.body.toString() ?? '';
  const [head, first, second, ...rest] = text.trimEnd().split('\r\n');
  expect(head).toBe(
    '\uFEFFturn,event,first name,last name,e-mail,people,state,address confirmed,was authorised,offers,offered until,since,place',
  );
  expect(first).toMatch(/^,[^,]+,Was,Authorised,[^,]+,3,waiting,no,yes,0,,20/);
  expect(second).toMatch(/^2,[^,]+,N1,'=1\+1,1@example.com,1,waiting,yes,no,0,,20/);
  expect([rest.length, new Set(rest).size, rest.at(-1)?.split(',')[2]]).toEqual([4098, 4098, 'N4100']);
  const { body: shown } = await console.call('GET', `/races/${race.raceId}/exports`, { secret });
  expect(shown.files).toMatchObject([{ id: body.id, subject: 'waiting-list', state: 'done', rows: 4100 }]);

  const found = await order({ format: 'xlsx', q: 'n77', event: race.eventId });
  expect(await fileWriter(console).run(Date.now() + 60_000)).toBe(1);
  expect((await console.call('GET', `/races/${race.raceId}/exports`, { secret })).body.files).toContainEqual(
    expect.objectContaining({ id: found.body.id, rows: 11 }),
  );
  expect((await order({ format: 'csv', state: 'registered' })).status).toBe(422);
  expect((await order({ format: 'csv' }, secrets.get(race.raceId))).body.type).toBe('/problems/not-permitted');
  // A release that knows participants only would find nobody.
  const [kept] = await console.postgres.query('SELECT filter FROM export_file WHERE id = $1', [body.id]);
  expect(kept).toMatchObject({ filter: { state: 'waits' } });
});
