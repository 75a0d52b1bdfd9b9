import type { Entry } from '../../lambdas/results/entry';
import type { PointedSet, VersionKind } from '../../lambdas/results/files';
import { buildVersion } from '../../lambdas/results/publish/build-version';
import { namesOf } from '../../static/src/results/names-of';
import { hash, rankRules as rules } from '../results/support/version';

const { fetch } = globalThis;
afterEach(() => {
  jest.restoreAllMocks();
  globalThis.fetch = fetch;
});

interface Published {
  readonly kind?: VersionKind;
  readonly names: Readonly<Record<number, string | undefined>>;
}

/** The files of a race with these sets, as a browser reads them. */
const publish = (raceId: string, sets: Readonly<Record<string, Published>>, number = 1) => {
  const files = new Map<string, unknown>();
  const pointed = Object.entries(sets).map(([id, { kind = 'start-list', names }]): PointedSet => {
    const entries = Object.entries(names).map(([bib, name]): Entry => ({ bib: Number(bib), name, status: 'entered' }));
    const head = { set: id, name: id, number, kind, note: '', at: '2026-06-01T12:00:00.000Z', points: [] };
    const built = buildVersion({ head: { ...head, distance: 10_000 }, rules, entries, cuts: {}, hash });
    for (const { path, content } of built.files) files.set(path, JSON.parse(content));
    const manifest = kind === 'withdrawn' ? null : built.name;
    return { id, name: id, event: id, kind, number, manifest, finishers: 0, entered: entries.length };
  });
  files.set('current.json', { raceId, sets: pointed });
  globalThis.fetch = async (url) => {
    const file = files.get(String(url).replace(/^.*\/results\/[^/]+\//, ''));
    return String(url).endsWith('/config.json')
      ? Response.json({})
      : file
        ? Response.json(file)
        : new Response('', { status: 404 });
  };
};

const namesIn = async (raceId: string, bibs: readonly number[]) =>
  Object.fromEntries(
    [...(await namesOf(raceId, bibs))].flatMap(([bib, one]) => (one ? [[bib, [one.name, one.href]] as const] : [])),
  );

test('a bib has the name of its runner, in whichever ranking they are', async () => {
  publish('a-day', {
    ten: { names: { 1: 'Ada', 2: 'Bo' } },
    wheelchair: { names: { 2: 'Bo' } },
    marathon: { names: { 3: 'Cy', 4: undefined } },
  });
  expect(await namesIn('a-day', [1, 2, 3, 4, 5])).toEqual({
    1: ['Ada', '/races/a-day/results/ten/1'],
    2: ['Bo', '/races/a-day/results/ten/2'],
    3: ['Cy', '/races/a-day/results/marathon/3'],
  });
});

test('where two events count their runners from 1, nobody is called by the name of another', async () => {
  publish('two-counts', {
    ten: { names: { 1: 'Ada', 2: 'Bo', 3: undefined } },
    marathon: { names: { 1: 'Zoe', 3: 'Cy' } },
    late: { names: { 1: 'Ada' } },
  });
  expect(Object.keys(await namesIn('two-counts', [1, 2, 3]))).toEqual(['2']);
});

test('a first ranking that is withdrawn takes no names from the others', async () => {
  publish('withdrawn-first', {
    ten: { kind: 'withdrawn', names: { 1: 'Ada' } },
    marathon: { names: { 3: 'Cy' } },
  });
  expect(Object.keys(await namesIn('withdrawn-first', [1, 3]))).toEqual(['3']);
});

test('who comes late is named, and who takes their name out is not any more, some minutes later', async () => {
  // Later than what the tests before read by the real clock, which began with this process.
  const start = 10 ** 9;
  let now = start;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  publish('a-day-long', { ten: { names: { 1: 'Ada', 2: 'Bo' } } });
  const names = async () => Object.keys(await namesIn('a-day-long', [1, 2, 3]));
  expect(await names()).toEqual(['1', '2']);
  publish('a-day-long', { ten: { names: { 1: undefined, 2: 'Bo', 3: 'Late' } } }, 2);
  now = start + 299_000;
  expect(await names()).toEqual(['1', '2']);
  now = start + 900_000;
  expect(await names()).toEqual(['2', '3']);
  // The page forgets the name that it has.
  expect((await namesOf('a-day-long', [1])).has(1)).toBe(true);
});
