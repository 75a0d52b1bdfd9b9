import { CachedFundraisers } from '../../lambdas/fundraisers/cached-fundraisers';
import { type Fundraiser, pageOf, slugOf } from '../../lambdas/fundraisers/fundraiser';

test('invented races reach no database, and a thousand readers ask once', async () => {
  let loads = 0;
  const values = new Map<string, Promise<unknown>>();
  const cached = new CachedFundraisers(
    {
      get: async <T>(key: string, load: () => Promise<T>) => {
        if (!values.has(key)) values.set(key, load());
        return (await values.get(key)) as T;
      },
    },
    { find: async (raceId) => (raceId === 'here' ? ({ form: 1 } as never) : undefined) },
    {
      list: async () => {
        loads++;
        return [];
      },
      find: async () => {
        loads++;
        return undefined;
      },
    },
  );
  await Promise.all(Array.from({ length: 1000 }, () => cached.list('here')));
  expect(loads).toBe(1);
  await cached.list('elsewhere');
  await cached.find('elsewhere', 'x');
  expect(loads).toBe(1);
});

const some = (n: number): Fundraiser => ({
  slug: `f-${n}`,
  title: n === 7 ? 'Für Ümit' : `Number ${n}`,
  cause: 'trees',
  by: 'Ada L.',
  raised: 0,
  gifts: 0,
  isOpen: true,
});

test('a list is read page by page, and searched without accents', () => {
  const all = Array.from({ length: 45 }, (_, n) => some(n));
  const first = pageOf(all, {});
  expect([first.fundraisers.length, first.total, first.next]).toEqual([20, 45, 'f-19']);
  const second = pageOf(all, { after: first.next });
  expect([second.fundraisers[0]?.slug, second.next]).toEqual(['f-20', 'f-39']);
  const last = pageOf(all, { after: second.next });
  expect([last.fundraisers.length, last.next]).toEqual([5, undefined]);
  expect(pageOf(all, { q: ' UMIT' }).fundraisers.map(({ slug }) => slug)).toEqual(['f-7']);
  expect(pageOf(all, { after: 'hidden-since' }).fundraisers[0]?.slug).toBe('f-0');
});

test('a list that is searched over and over has its titles folded once', () => {
  const all = Array.from({ length: 45 }, (_, n) => some(n));
  pageOf(all, { q: 'tree' });
  const folded = jest.spyOn(String.prototype, 'normalize');
  for (const q of ['umit', 'nobody', '']) pageOf(all, { q });
  expect(folded.mock.calls.length).toBeLessThan(all.length);
  folded.mockRestore();
});

test.each([
  ['Für die Bäume!', 'fur-die-baume'],
  ['  --- ', 'fundraiser'],
  ['木のために', 'fundraiser'],
  ['a'.repeat(90), 'a'.repeat(40)],
  ['<b>Run</b>', 'b-run-b'],
])('the address of %s is %s', (title, slug) => expect(slugOf(title)).toBe(slug));
