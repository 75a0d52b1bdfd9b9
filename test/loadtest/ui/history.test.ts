import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileHistory } from '../../../loadtest/ui/file-history';
import { aReport } from './a-report';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'startline-runs-'));
  folder = join(parent, 'load');
});
afterEach(() => rm(parent, { recursive: true }));

const older = aReport();
const newer = aReport({ id: '0199b000-0000-7000-8000-000000000002', startedAt: '2026-11-22T20:15:00.000Z' });

test('a folder that is not there yet holds no runs', async () => {
  expect(await new FileHistory(folder).list()).toEqual({ reports: [], damaged: [] });
  expect(await new FileHistory(folder).find(older.id)).toBeUndefined();
});

test('what is kept is found again, the newest first', async () => {
  const history = new FileHistory(folder);
  await history.keep(older);
  await history.keep(newer);
  expect((await history.list()).reports).toEqual([newer, older]);
  expect(await history.find(older.id)).toEqual(older);
  expect((await readdir(folder)).sort()).toEqual([`${older.id}.json`, `${newer.id}.json`]);
});

test.each([
  ['a file cut off', '{"id": "', /JSON/],
  ['a file without its verdict', JSON.stringify({ ...older, checks: undefined }), /checks/],
  [
    'a histogram that is none',
    JSON.stringify({ ...older, steps: older.steps.map((step) => ({ ...step, histogram: 'AAAA' })) }),
    /histogram/,
  ],
])('%s is named with what is wrong with it, and the others are listed all the same', async (_, text, reason) => {
  const history = new FileHistory(folder);
  await history.keep(newer);
  await writeFile(join(folder, `${older.id}.json`), text);
  const { reports, damaged } = await history.list();
  expect(reports).toEqual([newer]);
  expect(damaged).toEqual([{ file: join(folder, `${older.id}.json`), reason: expect.stringMatching(reason) }]);
  await expect(history.find(older.id)).rejects.toThrow(reason);
});

test('a new comment changes nothing but the comment, not even what this version does not know', async () => {
  const history = new FileHistory(folder);
  await history.keep(older);
  const file = join(folder, `${older.id}.json`);
  await writeFile(file, JSON.stringify({ ...older, later: 'knowledge' }));
  expect(await history.comment(older.id, 'after')).toBe(true);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...older, later: 'knowledge', comment: 'after' });
  expect(await history.comment(newer.id, 'nobody')).toBe(false);
});

test('a run is deleted once', async () => {
  const history = new FileHistory(folder);
  await history.keep(older);
  expect(await history.remove(older.id)).toBe(true);
  expect(await history.remove(older.id)).toBe(false);
  expect((await history.list()).reports).toEqual([]);
});

test('what is no id leads out of the folder for nobody', async () => {
  const history = new FileHistory(folder);
  await history.keep(older);
  await writeFile(join(parent, 'outside.json'), JSON.stringify(older));
  expect(await history.find('../outside')).toBeUndefined();
  expect(await history.comment('../outside', 'x')).toBe(false);
  expect(await history.remove('../outside')).toBe(false);
  expect(await readdir(parent)).toContain('outside.json');
});
