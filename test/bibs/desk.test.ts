import fc from 'fast-check';
import { read } from '../../lambdas/api/read';
import { checkIn, type SentScan } from '../../lambdas/bibs/desk/check-in';
import { PostgresDesk } from '../../lambdas/bibs/desk/postgres-desk';
import { PostgresReplacedCodes } from '../../lambdas/bibs/desk/postgres-replaced-codes';
import { SignedCodes } from '../../lambdas/bibs/desk/signed-codes';
import { SignedScanners } from '../../lambdas/bibs/desk/signed-scanners';
import { PostgresBibs } from '../../lambdas/bibs/giving/postgres-bibs';
import { checkInMessage } from '../../lambdas/bibs/messages';
import type { CodeReplacement, JudgedScan, Scan } from '../../lambdas/bibs/ports';
import { withSettings } from '../../lambdas/platform/postgres/settings';
import { openSigner, sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { qrBytes } from '../../static/src/bib/qr-code';
import { openStores } from '../support/stores';
import { endRegistration, holdToday, type Race, raceWithPeople } from './support/race-with-people';

const stores = openStores();
const postgres = () => stores.database.postgres;
const desk = () => new PostgresDesk(postgres());

const secondMs = 1000;
const ago = (seconds: number) => new Date(Date.now() - seconds * secondMs).toISOString();
const scanOf = (registrationId = '', said: Partial<Scan> = {}): Scan => ({
  id: uuid7(),
  registrationId,
  kind: 'in',
  proof: 'document',
  at: ago(0),
  ...said,
});
const take = async ({ raceId }: Pick<Race, 'raceId'>, scans: readonly Scan[], station = 'A', sentAt = ago(0)) =>
  (await desk().take({ raceId, station, sentAt, scans })) ?? [];
const verdicts = (judged: readonly JudgedScan[]) => judged.map(({ verdict }) => verdict);
const findOf = async ({ raceId }: Race, id: string | undefined) =>
  (await desk().list({ raceId }))?.people.find(({ registrationId }) => registrationId === id);

test('somebody is checked in once; a second desk is told where and when, and both scans stay visible', async () => {
  const race = await raceWithPeople(postgres(), 1);
  const [first, second] = [scanOf(race.ids[0], { at: ago(9) }), scanOf(race.ids[0])];
  expect(verdicts(await take(race, [first]))).toEqual(['in']);
  const [answer] = await take(race, [second], 'B');
  expect(answer).toMatchObject({ verdict: 'twice', by: { scanId: first.id, station: 'A', proof: 'document' } });
  expect(await findOf(race, race.ids[0])).toMatchObject({ times: 2, checkedIn: { scanId: first.id } });
});

test.each(['2026-02-31T10:00:00Z', '0000-01-01T00:00:00Z', '2026-06-01T10:00:00+23:59'])(
  'a desk whose clock says %s, which the database cannot keep, is told so',
  (never) => {
    const sent = (at: string, sentAt: string) =>
      read(checkInMessage, {
        checkIn: {
          raceId: 'r',
          station: 'A',
          sentAt,
          scans: [{ id: uuid7(), kind: 'in', registrationId: uuid7(), at }],
        },
      });
    expect(sent(ago(1), ago(0))).toHaveProperty('output');
    expect([sent(never, ago(0)), sent(ago(1), never)]).toMatchObject([
      { errors: [{ field: 'checkIn.scans.0.at' }] },
      { errors: [{ field: 'checkIn.sentAt' }] },
    ]);
  },
);

test.each([
  ['1900-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['9999-12-31T23:59:59Z', '1900-01-01T00:00:00Z'],
])('a desk whose clock said %s at the scan and %s when it was sent loses nothing', async (at, sentAt) => {
  const race = await raceWithPeople(postgres(), 2);
  const scans = [scanOf(race.ids[0], { at }), scanOf(race.ids[1], { at: sentAt })];
  expect(verdicts(await take(race, scans, 'A', sentAt))).toEqual(['in', 'in']);
  const { checkedIn } = (await findOf(race, race.ids[0])) ?? {};
  expect(new Date(checkedIn?.at ?? '').getFullYear()).toBeGreaterThan(2020);
});

test('a scan that is sent again is there once, and gets the same answer', async () => {
  const race = await raceWithPeople(postgres(), 1);
  const scan = scanOf(race.ids[0]);
  expect(verdicts(await take(race, [scan]))).toEqual(['in']);
  expect(verdicts(await take(race, [scan], 'B'))).toEqual(['in']);
  expect(await desk().list({ raceId: race.raceId })).toMatchObject({ seq: 1, people: [{ times: 1 }] });
});

test('what is taken back counts no more, also when it was scanned at two desks; the next scan counts again', async () => {
  const race = await raceWithPeople(postgres(), 1);
  await take(race, [scanOf(race.ids[0]), scanOf(race.ids[0])]);
  expect(verdicts(await take(race, [scanOf(race.ids[0], { kind: 'undo', note: 'wrong runner' })]))).toEqual(['undone']);
  expect(await findOf(race, race.ids[0])).not.toHaveProperty('checkedIn');
  expect(verdicts(await take(race, [scanOf(race.ids[0])]))).toEqual(['in']);
});

test('a desk without a network was first if it was earlier, whatever its clock says', async () => {
  const race = await raceWithPeople(postgres(), 1);
  await take(race, [scanOf(race.ids[0], { at: ago(60) })]);
  const dayMs = 86_400 * secondMs;
  const wrong = (seconds: number) => new Date(Date.now() - dayMs - seconds * secondMs).toISOString();
  // It scanned five minutes ago, and believes that it is yesterday.
  const [answer] = await take(race, [scanOf(race.ids[0], { at: wrong(300) })], 'B', wrong(0));
  expect(answer).toMatchObject({ verdict: 'in', by: { station: 'B' } });
  const at = Date.parse((await findOf(race, race.ids[0]))?.checkedIn?.at ?? '');
  expect(Math.abs(Date.now() - 300 * secondMs - at)).toBeLessThan(20 * secondMs);
  const [ahead] = await take(race, [scanOf(race.ids[0], { at: new Date(Date.now() + dayMs).toISOString() })], 'C');
  expect(ahead).toMatchObject({ verdict: 'twice', by: { station: 'B' } });
});

test('who has no spot any more is found and refused, and nobody of another race is checked in', async () => {
  const [race, other] = [await raceWithPeople(postgres(), 2), await raceWithPeople(postgres(), 1)];
  await endRegistration(postgres(), race.ids[0]);
  expect(verdicts(await take(race, [scanOf(race.ids[0]), scanOf(other.ids[0]), scanOf(uuid7())]))).toEqual([
    'void',
    'foreign',
    'foreign',
  ]);
  expect(await findOf(race, race.ids[0])).toMatchObject({ isLive: false, times: 1 });
  expect(await findOf(other, other.ids[0])).toMatchObject({ times: 0 });
  expect(await desk().take({ raceId: 'no-race', station: 'A', sentAt: ago(0), scans: [] })).toBeUndefined();
});

test('whatever desks do offline, and in whichever order it comes in: no scan is lost, and two of one person are visible', async () => {
  const aScan = fc.record({ of: fc.nat(2), desk: fc.nat(2), seconds: fc.integer({ min: 1, max: 500 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(aScan, { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.boolean()),
      async (made, again) => {
        const race = await raceWithPeople(postgres(), 3);
        const scans = made.map(({ of, seconds, desk: station }) => ({
          station: `${station}`,
          scan: scanOf(race.ids[of], { at: ago(seconds) }),
        }));
        // Each desk sends what it has, some of it twice, and all of them at once.
        const sent = scans.flatMap((one) => (again.next().value ? [one, one] : [one]));
        await Promise.all(sent.map(({ station, scan }) => take(race, [scan], station)));
        const kept = await postgres().query<{ id: string }>('SELECT id FROM check_in WHERE race_id = $1 ORDER BY seq', [
          race.raceId,
        ]);
        expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(scans.map(({ scan }) => scan.id)));
        const list = await desk().list({ raceId: race.raceId });
        expect(list?.seq).toBe(scans.length);
        for (const id of race.ids) {
          const own = scans.filter(({ scan }) => scan.registrationId === id);
          const person = list?.people.find(({ registrationId }) => registrationId === id);
          expect(person?.times).toBe(own.length);
          const earliest = [...own].sort((a, b) => Date.parse(a.scan.at) - Date.parse(b.scan.at))[0];
          if (own.length > 0 && own.filter(({ scan }) => scan.at === earliest?.scan.at).length === 1)
            expect(person?.checkedIn?.scanId).toBe(earliest?.scan.id);
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('a desk that asks from long ago gets the next 500 scans, and the rest with the next question', async () => {
  const race = await raceWithPeople(postgres(), 502);
  for (let from = 0; from < 501; from += 100)
    await take(
      race,
      race.ids.slice(from, Math.min(from + 100, 501)).map((id) => scanOf(id)),
    );
  const [scanned, replaced = ''] = race.ids.slice(500);
  await new PostgresReplacedCodes(postgres()).replace({ registrationId: replaced, actor: 'director', isDryRun: false });
  const first = await desk().list({ raceId: race.raceId, since: 0 });
  expect(first).toMatchObject({ seq: 500, more: true });
  expect(first?.people).toHaveLength(500);
  const rest = await desk().list({ raceId: race.raceId, since: first?.seq });
  expect(rest?.people).toMatchObject([
    { registrationId: scanned, times: 1 },
    { registrationId: replaced, codeVersion: 1 },
  ]);
  expect(rest?.seq).toBe(502);
  expect(rest).not.toHaveProperty('more');
});

test('one person scans a runner twenty times at most, and others go on', async () => {
  const race = await raceWithPeople(postgres(), 2);
  await holdToday(postgres(), race.raceId);
  const { raceId, ids } = race;
  const [mallory, ada] = [await hire('Mallory'), await hire('Ada')];
  const scans = (count: number, n = 0) => Array.from({ length: count }, () => scanOf(ids[n]));
  const send = async (staffId: string, some: readonly Scan[]) =>
    verdicts((await deskOf(staffId).take({ raceId, station: 'A', sentAt: ago(0), scans: some })) ?? []);
  const sent = scans(15);
  expect(await send(mallory, sent)).toEqual(['in', ...Array.from({ length: 14 }, () => 'twice')]);
  expect(await send(mallory, scans(7))).toEqual([
    ...Array.from({ length: 5 }, () => 'twice'),
    ...Array.from({ length: 2 }, () => 'too-many'),
  ]);
  expect(await send(mallory, [scanOf(ids[0], { kind: 'undo', note: 'x' })])).toEqual(['too-many']);
  // What is sent again was kept before.
  expect(await send(mallory, sent.slice(0, 1))).toEqual(['in']);
  expect(await send(mallory, scans(1, 1))).toEqual(['in']);
  expect(await send(ada, [scanOf(ids[0], { kind: 'undo', note: 'all of these' })])).toEqual(['undone']);
  expect(await send(ada, scans(1))).toEqual(['in']);
});

test('a desk asks for one person, as they are now', async () => {
  const race = await raceWithPeople(postgres(), 2);
  const [of = '', other] = race.ids;
  await take(race, [scanOf(of)]);
  const { raceId } = race;
  expect(await desk().list({ raceId, of })).toMatchObject({ seq: 1, people: [{ registrationId: of, times: 1 }] });
  const elsewhere = await raceWithPeople(postgres(), 1);
  expect((await desk().list({ raceId: elsewhere.raceId, of: other }))?.people).toEqual([]);
});

test('a desk gets everybody once, and then who was scanned since', async () => {
  const race = await raceWithPeople(postgres(), 3);
  const bibs = new PostgresBibs({ postgres: postgres(), hash: sha256, random: Math.random });
  await bibs.change({ registrationId: race.ids[1] ?? '', number: 900, isDryRun: false });
  const all = await desk().list({ raceId: race.raceId });
  expect(all?.givesBibs).toBe(true);
  expect(all?.people.map(({ bib, number, lastName }) => [bib, number, lastName])).toEqual([
    [undefined, 1, 'Runner 1'],
    [900, 2, 'Runner 2'],
    [undefined, 3, 'Runner 3'],
  ]);
  await take(race, [scanOf(race.ids[1])]);
  const since = await desk().list({ raceId: race.raceId, since: all?.seq });
  expect(since).toMatchObject({ seq: 1, people: [{ registrationId: race.ids[1], times: 1 }] });
  expect((await desk().list({ raceId: race.raceId, since: 1 }))?.people).toEqual([]);
  expect((await desk().list({ raceId: race.raceId, after: race.ids[1] }))?.people).toHaveLength(1);
  expect(await desk().list({ raceId: 'no-race' })).toBeUndefined();
  const release = { raceId: race.raceId, number: 900, mayReuse: true, reason: 'lost', isDryRun: true };
  expect(await bibs.release(release)).toEqual({ kind: 'handed-out' });
});

const scanners = new SignedScanners(
  openSigner(async () => ({ kid: 'k1', k1: 'a key of this test, which is long enough for us' })),
);

const deskOf = (staffId: string) => new PostgresDesk(withSettings(postgres(), { 'startline.staff': staffId }));
const hire = async (name: string) => {
  const id = uuid7();
  await postgres().query(`INSERT INTO staff (id, email, name, state) VALUES ($1, $2, $3, 'active')`, [
    id,
    `${id}@example.com`,
    name,
  ]);
  return id;
};

// At any time, it is another day somewhere in the world.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'a desk checks people in from seven days before the race on, a director whenever they want: %s',
  async (timeZone) => {
    const race = await raceWithPeople(postgres(), 4);
    const { raceId, ids } = race;
    /** The race is so many days after today, by its own calendar. */
    const isIn = (days: number) =>
      postgres().query(
        'UPDATE race SET time_zone = $2, date = (clock_timestamp() AT TIME ZONE $2)::date + $3::int WHERE id = $1',
        [raceId, timeZone, days],
      );
    const as = async (role: string, of: string | null = raceId) => {
      const id = await hire(role);
      await postgres().query('INSERT INTO staff_role (staff_id, race_id, role) VALUES ($1, $2, $3)', [id, of, role]);
      return id;
    };
    const [helper, director, owner] = [await as('desk'), await as('director'), await as('owner', null)];
    const elsewhere = await as('director', (await raceWithPeople(postgres(), 1)).raceId);
    const scan = async (staffId: string, n: number, said: Partial<Scan> = {}) => {
      const scans = [scanOf(ids[n], said)];
      return verdicts((await deskOf(staffId).take({ raceId, station: 'A', sentAt: ago(0), scans })) ?? []);
    };
    const opensOn = async (staffId: string) => (await deskOf(staffId).list({ raceId }))?.opensOn;

    await isIn(8);
    expect([await scan(helper, 0), await scan(elsewhere, 0)]).toEqual([['early'], ['early']]);
    expect(await findOf(race, ids[0])).toMatchObject({ times: 0 });
    expect(await postgres().query('SELECT FROM check_in WHERE race_id = $1', [raceId])).toEqual([]);
    expect(await opensOn(helper)).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect([await opensOn(director), await opensOn(owner)]).toEqual([undefined, undefined]);
    expect([await scan(director, 0), await scan(owner, 1)]).toEqual([['in'], ['in']]);
    expect(verdicts(await take(race, [scanOf(ids[2])]))).toEqual(['in']);
    // A director was at the desk, and a helper sends it.
    expect(await scan(helper, 3, { staffId: director })).toEqual(['in']);
    expect(await scan(helper, 3, { kind: 'undo', note: 'wrong runner' })).toEqual(['undone']);

    await isIn(7);
    expect(await scan(helper, 3)).toEqual(['in']);
    expect(await opensOn(helper)).toBeUndefined();
  },
);

describe('a scan that is sent when somebody else has signed in on the device', () => {
  const codes = new SignedCodes(async () => ({ kid: 'k1', k1: 'a key of this test, which is long enough for us' }));
  const send = async (staffId: string, raceId: string, registrationId = '', by?: string) => {
    const scan: SentScan = { id: uuid7(), kind: 'in', at: ago(0), registrationId, ...(by !== undefined && { by }) };
    const needs = { desk: deskOf(staffId), codes, scanners };
    const [judged] = (await checkIn(needs)({ raceId, station: 'A', sentAt: ago(0), scans: [scan] })) ?? [];
    const [row] = await postgres().query(
      `SELECT s.name AS sent, a.detail ->> 'of' AS of FROM audit a JOIN staff s ON s.id = a.staff_id WHERE a.registration_id = $1`,
      [registrationId],
    );
    return [judged?.by?.by, row];
  };

  test('has the name of who was at the desk, and the audit has who sent it', async () => {
    const race = await raceWithPeople(postgres(), 2);
    await holdToday(postgres(), race.raceId);
    const [ada, bo] = [await hire('Ada'), await hire('Bo')];
    const { staffId = '' } = (await deskOf(ada).list({ raceId: race.raceId })) ?? {};
    expect(staffId).toBe(ada);
    const by = await scanners.sign(race.raceId, staffId);
    expect(await send(bo, race.raceId, race.ids[0], by)).toEqual(['Ada', { sent: 'Bo', of: ada }]);
    expect(await send(ada, race.raceId, race.ids[1], by)).toEqual(['Ada', { sent: 'Ada', of: null }]);
    expect(await desk().list({ raceId: race.raceId })).not.toHaveProperty('staffId');
  });

  test('has the name of who sends it when we did not sign another one for this race', async () => {
    const [race, other] = [await raceWithPeople(postgres(), 4), await raceWithPeople(postgres(), 1)];
    for (const { raceId } of [race, other]) await holdToday(postgres(), raceId);
    const [ada, bo] = [await hire('Ada'), await hire('Bo')];
    const forged = new SignedScanners(
      openSigner(async () => ({ kid: 'k1', k1: 'a key that somebody else made up for themselves' })),
    );
    const tokens = [undefined, ada, await forged.sign(race.raceId, ada), await scanners.sign(other.raceId, ada)];
    for (const [n, by] of tokens.entries())
      expect([n, await send(bo, race.raceId, race.ids[n], by)]).toEqual([n, ['Bo', { sent: 'Bo', of: null }]]);
    const nobody = await scanners.sign(other.raceId, uuid7());
    expect(await send(bo, other.raceId, other.ids[0], nobody)).toEqual(['Bo', { sent: 'Bo', of: null }]);
  });
});

describe('a code', () => {
  const keys = {
    kid: 'k2',
    k1: 'the key of last year, which is long enough',
    k2: 'the key of this year, which is long enough',
  };
  const codes = new SignedCodes(async () => keys);
  const id = uuid7();

  test('says who somebody is, under the key of today and of before, and fits a QR code', async () => {
    const code = await codes.make('harbour', id);
    expect(code).toHaveLength(118);
    expect(await codes.read('harbour', code)).toEqual({ registrationId: id, codeVersion: 0, isSigned: true });
    const old = await new SignedCodes(async () => ({ ...keys, kid: 'k1' })).make('harbour', id);
    expect(await codes.read('harbour', old)).toEqual({ registrationId: id, codeVersion: 0, isSigned: true });
    expect(await codes.publicKeys()).toHaveLength(2);
  });

  test('of another race, with a changed name in it, or signed by somebody else is not ours', async () => {
    const code = await codes.make('harbour', id);
    const isSigned = async (raceId: string, text: string) => (await codes.read(raceId, text))?.isSigned;
    expect(await isSigned('hills', code)).toBe(false);
    const bytes = Buffer.from(code.slice(4), 'base64url');
    for (const at of [0, 15, 17, 20, 21, 84]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await isSigned('harbour', `SL1.${changed.toString('base64url')}`)).toBe(false);
    }
    const thief = new SignedCodes(async () => ({ kid: 'k1', k1: 'a key that somebody else made up for themselves' }));
    expect(await isSigned('harbour', await thief.make('harbour', id))).toBe(false);
  });

  test.each([
    '',
    'SL1.',
    `SL1.${'A'.repeat(113)}`,
    `SL1.${'A'.repeat(116)}`,
    `SL2.${'A'.repeat(114)}`,
    `SL3.${'A'.repeat(116)}`,
    `SL1.${'A'.repeat(113)}!`,
    'https://x.example',
  ])('that is none is not read: %s', async (text) => expect(await codes.read('harbour', text)).toBeUndefined());

  test('checks its runner in, and one that we did not sign is kept as forged', async () => {
    const race = await raceWithPeople(postgres(), 2);
    const send = checkIn({ desk: desk(), codes, scanners });
    const thief = new SignedCodes(async () => ({ kid: 'k1', k1: 'a key that somebody else made up for themselves' }));
    const [one = '', two = ''] = race.ids;
    const scans = [
      { id: uuid7(), kind: 'in', at: ago(0), code: await codes.make(race.raceId, one) },
      { id: uuid7(), kind: 'in', at: ago(0), code: await thief.make(race.raceId, two) },
      { id: uuid7(), kind: 'in', at: ago(0), code: 'nonsense' },
    ] as const;
    const judged = await send({ raceId: race.raceId, station: 'A', sentAt: ago(0), scans });
    expect(judged).toMatchObject([
      { registrationId: one, verdict: 'in', by: { proof: 'code' } },
      { registrationId: two, verdict: 'forged' },
      { registrationId: '', verdict: 'foreign' },
    ]);
    expect(judged?.[1]).not.toHaveProperty('by');
    // It neither keeps their own runners out nor takes them back.
    const real = { id: uuid7(), kind: 'in', at: ago(0), code: await codes.make(race.raceId, two) } as const;
    const back = {
      id: uuid7(),
      kind: 'undo',
      at: ago(0),
      code: await thief.make(race.raceId, one),
      note: 'x',
    } as const;
    const again = await send({ raceId: race.raceId, station: 'A', sentAt: ago(0), scans: [real, back] });
    expect(again).toMatchObject([
      { verdict: 'in', by: { proof: 'code' } },
      { verdict: 'forged', by: { scanId: scans[0].id } },
    ]);
  });
});

describe('a code that was replaced', () => {
  const codes = new SignedCodes(async () => ({ kid: 'k1', k1: 'a key of this test, which is long enough for us' }));
  const replaced = () => new PostgresReplacedCodes(postgres());
  const replace = (registrationId: string, said: Partial<CodeReplacement> = {}) =>
    replaced().replace({ registrationId, actor: 'director', isDryRun: false, ...said });
  const show = async ({ raceId }: Race, id: string, version: number, seconds = 0, said: Partial<SentScan> = {}) => {
    const scan = { id: uuid7(), kind: 'in', at: ago(seconds), ...said, code: await codes.make(raceId, id, version) };
    const sent = { raceId, station: 'A', sentAt: ago(0), scans: [scan as SentScan] };
    const [judged] = (await checkIn({ desk: desk(), codes, scanners })(sent)) ?? [];
    return judged;
  };

  test('is refused, undoes nothing and counts for nothing, and the new one checks its runner in', async () => {
    const race = await raceWithPeople(postgres(), 1);
    const [id = ''] = race.ids;
    expect(await replace(id, { isDryRun: true })).toEqual({ kind: 'replaced', version: 1, isChanged: true });
    expect(await show(race, id, 0)).toMatchObject({ verdict: 'in' });
    // What was done by the old code stays done.
    expect(await replace(id)).toEqual({ kind: 'replaced', version: 1, isChanged: true });
    expect(await findOf(race, id)).toMatchObject({ times: 1, codeVersion: 1 });
    expect(await show(race, id, 0)).toMatchObject({ verdict: 'replaced' });
    expect(await show(race, id, 0, 0, { kind: 'undo', note: 'x' })).toMatchObject({ verdict: 'replaced' });
    expect(await findOf(race, id)).toMatchObject({ times: 1 });
    expect(await show(race, id, 1)).toMatchObject({ verdict: 'twice' });
    const rows = await postgres().query<{ action: string }>(
      'SELECT action FROM audit WHERE registration_id = $1 ORDER BY id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'checked-in',
      'code-replaced',
      'old-code-shown',
      'old-code-shown',
      'checked-in',
    ]);
  });

  test('was good for a desk without a network until then, whenever its scans are sent', async () => {
    const race = await raceWithPeople(postgres(), 2);
    const [early = '', late = ''] = race.ids;
    for (const id of race.ids) await replace(id);
    await postgres().query(`UPDATE replaced_code SET at = clock_timestamp() - interval '60 s' WHERE race_id = $1`, [
      race.raceId,
    ]);
    expect(await show(race, early, 0, 90)).toMatchObject({ verdict: 'in' });
    expect(await show(race, late, 0, 30)).toMatchObject({ verdict: 'replaced' });
    expect(await findOf(race, late)).toMatchObject({ times: 0 });
  });

  test('is told to a desk that asks what is new, and to one that reads the whole list', async () => {
    const race = await raceWithPeople(postgres(), 2);
    const [id = '', other = ''] = race.ids;
    await take(race, [scanOf(other)]);
    const before = await desk().list({ raceId: race.raceId });
    expect(before?.people.map(({ codeVersion }) => codeVersion)).toEqual([undefined, undefined]);
    await replace(id);
    await replace(id);
    const since = await desk().list({ raceId: race.raceId, since: before?.seq });
    expect(since).toMatchObject({ seq: 3, people: [{ registrationId: id, codeVersion: 2, times: 0 }] });
    expect(await findOf(race, id)).toMatchObject({ codeVersion: 2 });
    // Scans go on after it.
    await take(race, [scanOf(id)]);
    expect(await desk().list({ raceId: race.raceId, since: 3 })).toMatchObject({ seq: 4, people: [{ times: 1 }] });
  });

  test('is replaced once by a request that is sent twice, a few times a day, and only while there is a spot', async () => {
    const race = await raceWithPeople(postgres(), 2);
    const [id = '', gone = ''] = race.ids;
    const ask = (seen: number) => replace(id, { actor: 'runner', seen });
    expect(await Promise.all([ask(0), ask(0)])).toContainEqual({ kind: 'replaced', version: 1, isChanged: false });
    for (let seen = 1; seen < 5; seen++) expect(await ask(seen)).toMatchObject({ version: seen + 1, isChanged: true });
    const refused = await ask(5);
    expect(refused).toMatchObject({ kind: 'too-many', most: 5 });
    expect('retryAfter' in refused && refused.retryAfter).toBeGreaterThan(86_000);
    // What a runner did holds back no director.
    expect(await replace(id)).toMatchObject({ version: 6 });
    await endRegistration(postgres(), gone);
    expect(await replace(gone)).toEqual({ kind: 'no-spot' });
    expect(await replace(uuid7())).toEqual({ kind: 'not-found' });
  });

  test('cannot be made to look like the new one, which fits a QR code', async () => {
    const id = uuid7();
    const [old, next] = [await codes.make('harbour', id), await codes.make('harbour', id, 258)];
    expect(next.length).toBeLessThanOrEqual(qrBytes);
    expect(await codes.read('harbour', next)).toEqual({ registrationId: id, codeVersion: 258, isSigned: true });
    const bytesOf = (code: string) => Buffer.from(code.slice(4), 'base64url');
    const raised = Buffer.concat([bytesOf(old).subarray(0, -64), Buffer.of(1, 2), bytesOf(old).subarray(-64)]);
    expect(await codes.read('harbour', `SL2.${raised.toString('base64url')}`)).toMatchObject({ isSigned: false });
    const lowered = Buffer.concat([bytesOf(next).subarray(0, 21), bytesOf(next).subarray(-64)]);
    expect(await codes.read('harbour', `SL1.${lowered.toString('base64url')}`)).toMatchObject({ isSigned: false });
  });
});
