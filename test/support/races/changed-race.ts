import { mailMessage } from '../../../lambdas/domain/mail-order';
import { personOf } from '../../../lambdas/domain/person/person';
import type { Submission } from '../../../lambdas/domain/registration';
import type { GiveToWaiting } from '../../../lambdas/ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { PostgresChanges } from '../../../lambdas/registration/change/postgres-changes';
import { PostgresCapacities } from '../../../lambdas/spots/capacity/postgres-capacity';
import { freshDatabase } from '../postgres/database';
import { lockWaiters } from '../postgres/lock-waiters';
import { makeFullRace } from './full-race';
import { givingWith } from './ledger';
import type { MadeRace } from './race';
import { registrationsOn } from './registrations';
import { joinConfirmed } from './waiting-list';

export const idOf = ({ hold }: Submission) => hold.registrationId;

/** A database for all tests of a file, with the stores that change registrations, and queries for the results. */
export const openChanges = () => {
  let postgres: Postgres;
  let changes: PostgresChanges;
  let capacities: PostgresCapacities;
  let superuserUrl: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await freshDatabase();
    ({ postgres, superuserUrl } = database);
    close = () => database.close();
    changes = changesWith(givingWith());
    capacities = new PostgresCapacities(postgres, givingWith());
  });
  afterAll(() => close());
  const mail = (order: Parameters<typeof mailMessage>[0]) => mailMessage(order, 4);
  const changesOn = (on: Postgres, giveToWaiting: GiveToWaiting = givingWith()) =>
    new PostgresChanges({ postgres: on, newId: uuid7, mailMessage: mail, giveToWaiting });
  const changesWith = (giveToWaiting: GiveToWaiting) => changesOn(postgres, giveToWaiting);

  const query: Sql['query'] = (text, values) => postgres.query(text, values);

  return {
    get postgres() {
      return postgres;
    },
    get superuserUrl() {
      return superuserUrl;
    },
    get changes() {
      return changes;
    },
    get capacities() {
      return capacities;
    },
    query,
    /** Like `changes`, with another step for spots that become free. */
    changesWith,
    /** Like `changes`, with transactions of the test's own. */
    changesOn,

    /**
     * A full race that lets runners cancel, with 80 % back, and pass their spot on; everybody has paid unless said
     * otherwise.
     */
    paidRace: async (spots: number, { until = '1 hour', state = 'captured' } = {}) => {
      const made = await makeFullRace(postgres, spots);
      await query(
        `UPDATE race SET cancel_until = now() + $2::interval, transfer_until = now() + $2::interval, refund_percent = 80 WHERE id = $1`,
        [made.race.raceId, until],
      );
      await query(`UPDATE payment SET state = $2 WHERE registration_id = ANY ($1)`, [
        made.submissions.map(idOf),
        state,
      ]);
      const [first, second] = made.submissions;
      if (!first) throw new Error('a race has a spot');
      return { ...made, first, second: second ?? first };
    },

    rowOf: async (id: string) => {
      const [row] = await query(
        `SELECT outcome, live, ended, spot, number, via, wanted, state, p.refund FROM registration r
         LEFT JOIN payment p ON p.registration_id = r.id WHERE r.id = $1`,
        [id],
      );
      return row;
    },

    bodiesIn: async (outbox: readonly string[]) => {
      const rows = await query<{ body: unknown }>('SELECT body FROM outbox WHERE id = ANY ($1::uuid[]) ORDER BY id', [
        outbox,
      ]);
      return rows.map(({ body }) => body);
    },

    deedsOn: async ({ eventId }: MadeRace) => {
      const rows = await query<{ actor: string; action: string }>(
        'SELECT actor, action FROM audit WHERE event_id = $1 ORDER BY id',
        [eventId],
      );
      return rows.map(({ actor, action }) => `${actor} ${action}`);
    },

    spotsOf: async ({ eventId }: MadeRace) => numbersIn(await query(`${numbers} ORDER BY number`, [eventId])),
    sellable: async ({ eventId }: MadeRace) =>
      numbersIn(await query(`${numbers} AND block IS NULL ORDER BY number`, [eventId])),

    joinAs: async ({ eventId }: MadeRace, name: string) => {
      const runner = { firstName: name, lastName: 'Test', email: `${name}@example.com`, birthDate: '1990-01-01' };
      const placeId = uuid7();
      await joinConfirmed(postgres, eventId, [{ placeId, person: personOf(runner), runner, size: 1 }]);
      return placeId;
    },

    lockWaiters: () => lockWaiters(postgres),

    /** A desk lets somebody in, or takes it back. */
    atDesk: async (registrationId: string, kind: 'in' | 'undo' = 'in') => {
      await query(
        `INSERT INTO check_in (id, race_id, seq, registration_id, kind, proof, station, scanned_at)
         SELECT $2, e.race_id, (SELECT count(*) + 1 FROM check_in c WHERE c.race_id = e.race_id), r.id, $3, 'code', 'A', now()
         FROM registration r JOIN event e ON e.id = r.event_id WHERE r.id = $1`,
        [registrationId, uuid7(), kind],
      );
    },

    placeOf: async (placeId: string) =>
      (await query<{ state: string }>('SELECT state FROM waiting WHERE id = $1', [placeId]))[0]?.state,

    record: (race: MadeRace, submission: Submission) => registrationsOn(postgres).record(race.eventId, [submission]),
  };
};

const numbers = 'SELECT number FROM spot WHERE event_id = $1';
const numbersIn = (rows: readonly Record<string, unknown>[]) => rows.map(({ number }) => number);
