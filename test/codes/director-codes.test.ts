import { codeOf, foldCode, hintOf, isAllowed } from '../../lambdas/codes/code';
import { PostgresCodeRegister } from '../../lambdas/codes/postgres-codes';
import { openCodeCommands } from '../../lambdas/functions/wiring/selling/codes';
import { uuid7 } from '../../lambdas/platform/uuid';
import { directing } from '../support/directing';
import { makeRace } from '../support/races/race';
import { openStores } from '../support/stores';

const stores = openStores();
const postgres = () => stores.database.postgres;

const aDirector = async () => {
  const { raceId, eventId } = await makeRace(postgres(), { spots: 3 });
  const news: string[] = [];
  const direct = directing(openCodeCommands(postgres(), { changed: async (id) => void news.push(id) }));
  const make = (wish: object) => direct({ makeCodes: { raceId, batch: 'club', ...wish } });
  const list = async () => ((await direct({ codes: { raceId } })) as { codes: readonly { id: string }[] }).codes;
  return { raceId, eventId, news, direct, make, list };
};

const tenPercent = { off: { kind: 'percent', value: 10 }, words: ['Spring-Ten'] };

test('codes are made once, told once, and listed by hint and use', async () => {
  const { raceId, news, direct, make, list } = await aDirector();
  const single = { off: { kind: 'price', value: 0 }, number: 3, uses: 1 };
  const made = { raceId, batch: 'club', number: 3, dryRun: false };
  expect(await make({ ...single, dryRun: true })).toEqual({ madeCodes: { ...made, codes: [], dryRun: true } });
  expect(await list()).toEqual([]);

  const answer = await make(single);
  expect(answer).toEqual({
    madeCodes: { ...made, codes: Array(3).fill(expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/)) },
  });
  const { codes } = (answer as { madeCodes: { codes: readonly string[] } }).madeCodes;
  expect(news).toEqual([raceId]);
  const listed = await list();
  expect(listed).toEqual(
    codes.map((code) => ({
      id: expect.any(String),
      batch: 'club',
      hint: code.slice(0, 2),
      kind: 'price',
      value: 0,
      appliesTo: 'entry',
      isWithdrawn: false,
      uses: 1,
      used: 0,
      over: 0,
    })),
  );
  // Neither a list, nor an audit, nor a row has a code.
  const rows = await postgres().query('SELECT c::text FROM code c UNION ALL SELECT detail::text FROM audit');
  for (const code of codes) expect(JSON.stringify([listed, rows])).not.toContain(foldCode(code));

  expect(await make(single)).toMatchObject({ refused: { reason: 'batch-taken' } });
  expect(await direct({ codes: { raceId, batch: 'another' } })).toEqual({ codes: [] });
  expect(await direct({ codes: { raceId, after: listed[1]?.id } })).toMatchObject({ codes: [{ id: listed[2]?.id }] });
  const units = await postgres().query(
    `SELECT FROM unit u JOIN pool p ON p.id = u.pool_id WHERE p.race_id = $1 AND p.kind = 'code'`,
    [raceId],
  );
  expect(units).toHaveLength(3);
});

test('the same word is one code, however it is typed', async () => {
  const { make } = await aDirector();
  expect(await make({ ...tenPercent, words: ['Spring-Ten', 'SPRING TEN'] })).toMatchObject({
    refused: { reason: 'code-taken', errors: [{ field: 'makeCodes.words.1' }] },
  });
  expect(await make(tenPercent)).toMatchObject({ madeCodes: { number: 1, codes: [] } });
  expect(await make({ ...tenPercent, batch: 'two', words: ['springten'], dryRun: true })).toMatchObject({
    refused: { reason: 'code-taken', errors: [{ field: 'makeCodes.words.0' }] },
  });
});

test.each([
  ['neither words nor a number', { off: { kind: 'percent', value: 10 } }],
  ['both', { ...tenPercent, number: 1 }],
  ['for nothing', { words: ['Spring-Ten'] }],
  ['too short', { ...tenPercent, words: ['AB-1'] }],
  ['more than all', { ...tenPercent, off: { kind: 'percent', value: 101 } }],
  ['too many rows', { off: { kind: 'amount', value: 500 }, number: 2000, uses: 100 }],
  ['more than a card can be charged', { ...tenPercent, off: { kind: 'amount', value: 100_000_000 } }],
  ['a price that no card can be charged', { ...tenPercent, off: { kind: 'price', value: Number.MAX_SAFE_INTEGER } }],
  ['from a day that is none', { ...tenPercent, startsAt: '2027-02-30T10:00:00Z' }],
  ['until a year that the database does not know', { ...tenPercent, expiresAt: '0000-03-01T10:00:00Z' }],
  [
    'at an end before the beginning',
    { ...tenPercent, startsAt: '2027-03-01T10:00:00Z', expiresAt: '2027-03-01T11:00:00+01:00' },
  ],
  ['until a year with five digits', { ...tenPercent, expiresAt: '9999-12-31T23:00:00-02:00' }],
])('codes are refused: %s', async (_, wish) => {
  const { make, list } = await aDirector();
  expect(await make(wish)).toMatchObject({ refused: { reason: 'not-as-expected' } });
  expect(await list()).toEqual([]);
});

test('codes are for events of their race', async () => {
  const { direct, make, eventId } = await aDirector();
  const opening = { words: ['Opens-It'], opensEvents: [uuid7()] };
  expect(await make(opening)).toMatchObject({ refused: { reason: 'no-such-event' } });
  expect(await make({ ...opening, opensEvents: [eventId] })).toMatchObject({ madeCodes: { number: 1 } });
  expect(await direct({ makeCodes: { ...tenPercent, raceId: 'none', batch: 'b' } })).toMatchObject({
    refused: { reason: 'no-such-race' },
  });
});

test('a code is withdrawn alone or with its batch, once', async () => {
  const { raceId, direct, make, list } = await aDirector();
  await make({ ...tenPercent, words: ['Spring-One', 'Spring-Two', 'Spring-Six'] });
  const [first] = await list();
  const withdraw = (which: object) => direct({ withdrawCode: { raceId, ...which } });
  const withdrawn = (number: number, dryRun = false) => ({ withdrawnCodes: { raceId, number, dryRun } });
  expect(await withdraw({ id: first?.id, dryRun: true })).toEqual(withdrawn(1, true));
  expect(await withdraw({ id: first?.id })).toEqual(withdrawn(1));
  expect(await withdraw({ batch: 'club' })).toEqual(withdrawn(2));
  expect(await withdraw({ batch: 'club' })).toEqual(withdrawn(0));
  expect(await list()).toMatchObject(Array(3).fill({ isWithdrawn: true }));
  expect(await withdraw({})).toMatchObject({ refused: { reason: 'not-as-expected' } });
});

test('the functions can withdraw a code, and change nothing else of it', async () => {
  const { make } = await aDirector();
  await make(tenPercent);
  await expect(postgres().query('UPDATE code SET value = 100')).rejects.toThrow(/permission denied/);
  await expect(postgres().query('DELETE FROM code')).rejects.toThrow(/permission denied/);
});

test('the use of a line is returned once, and what it took off stays', async () => {
  const { raceId, eventId, direct, make, list } = await aDirector();
  await make({ ...tenPercent, uses: 1, perPerson: 1 });
  const [code] = await list();
  const registrationId = uuid7();
  await postgres().query(
    `INSERT INTO registration (id, event_id, outcome, live, via) VALUES ($1, $2, 'refused', false, 'none')`,
    [registrationId, eventId],
  );
  const block = uuid7();
  await postgres().query(`UPDATE unit SET block = $1 WHERE pool_id = (SELECT pool_id FROM code WHERE id = $2)`, [
    block,
    code?.id,
  ]);
  await postgres().query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, pool_id, unit, block, person, state)
     SELECT $1, 1, 'code', id, 0, 0, pool_id, 1, $2, 'ada', 'given' FROM code WHERE id = $3`,
    [registrationId, block, code?.id],
  );
  expect(await list()).toMatchObject([{ uses: 1, used: 1, over: 0 }]);
  const giveBack = (position: number, dryRun = false) => direct({ returnUse: { registrationId, position, dryRun } });
  const answer = { registrationId, position: 1, code: code?.id };
  expect(await giveBack(0)).toMatchObject({ refused: { reason: 'no-such-use' } });
  expect(await giveBack(1, true)).toEqual({ returnedUse: { ...answer, dryRun: true } });
  expect(await giveBack(1)).toEqual({ returnedUse: { ...answer, dryRun: false } });
  expect(await giveBack(1)).toMatchObject({ refused: { reason: 'no-such-use' } });
  expect(await list()).toMatchObject([{ uses: 1, used: 0 }]);
  expect(
    await postgres().query(
      'SELECT FROM unit u JOIN pool p ON p.id = u.pool_id WHERE p.race_id = $1 AND u.block IS NULL',
      [raceId],
    ),
  ).toHaveLength(1);
});

test('a code that two commands make at once is made once', async () => {
  const { raceId } = await aDirector();
  const register = new PostgresCodeRegister(postgres(), uuid7);
  const wish = { raceId, batch: 'club', kind: 'percent', value: 10, appliesTo: 'entry', opensEvents: [] } as const;
  const answers = await Promise.all(
    [1, 2, 3].map(() => register.make(wish, [{ id: uuid7(), hash: 'same', hint: 'SA' }], false)),
  );
  expect(answers.map(({ kind }) => kind).sort()).toEqual(['batch-taken', 'batch-taken', 'made']);
});

test('two thousand codes are each folded a few times, and not once for every other', async () => {
  const { make } = await aDirector();
  const folded = jest.spyOn(String.prototype, 'normalize');
  expect(await make({ off: { kind: 'price', value: 0 }, number: 2000, dryRun: true })).toMatchObject({
    madeCodes: { number: 2000 },
  });
  expect(folded.mock.calls.length).toBeLessThan(20_000);
  folded.mockRestore();
});

test('an invented code has 60 random bits, of twelve bytes', () => {
  expect(codeOf(new Uint8Array(12))).toBe('0000-0000-0000');
  const last = codeOf(new Uint8Array(12).fill(31));
  expect(last).toBe('ZZZZ-ZZZZ-ZZZZ');
  expect(foldCode('zzzz zzzz-ZZZZ')).toBe(foldCode(last));
  const letters = new Set(Array.from({ length: 256 }, (_, byte) => codeOf(new Uint8Array(12).fill(byte))[0]));
  expect(letters.size).toBe(32);
});

test.each([
  [undefined, true],
  ['ada@example.com', true],
  ['example.com', true],
  ['ample.com', false],
  ['bob@example.com', false],
])('a code that allows %s: %s', (allow, allowed) => expect(isAllowed({ allow }, 'Ada@Example.com')).toBe(allowed));

test('the hint of a code shows how the code begins, as its director wrote it', () => {
  expect(hintOf('mill-10')).toBe('MI');
});
