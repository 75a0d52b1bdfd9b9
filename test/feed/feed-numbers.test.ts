import { PostgresFeedDesk } from '../../lambdas/feed/postgres-feed-desk';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { openStores } from '../support/stores';
import { until } from '../support/until';
import { aComment, openFeed } from './a-feed';

const stores = openStores();
const publishers = 8;
const each = 25;
const [leastKilled, mostKilled] = [6, 40];

test('many who publish at once wait for each other, and none is refused', async () => {
  const { raceId } = await openFeed(stores.database.postgres);
  const pools = Array.from({ length: publishers }, () => openPostgres(stores.database.url, { maxConnections: 1 }));
  const desks = pools.map((pool) => new PostgresFeedDesk(pool, uuid7));
  const one = async (n: number) =>
    desks[n % publishers]?.publish({ raceId, messages: [aComment(`${n}`)], isDryRun: false });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => one(n)));
  await Promise.all(pools.map((pool) => pool.close()));
  const numbers = answers.map((answer) => (answer?.kind === 'published' ? answer.messages[0]?.number : undefined));
  expect(numbers.sort((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
});

interface Kept {
  readonly id: string;
  readonly number: number;
}

test('eight publish at once while their connections are killed: numbers have no gap, each message has one, in the order of the answers', async () => {
  const { raceId } = await openFeed(stores.database.postgres);
  const pools = Array.from({ length: publishers }, () => openPostgres(stores.database.url, { maxConnections: 1 }));
  const killer = openPostgres(stores.database.superuserUrl, { maxConnections: 1 });
  let [killed, publishing] = [0, publishers];
  const kill = async () => {
    while (publishing > 0 && killed < mostKilled) {
      // One that is in the middle: it holds the row, or waits for it.
      const victims = await killer.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = 'registrar' AND xact_start IS NOT NULL ORDER BY random() LIMIT 1`);
      killed += victims.length;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
  const lost: string[] = [];
  const work = async (postgres: (typeof pools)[number]): Promise<readonly number[]> => {
    const desk = new PostgresFeedDesk(postgres, uuid7);
    const numbers: number[] = [];
    // On a fast machine all would be published before enough are killed.
    for (let n = 0; n < each || killed < leastKilled; n++) {
      const messages = Array.from({ length: 1 + (n % 3) }, (_, at) => aComment(`${n} ${at}`));
      // Sent again until there is an answer: a publisher who lost the answer does not know whether it was published.
      const answer = await until(
        () =>
          desk.publish({ raceId, messages, isDryRun: false }).catch((error: unknown) => {
            lost.push(String(error));
            return undefined;
          }),
        60,
      );
      if (answer.kind !== 'published') throw new Error(answer.kind);
      numbers.push(...answer.messages.map(({ number }) => number));
    }
    publishing--;
    return numbers;
  };
  const [numbers] = await Promise.all([Promise.all(pools.map(work)), kill()]);
  await Promise.all([...pools, killer].map((pool) => pool.close()));

  expect(killed).toBeGreaterThanOrEqual(leastKilled);
  expect(lost.length).toBeGreaterThan(0);
  // What was answered earlier to somebody has the lower number.
  for (const own of numbers) expect([...own].sort((a, b) => a - b)).toEqual(own);
  const kept = await stores.database.postgres.query<Kept>(
    'SELECT id, number FROM feed_message WHERE race_id = $1 ORDER BY number',
    [raceId],
  );
  const all = numbers.flat().sort((a, b) => a - b);
  expect(kept.map(({ number }) => number)).toEqual(all);
  expect(all).toEqual(Array.from({ length: all.length }, (_, n) => n + 1));
  expect(await stores.database.postgres.query('SELECT head FROM feed WHERE race_id = $1', [raceId])).toEqual([
    { head: all.length },
  ]);
}, 90_000);
