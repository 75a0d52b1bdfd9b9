import { raceList } from '../../lambdas/api/examples/examples';
import { keepAwayFromOpenings } from '../../operations/openings/keep-away';
import { serve } from '../loadtest/support/small-server';

const now = new Date('2027-03-01T10:00:00Z');
const siteWith = async (opensAt: string) => {
  const races = raceList.races.map((race) => ({ ...race, opensAt }));
  return (await serve((_, response) => response.end(JSON.stringify({ races })))).url;
};

test.each(['2027-03-01T11:59:59Z', '2027-03-01T08:00:01Z'])(
  'at ten o’clock a race that opens at %s keeps a deployment away for two hours',
  async (opensAt) =>
    expect(keepAwayFromOpenings(await siteWith(opensAt), 2, now)).rejects.toThrow(`opens at ${opensAt}`),
);

test.each(['2027-03-01T12:00:00Z', '2027-03-01T08:00:00Z', '2028-03-01T10:00:00Z'])(
  'at ten o’clock a race that opens at %s keeps nobody away',
  async (opensAt) => expect(keepAwayFromOpenings(await siteWith(opensAt), 2, now)).resolves.toBeUndefined(),
);

test('a system that fails gets its next release at once', async () => {
  const { url } = await serve((_, response) => response.writeHead(503).end());
  await keepAwayFromOpenings(url, 2, now);
});
