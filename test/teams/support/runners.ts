import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { PostgresChanges } from '../../../lambdas/registration/change/postgres-changes';
import type { openPlainWorld } from '../../golden/plain-world';
import { openBrowser } from '../../quote/support/runner';
import { givingWith } from '../../support/races/ledger';
import type { MadeRace } from '../../support/races/race';

export type World = Awaited<ReturnType<typeof openPlainWorld>>;

const en = (text: string) => ({ en: text });
/** Trios run anywhere, clubs have twelve places. */
export const teamForm = {
  language: 'en',
  questions: [],
  teams: {
    kinds: [
      { id: 'trio', label: en('Trio'), size: 3 },
      { id: 'club', label: en('Club'), size: 12 },
      { id: 'old', label: en('Old'), size: 4, retired: true },
    ],
  },
};

let people = 0;
const nameOf = (n: number) => `Bo${'abcdefghijklmnopqrstuvwxyz'[n % 26]}${'x'.repeat(Math.floor(n / 26))}`;

/** Runners with spots in one browser, of whom the first one pays. */
export const holding = async (world: World, { raceId, eventId }: MadeRace, size = 1) => {
  const ids = Array.from({ length: size }, uuid7);
  const [registrationId = '', ...companions] = ids;
  const names = ids.map(() => nameOf(people++));
  const send = openBrowser(world);
  const held = await send('POST', `/api/races/${raceId}/holds`, {
    registrationId,
    eventId,
    ...(size > 1 && { companions }),
  });
  const { hold } = held.body;
  const path = `/api/registrations/${registrationId}`;
  const quote = (team?: object, previous?: string, legs: readonly (number | undefined)[] = []) =>
    send('PUT', `${path}/quote`, {
      hold,
      form: 1,
      entry: {
        people: ids.map((id, n) => ({
          registrationId: id,
          firstName: names[n],
          lastName: 'Lovelace',
          email: `${names[n]?.toLowerCase()}@example.com`,
          birthDate: '1985-12-10',
          answers: {},
          ...(legs[n] !== undefined && { leg: legs[n] }),
        })),
        order: { answers: {}, ...(team && { team }) },
      },
      ...(previous && { previous: { quote: previous, tried: false } }),
    });
  const pay = async (quoted: { body: { quote: string; entry: object } }) =>
    send('PUT', path, {
      hold,
      quote: quoted.body.quote,
      entry: quoted.body.entry,
      waiver: { hash: 'w1', accepted: true },
      confirmationToken: await world.tokenOf('pm_card_visa'),
    });
  const register = async (team?: object, legs?: readonly (number | undefined)[]) => {
    const quoted = await quote(team, undefined, legs);
    if (quoted.status !== 200) throw new Error(JSON.stringify(quoted.body));
    const paid = await pay(quoted);
    if (paid.status !== 202) throw new Error(JSON.stringify(paid.body));
    await settle(world);
  };
  const show = async () => (await send('GET', path, undefined, hold)).body;
  return { registrationId, ids, hold, send, quote, pay, register, show };
};

export const settle = async (world: World) => {
  for (const queue of ['registrations', 'payments', 'settlements']) await world.deliver(queue);
};

export const changesOf = (world: World) =>
  new PostgresChanges({
    postgres: world.database.postgres,
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, 3),
    giveToWaiting: givingWith(),
  });

export const founding = (name: string, kind = 'trio') => ({ create: { kind, name } });

/** The teams of a race as they are stored. `members`: in the order in which they came. */
export const teamsOf = (sql: Sql, raceId: string) =>
  sql.query<{ id: string; name: string; code: string; captain: string | null; state: string; members: string[] }>(
    `SELECT t.id, t.name, t.join_code AS code, t.captain, t.state,
            array(SELECT r.id FROM registration r WHERE r.team_id = t.id AND r.live ORDER BY r.submitted_at, r.id) AS members
     FROM team t WHERE t.race_id = $1 ORDER BY t.created_at, t.id`,
    [raceId],
  );

/** How many places are free, claimed and taken. */
export const placesOf = async (sql: Sql, raceId: string) => {
  const [row] = await sql.query<{ free: number; given: number; all: number }>(
    `SELECT count(*) FILTER (WHERE u.block IS NULL)::int AS free, count(l.unit)::int AS given, count(*)::int AS all
     FROM pool p JOIN unit u ON u.pool_id = p.id
     LEFT JOIN registration_line l ON l.pool_id = u.pool_id AND l.unit = u.number
     WHERE p.race_id = $1 AND p.kind = 'team'`,
    [raceId],
  );
  return row;
};
