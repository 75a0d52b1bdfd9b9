import { announce } from '../../lambdas/announcements/announce';
import { feedAnnouncements } from '../../lambdas/announcements/feed-announcements';
import type { Announcement, Road } from '../../lambdas/announcements/ports';
import { PostgresAnnouncementQueue } from '../../lambdas/announcements/postgres-announcement-queue';
import { PostgresAnnouncements } from '../../lambdas/announcements/postgres-announcements';
import { mailMessage } from '../../lambdas/domain/mail-order';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { registerRunner } from '../mail/register-runner';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace } from '../support/races/race';

export const registered = { search: { kind: 'all' }, state: 'registered', isUnreached: false } as const;

export const wished = ({ raceId }: MadeRace, changes: Partial<Announcement> = {}): Announcement => ({
  raceId,
  subject: 'Start at 9',
  body: 'Come early.',
  isService: false,
  audience: registered,
  ...changes,
});

/** Races whose runners are written to, in a database of its own for all tests of a file. */
export const openAnnouncing = () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());

  const postgres = (): Postgres => database.postgres;

  const needs = () => ({
    postgres: postgres(),
    newId: uuid7,
    mailMessage: (order: Parameters<typeof mailMessage>[0]) => mailMessage(order, 4),
  });

  /** Every call of the queue may be the last one of its process: after its effect, and before anybody hears of it. */
  const worker = ({
    crashAt = Number.POSITIVE_INFINITY,
    road = {},
    after = async () => {},
  }: {
    crashAt?: number;
    road?: Partial<Road>;
    after?: () => Promise<unknown>;
  } = {}) => {
    const queue = new PostgresAnnouncementQueue(needs());
    let calls = 0;
    const mortal = new Proxy(queue, {
      get:
        (of, name) =>
        async (...args: unknown[]) => {
          const answer =
            name === 'road' ? { ...(await of.road()), ...road } : await Reflect.get(of, name).apply(of, args);
          if (++calls === crashAt) throw new Error('the process dies');
          return answer;
        },
    });
    const work = feedAnnouncements({
      queue: mortal,
      catchUp: async () => undefined,
      relay: async () => undefined,
      newId: uuid7,
      now: Date.now,
      pause: async () => void (await after()),
      report: () => undefined,
    });
    return { calls: () => calls, work: () => work(Number.POSITIVE_INFINITY) };
  };

  const openAnnounce = () => {
    const announcements = new PostgresAnnouncements(needs());
    const projection = new PostgresProjection(postgres(), { seconds: 0, openingSeconds: 0 });
    const catchUp = (raceId: string) => projection.catchUp(raceId);
    return { announcements, ...announce({ announcements, catchUp, write: async () => [] }) };
  };

  const raceWith = async (emails: readonly string[]): Promise<MadeRace & { readonly ids: readonly string[] }> => {
    const race = await makeRace(postgres(), { spots: emails.length });
    const ids: string[] = [];
    for (const [n, email] of emails.entries()) ids.push(await registerRunner(postgres(), race, { spot: n + 1, email }));
    await postgres().query(
      `UPDATE registration SET recorded_at = clock_timestamp() - interval '1 hour' + make_interval(secs => number) WHERE event_id = $1`,
      [race.eventId],
    );
    await postgres().query(`UPDATE race SET opens_at = now() - interval '2 days' WHERE id = $1`, [race.raceId]);
    return { ...race, ids };
  };
  const orderedTo = async ({ raceId }: MadeRace) =>
    (
      await postgres().query<{ email: string }>(
        `SELECT g.runner ->> 'email' AS email FROM outbox o JOIN registration g ON g.id::text = o.body ->> 'registrationId'
         JOIN event e ON e.id = g.event_id WHERE e.race_id = $1 AND o.body ->> 'template' = 'announcement' ORDER BY 1`,
        [raceId],
      )
    ).map(({ email }) => email);
  const freeLeases = ({ raceId }: MadeRace) =>
    postgres().query(`UPDATE announcement SET lease_until = now() - interval '1 second' WHERE race_id = $1`, [raceId]);

  const send = async (race: MadeRace, changes: Partial<Announcement> = {}, id = uuid7()) => {
    const answer = await openAnnounce().send(id, wished(race, changes), false);
    if (answer.kind !== 'announced') throw new Error(answer.kind);
    return { id, ...answer };
  };

  return {
    get postgres() {
      return postgres();
    },
    needs,
    worker,
    openAnnounce,
    raceWith,
    orderedTo,
    freeLeases,
    send,
  };
};
