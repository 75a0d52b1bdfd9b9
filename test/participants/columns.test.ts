import { formColumns } from '../../lambdas/api/console/form-columns';
import type { Form } from '../../lambdas/api/form/definition/form';
import { readXlsx } from '../../lambdas/domain/read-xlsx';
import type { StaffRole } from '../../lambdas/domain/staff';
import { chosenColumns, columnsOf, looksOf } from '../../lambdas/participants/columns';
import { uuid7 } from '../../lambdas/platform/uuid';
import { aForm } from '../forms/a-form';
import { openConsole } from '../staff/console-world';
import { type MadeRace, makeRace } from '../support/races/race';
import { fileWriter } from './file-writer';

const console = openConsole();
const en = (text: string) => ({ en: text });
const form = {
  ...aForm,
  questions: [...aForm.questions, { id: 'evil', type: 'text', label: en('=HYPERLINK("x")'), retired: true }],
  items: [
    {
      id: 'shirt',
      label: en('Shirt'),
      variants: [
        { id: 'shirt-m', label: en('M'), price: 2000 },
        { id: 'shirt-l', label: en('L'), price: 2000 },
      ],
    },
  ],
  causes: [{ id: 'sea', label: en('The sea'), presets: [500], least: 100, most: 100_000 }],
};
let race: MadeRace;
let [runner, plain] = ['', ''];
const secrets = new Map<StaffRole, string>();

beforeAll(async () => {
  const { postgres } = console;
  race = await makeRace(postgres, { spots: 3 });
  for (const role of ['director', 'finance'] as const)
    secrets.set(role, (await console.signedIn([{ role, raceId: race.raceId }])).secret);
  await postgres.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash, published_at) VALUES ($1, 1, $2, '{}', 'h', now())`,
    [race.raceId, form],
  );
  await postgres.query('UPDATE race SET form_revision = 1 WHERE id = $1', [race.raceId]);
  const [pool, team, code] = [uuid7(), uuid7(), uuid7()];
  await postgres.query(`INSERT INTO pool (id, race_id, kind, ref, stock) VALUES ($1, $2, 'team', 'x', 5)`, [
    pool,
    race.raceId,
  ]);
  await postgres.query(
    `INSERT INTO team (id, race_id, event_id, kind, name, name_folded, pool_id) VALUES ($1, $2, $3, 'club', '@Team', 'team', $4)`,
    [team, race.raceId, race.eventId, pool],
  );
  await postgres.query(
    `INSERT INTO code (id, race_id, hash, hint, batch, kind, value, applies_to) VALUES ($1, $2, 'hash', 'AB', 'friends', 'percent', 10, 'entry')`,
    [code, race.raceId],
  );
  const register = async (more: object, of: { team?: string } = {}) => {
    const id = uuid7();
    await postgres.query(
      `INSERT INTO registration (id, event_id, person, outcome, live, number, via, runner, ended, form_revision, team_id)
       VALUES ($1::uuid, $2, $1::text, 'confirmed', false, $3, 'block', $4, 'cancelled', 1, $5)`,
      [
        id,
        race.eventId,
        of.team ? 1 : 2,
        { firstName: 'Ada', lastName: 'Lovelace', email: 'a@x.example', birthDate: '1990-01-01', ...more },
        of.team ?? null,
      ],
    );
    return id;
  };
  runner = await register(
    {
      emergencyContact: 'Bob',
      answers: { bus: 'yes', stop: '=1+1', best: 13_500, 'private-allergies': 'nuts', evil: ' @sum' },
      orderAnswers: { heard: ['friend', 'club'] },
    },
    { team },
  );
  plain = await register({});
  for (const [position, kind, ref, amount, state] of [
    [0, 'entry', 'entry', 4500, 'given'],
    [1, 'item', 'shirt-m', 2000, 'given'],
    [2, 'item', 'shirt-m', 2000, 'given'],
    [3, 'item', 'shirt-l', 0, 'short'],
    [4, 'donation', 'sea', 700, 'given'],
    [5, 'code', code, 0, 'given'],
  ] as const)
    await postgres.query(
      'INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, state) VALUES ($1, $2, $3, $4, $5, $5, $6)',
      [runner, position, kind, ref, amount, state],
    );
});

const ask = (method: string, path: string, json?: unknown, as: StaffRole = 'director') =>
  console.call(method, `/races/${race.raceId}${path}`, { secret: secrets.get(as) ?? '', json });
const order = async (columns: readonly string[], format: 'csv' | 'xlsx' = 'csv', as: StaffRole = 'director') =>
  ask('POST', '/exports', { format, columns }, as);
const write = async () => {
  const { run, faults } = fileWriter(console);
  const done = await run(Date.now() + 60_000);
  expect(faults).toEqual([]);
  return done;
};
const bodyOf = (id: string, format: 'csv' | 'xlsx') =>
  console.objects.store.get(`exports/${id}.${format}`)?.body ?? Buffer.alloc(0);

const chosen = [
  'registration',
  'answer:bus',
  'answer:stop',
  'answer:best',
  'answer:heard',
  'answer:private-allergies',
  'answer:evil',
  'emergencyContact',
  'item:shirt-m',
  'item:shirt-l',
  'donation:sea',
  'team',
  'codes',
];
const heads = [
  'registration',
  'Bus?',
  'Where?',
  'Best time',
  'How did you hear of us?',
  'Allergies',
  '=HYPERLINK("x")',
  'in an emergency',
  'Shirt M',
  'Shirt L',
  'The sea',
  'team',
  'codes',
];

test('a file has the columns that somebody chose, in their order: answers, items, donations, teams and codes', async () => {
  const { status, body } = await order(chosen);
  expect(status).toBe(202);
  expect(await write()).toBe(1);
  // What looks like a formula is text, also in the heads, which a director writes.
  const cells = [
    runner,
    'yes',
    "'=1+1",
    '3:45:00',
    'friend; club',
    'nuts',
    "' @sum",
    'Bob',
    2,
    '',
    700,
    "'@Team",
    'friends (AB…)',
  ];
  expect(bodyOf(body.id, 'csv').toString().trimEnd().split('\r\n').sort()).toEqual(
    [
      `\uFEFF${heads.map((head) => (head.startsWith('=') ? `"'=HYPERLINK(""x"")"` : head)).join(',')}`,
      cells.map((cell) => (String(cell).includes(';') ? `"${cell}"` : cell)).join(','),
      [plain, ...Array.from({ length: chosen.length - 1 }, () => '')].join(','),
    ].sort(),
  );
});

test('a workbook has them as well, without a formula', async () => {
  const { body } = await order(chosen, 'xlsx');
  expect(await write()).toBe(1);
  const read = await readXlsx(new Uint8Array(bodyOf(body.id, 'xlsx')));
  const text = read.kind === 'read' ? read.csv : read.why;
  const [head = '', ...rows] = text.trimEnd().split(/\r?\n/);
  expect(head).toContain('Best time');
  expect(head).toContain('=HYPERLINK');
  expect(rows.find((row) => row.includes(runner))).toMatch(
    /=1\+1.*3:45:00.*friend; club.*nuts.*Bob.*2.*700.*@Team.*friends \(AB…\)/,
  );
});

test('answers about health and emergency contacts are offered to directors, and finance gets none of them in any way', async () => {
  const offered = async (as: StaffRole) =>
    (await ask('GET', '/export-columns', undefined, as)).body.columns as readonly {
      readonly id: string;
      readonly isSensitive: boolean;
      readonly isDefault: boolean;
    }[];
  const [directors, finances] = [await offered('director'), await offered('finance')];
  expect(directors.filter(({ isSensitive }) => isSensitive).map(({ id }) => id)).toEqual([
    'emergencyContact',
    'answer:contact',
    'answer:private-allergies',
  ]);
  expect(finances).toEqual(directors.filter(({ isSensitive }) => !isSensitive));
  expect(finances.filter(({ isDefault }) => isDefault)).toHaveLength(17);

  for (const id of ['emergencyContact', 'answer:contact', 'answer:private-allergies']) {
    const { status, body } = await order(['number', id], 'csv', 'finance');
    expect([id, status, body.type]).toEqual([id, 403, '/problems/not-permitted']);
  }
  const [theirs, harmless] = [await order(['number', 'emergencyContact']), await order(['number', 'email'])];
  expect(await write()).toBe(2);
  const link = (id: string, as: StaffRole) => ask('POST', `/exports/${id}/link`, {}, as);
  expect((await link(theirs.body.id, 'finance')).status).toBe(403);
  expect((await link(theirs.body.id, 'director')).status).toBe(200);
  expect((await link(harmless.body.id, 'finance')).status).toBe(200);
  expect((await ask('GET', '/exports', undefined, 'finance')).body.files).toContainEqual(
    expect.objectContaining({ id: theirs.body.id, isSensitive: true }),
  );
});

test('a column that does not exist is refused, and one that is named twice comes once', async () => {
  const { status, body } = await order(['number', 'answer:nothing']);
  expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'columns.1' })]]);
  expect((await order([])).status).toBe(422);
  const twice = await order(['number', 'number', 'state']);
  expect(await write()).toBe(1);
  expect(bodyOf(twice.body.id, 'csv').toString()).toMatch(/^\uFEFFnumber,state\r\n/);
});

test('a file begun before a form was changed looks otherwise afterwards, where it has what was changed', async () => {
  const looks = async (of: unknown, ids: readonly string[]) => {
    const all = await columnsOf({ formOf: async () => of, formColumns: (one) => formColumns(one as Form) })('race');
    return looksOf(chosenColumns(all, ids), 'frame');
  };
  const reworded = JSON.parse(JSON.stringify(form).replace('"en":"friend"', '"en":"somebody"'));
  expect(JSON.stringify(reworded)).not.toBe(JSON.stringify(form));
  expect(await looks(form, ['number', 'answer:heard'])).toBe(
    await looks(structuredClone(form), ['number', 'answer:heard']),
  );
  expect(await looks(reworded, ['number', 'answer:heard'])).not.toBe(await looks(form, ['number', 'answer:heard']));
  expect(await looks(reworded, ['number', 'answer:bus'])).toBe(await looks(form, ['number', 'answer:bus']));
});
