import { listTeams, pageSize } from '../../lambdas/teams/list-teams';
import type { ListedTeam } from '../../lambdas/teams/ports';
import { teamRoutes } from '../../lambdas/teams/routes';

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
    const page = (await list({ raceId: 'race', eventId: 'ten', words, after }))?.read();
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

test('what is kept of a page is its own, and goes with the list that it was made of', async () => {
  let known = fiftyTeams;
  const { 'GET /api/races/{raceId}/teams': answer } = teamRoutes({
    list: listTeams({
      races: { find: async () => ({ events: [{ id: 'ten' }] }) },
      lists: { ofEvent: async () => known, find: async () => undefined },
    }),
    show: async () => undefined,
  });
  const ask = async (query: object) => {
    const path = { raceId: 'race' };
    const { status, body, headers } = await answer({ path, query: { event: 'ten', ...query }, headers: {} } as never);
    return { status, etag: headers.etag, teams: status === 200 ? JSON.parse(body).teams : body };
  };
  const parts = (await ask({ q: 'owls 4' })).teams;
  expect(parts.map(({ id }: ListedTeam) => id)).toEqual(['team-4', ...[0, 2, 4, 6, 8].map((n) => `team-4${n}`)]);
  const [first, again] = [await ask({ q: ' OWLS 4' }), await ask({ q: 'owls 4', after: 'nobody' })];
  expect([first.teams, again.teams]).toEqual([parts, parts]);
  expect((await ask({ q: 'owls 4', after: 'team-42' })).teams.map(({ id }: ListedTeam) => id)).toEqual([
    'team-44',
    'team-46',
    'team-48',
  ]);

  known = fiftyTeams.map((one) => ({ ...one, members: 2 }));
  const later = await ask({ q: 'owls 4' });
  expect(later.teams).toEqual(parts.map((one: ListedTeam) => ({ ...one, members: 2 })));
  expect(later.etag).not.toBe(first.etag);
});
