import { findingsIn, measure } from '../../../lambdas/watch/differences';
import { lateAfterSeconds } from '../../../lambdas/watch/figures';
import { PostgresBooks } from '../../../lambdas/watch/postgres-books';
import { earlyPeople, latePeople } from '../../../local/demo-people/people';
import { soldHalf, soldLastYear, soldRace } from '../../../local/prepare/demo-sold';
import { withDatabase } from '../../end-to-end/support/database';
import { runSystem } from '../../end-to-end/support/running-system';
import { until } from '../../support/until';

jest.setTimeout(600_000);

const system = runSystem({ hasPeople: true });

const look = () =>
  withDatabase(system, async (postgres) => {
    const races = await postgres.query(
      `SELECT e.race_id, count(*)::int AS came, count(*) FILTER (WHERE g.live)::int AS stands,
         count(DISTINCT date_trunc('day', g.recorded_at)) > 20 AS over_weeks, bool_and(g.recorded_at >= r.opens_at) AS in_the_sale
       FROM registration g JOIN event e ON e.id = g.event_id JOIN race r ON r.id = e.race_id
       WHERE r.id = ANY ($1) GROUP BY 1 ORDER BY 1`,
      [[soldRace, soldLastYear]],
    );
    const [more] = await postgres.query(
      `SELECT (SELECT count(*)::int FROM announcement WHERE race_id = $1 AND state = 'done') AS announcements,
         (SELECT count(*)::int FROM waiting WHERE event_id = $2 AND state = 'offered') AS offers,
         (SELECT count(*)::int FROM webhook_message WHERE state = 'sent') > 20 AS webhooks,
         (SELECT count(*)::int FROM payment p JOIN registration g ON g.id = p.registration_id
            WHERE g.event_id IN (SELECT id FROM event WHERE race_id = $1) AND p.state = 'refunded') AS refunds`,
      [soldRace, soldHalf],
    );
    const books = new PostgresBooks(postgres, lateAfterSeconds);
    const pass = { figures: await books.look(), comparison: await books.compare(), cache: undefined };
    return { races, more, broken: findingsIn(measure(pass)).filter(({ severity }) => severity === 'broken') };
  });

const people = [...earlyPeople, ...latePeople];
const ofRace = (race: string) => people.filter(({ raceId }) => raceId === race).length;
const cancelled = 6;
const offersTaken = 1;
const refunded = 5;
const announcements = 2;
const whole = {
  races: [
    {
      race_id: soldRace,
      came: ofRace(soldRace) + offersTaken,
      stands: ofRace(soldRace) + offersTaken - cancelled,
      over_weeks: true,
      in_the_sale: true,
    },
    {
      race_id: soldLastYear,
      came: ofRace(soldLastYear),
      stands: ofRace(soldLastYear),
      over_weeks: true,
      in_the_sale: true,
    },
  ],
  more: { announcements, offers: 1, webhooks: true, refunds: refunded },
  broken: [],
};

test('the demo of `npm start` has a race with people, money, offers, announcements and webhooks, and the books agree', async () => {
  await until(
    async () => {
      const { more } = await look();
      return more?.refunds === refunded && more.announcements === announcements;
    },
    400,
    () => 'directors gave money back, and have written to everybody',
  );
  expect(await look()).toEqual(whole);
});

test('the next start finds everything there and does nothing twice', async () => {
  await system.interrupt();
  await system.start();
  expect(await look()).toEqual(whole);
});
