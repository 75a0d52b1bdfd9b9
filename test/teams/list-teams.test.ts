import { listTeams, pageSize } from '../../lambdas/teams/list-teams';
import type { ListedTeam } from '../../lambdas/teams/ports';

const team = (n: number): ListedTeam => ({
  ...{ id: `team-${n}`, name: `${n % 2 === 0 ? 'Ｏwls' : 'Hares'} ${n}`, kind: 'club' },
  ...{ size: 12, members: 1, isOpen: true },
});
const fiftyTeams = Array.from({ length: 50 }, (_, n) => team(n));

const list = listTeams({
  races: { find: async (id) => (id === 'race' ? { events: [{ id: 'ten' }] } : undefined) },
  lists: { ofEvent: async () => fiftyTeams, find: async () => undefined },
});
const pagesOf = async (words: string): Promise<readonly (readonly string[])[]> => {
  const pages: string[][] = [];
  for (let after: string | undefined; pages.length < 10; ) {
    const page = await list({ raceId: 'race', eventId: 'ten', words, after });
    pages.push((page?.teams ?? []).map(({ id }) => id));
    if (!page?.next) return pages;
    after = page.next;
  }
  throw new Error('the list has no end');
};

test('all teams come once, page by page, and the last page names no other one', async () => {
  const pages = await pagesOf('');
  expect(pages.map((page) => page.length)).toEqual([pageSize, pageSize, 10]);
  expect(pages.flat()).toEqual(fiftyTeams.map(({ id }) => id));
});

test('a search finds names however they are written, page by page', async () => {
  const pages = await pagesOf(' OWLS ');
  expect(pages.map((page) => page.length)).toEqual([pageSize, 5]);
  expect(pages.flat()).toEqual(fiftyTeams.flatMap(({ id }, n) => (n % 2 === 0 ? [id] : [])));
  expect(await pagesOf('owls 48')).toEqual([['team-48']]);
  expect(await pagesOf('bears')).toEqual([[]]);
});

test('an event that the race does not show has no list', async () => {
  expect(await list({ raceId: 'race', eventId: 'hidden', words: '' })).toBeUndefined();
  expect(await list({ raceId: 'other', eventId: 'ten', words: '' })).toBeUndefined();
});
