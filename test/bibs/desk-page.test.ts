import { SignedCodes } from '../../lambdas/bibs/desk/signed-codes';
import { uuid7 } from '../../lambdas/platform/uuid';
import { rangeLine, readRange } from '../../static/console/bibs/ranges';
import {
  countsOf,
  type DeskPerson,
  findPeople,
  type Scan,
  standingOf,
  withUnsent,
} from '../../static/console/desk/desk-list';
import { readCode } from '../../static/console/desk/read-code';
import { openScans } from '../../static/console/desk/stored-scans';

const person = (said: Partial<DeskPerson> = {}): DeskPerson => ({
  registrationId: uuid7(),
  firstName: 'Ada',
  lastName: 'Runner',
  eventId: 'ten',
  number: 1,
  isLive: true,
  times: 0,
  ...said,
});
const scanOf = (of: DeskPerson, said: Partial<Scan> = {}): Scan => ({
  id: uuid7(),
  kind: 'in',
  of: of.registrationId,
  registrationId: of.registrationId,
  at: '2027-05-02T07:00:00.000Z',
  station: 'A',
  ...said,
});

test('a code is read in the browser as the server makes it: ours, forged, of another race, or none', async () => {
  const keys = {
    kid: 'k2',
    k1: 'the key of last year, which is long enough',
    k2: 'the key of this year, which is long enough',
  };
  const codes = new SignedCodes(async () => keys);
  const id = uuid7();
  const code = await codes.make('harbour', id);
  const known = await codes.publicKeys();
  expect(await readCode(code, 'harbour', known)).toEqual({
    kind: 'code',
    registrationId: id,
    version: 0,
    is: 'signed',
  });
  const newer = await codes.make('harbour', id, 258);
  expect(await readCode(newer, 'harbour', known)).toEqual({
    kind: 'code',
    registrationId: id,
    version: 258,
    is: 'signed',
  });
  // In the middle of the signature: its last letters are now and then what one would put there.
  const forged = `${code.slice(0, 60)}${code[60] === 'A' ? 'B' : 'A'}${code.slice(61)}`;
  expect(await readCode(forged, 'harbour', known)).toMatchObject({ is: 'forged' });
  expect(await readCode(code, 'harbour', [])).toMatchObject({ is: 'unknown' });
  expect(await readCode(code, 'hills', known)).toEqual({ kind: 'another-race' });
  expect(await readCode('https://example.com', 'harbour', known)).toEqual({ kind: 'none' });
});

test('people are found by the exact bib, and by the beginnings of their names in any order', () => {
  const [ada, oz, short] = [
    person({ bib: 50, lastName: 'van Öz' }),
    person({ bib: 5, firstName: 'Özge', lastName: 'Adams' }),
    person({ bib: 500 }),
  ];
  const found = (typed: string) => findPeople([ada, oz, short], typed, true).people;
  expect(found('5')).toEqual([oz]);
  expect(found('50')).toEqual([ada]);
  expect(found('oz ad')).toEqual([oz, ada]);
  expect(found('VAN ada')).toEqual([ada]);
  expect(found('o')).toEqual([]);
  expect(findPeople([person({ number: 7, bib: 70 })], '7', false).people).toHaveLength(1);
  expect(
    findPeople(
      Array.from({ length: 11 }, () => person()),
      'run',
      true,
    ),
  ).toMatchObject({ more: 3 });
});

test('a desk sees what it did before the server answers, and not twice when it does', () => {
  const ada = person({ bib: 5 });
  const scan = scanOf(ada, { code: 'SL1.x', note: 'by their sister' });
  const here = withUnsent(ada, [scan]);
  expect(here).toMatchObject({ times: 1, checkedIn: { scanId: scan.id, proof: 'code', note: 'by their sister' } });
  const answered = {
    ...ada,
    times: 1,
    checkedIn: { scanId: scan.id, at: scan.at, station: 'A', proof: 'code' as const },
  };
  expect(withUnsent(answered, [scan])).toEqual(answered);
  expect(standingOf(withUnsent(ada, [scan, scanOf(ada)]), true)).toBe('twice');
  expect(standingOf(withUnsent(answered, [scanOf(ada, { kind: 'undo' })]), true)).toBe('expected');
  expect(withUnsent(ada, [scanOf(person())])).toEqual(ada);
  const all = [here, person({ isLive: false, times: 1 }), person({ times: 2 }), person()];
  expect(countsOf(all)).toEqual({ expected: 3, in: 2, twice: 1, void: 1 });
  expect(all.map((one) => standingOf(one, true))).toEqual(['in', 'void', 'twice', 'unnumbered']);
});

test('what is not sent yet stays in the browser, of two tabs at once, and where the browser keeps nothing', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const [one, other] = [openScans('unsent', 'harbour', storage), openScans('unsent', 'harbour', storage)];
  const [first, second] = [scanOf(person()), scanOf(person())];
  one.add(first);
  other.add(second);
  expect(openScans('unsent', 'harbour', storage).all()).toEqual([first, second]);
  other.remove([first.id, second.id]);
  expect(openScans('unsent', 'harbour', storage).all()).toEqual([]);
  expect(openScans('unsent', 'hills', storage).all()).toEqual([]);
  const refusing = openScans('unsent', 'harbour', {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
  });
  refusing.add(first);
  expect(refusing.all()).toEqual([first]);
  // What the server refused is apart, and once, however often it is sent.
  const refused = openScans('refused', 'harbour', storage);
  refused.add({ ...first, why: 'foreign' }, second);
  refused.add({ ...first, why: 'early' });
  expect(openScans('refused', 'harbour', storage).all()).toEqual([second, { ...first, why: 'early' }]);
  expect(openScans('unsent', 'harbour', storage).all()).toEqual([]);
});

test('a range is written as it is read', () => {
  const events = [{ id: 'ten', name: '10 km: fast' }] as unknown as Parameters<typeof readRange>[0];
  const read = readRange(events);
  for (const line of ['10 km: fast: 1-500', '10 km: fast: 1-500, female, 40-49', '10 km: fast: 7-7, 0-17']) {
    const range = read(line);
    expect(range && rangeLine(range, events)).toBe(line);
  }
  for (const wrong of ['Walk: 1-5', '10 km: fast: 5', '10 km: fast: 1-5, old', '10 km: fast: 1-5, female, male', 'x'])
    expect([wrong, read(wrong)]).toEqual([wrong, undefined]);
});
