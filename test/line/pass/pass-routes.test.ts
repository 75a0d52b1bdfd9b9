import type { issuePass } from '../../../lambdas/line/pass/issue-pass';
import { passRoutes } from '../../../lambdas/line/pass/routes';
import type { Request } from '../../../lambdas/platform/http/request';

const off = async () => ({ kind: 'line-off' as const });
const routes = passRoutes({
  siteUrl: 'https://run.example.com',
  passes: { arrival: off, pass: off, move: off, take: off } satisfies ReturnType<typeof issuePass>,
  sessions: {
    of: async () => ({ hash: 's1', isNew: true, cookies: [] }),
    find: async () => undefined,
    trace: '',
    farewell: [],
  },
  findRace: async (raceId) => (raceId === 'harbour' ? {} : undefined),
});
const asking = (raceId: string) => {
  const request: Partial<Request> = { path: { raceId }, cookies: {}, headers: {} };
  return { ...request, json: () => ({ token: 'x' }) } as unknown as Request;
};

test.each(Object.entries(routes))('%s tells a race without a line from one that is not there', async (_, route) => {
  await expect(route(asking('harbour'))).rejects.toMatchObject({ problem: { type: '/problems/line-off' } });
  await expect(route(asking('no-such-race'))).rejects.toMatchObject({ problem: { type: '/problems/not-found' } });
});
