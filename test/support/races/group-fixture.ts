import { personOf } from '../../../lambdas/domain/person/person';
import { membersOf, type Submission } from '../../../lambdas/domain/registration';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import type { Recorded } from '../../../lambdas/registration/ports';
import type { Block } from '../../../lambdas/spots/blocks/block';
import { type FreshDatabase, freshDatabase } from '../postgres/database';
import { lockWaiters } from '../postgres/lock-waiters';
import { ledgerOn } from './ledger';
import { type MadeRace, makeRace } from './race';
import { registrationsOn } from './registrations';
import { joinConfirmed } from './waiting-list';

export const idOf = ({ hold }: Submission) => hold.registrationId;
export const personOfLead = ({ runner }: Submission) => personOf(runner);

/** What was decided, in words: `confirmed 7`, `refused as before`, `deferred`. */
export const outcomes = ({ decisions, deferred }: Recorded) => [
  ...decisions.map(
    ({ outcome, number, isRepeat }) => `${outcome}${number ? ` ${number}` : ''}${isRepeat ? ' as before' : ''}`,
  ),
  ...deferred.map(() => 'deferred'),
];

/** A database for all tests of a file, with a writer, and queries for what it wrote. */
export const openGroupFixture = () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database?.close());
  const postgres = () => database.postgres;

  const query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    postgres().query<Row>(text, values);
  const writer = () => registrationsOn(postgres());
  const recordGroup = (submission: Submission) => writer().recordGroup(submission);
  const alone = (submission: Submission) => writer().record(submission.hold.eventId, [submission]);
  const cut = async (race: MadeRace): Promise<Block> => {
    const answer = await ledgerOn(postgres()).cut(race.eventId, undefined, 'spent');
    if (answer.kind !== 'block') throw new Error(`expected a block, got ${answer.kind}`);
    return answer.block;
  };
  const expire = async ({ eventId }: MadeRace) => {
    await query('UPDATE block SET closes_at = clock_timestamp() WHERE event_id = $1', [eventId]);
    await ledgerOn(postgres()).reclaim(eventId);
  };
  const join = async ({ eventId }: MadeRace, name: string) => {
    const runner = { firstName: name, lastName: 'Test', email: `${name}@example.com`, birthDate: '1990-01-01' };
    await joinConfirmed(postgres(), eventId, [{ placeId: uuid7(), person: personOf(runner), runner, size: 1 }]);
  };
  /** A race whose numbers 1 to `spots` are all in one block. */
  const raceInOneBlock = async (spots: number) => {
    const race = await makeRace(postgres(), { spots });
    const id = uuid7();
    await query(
      `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
       SELECT $1, $2, array_agg(number ORDER BY number), now() + interval '1 minute', now() + interval '1 hour' FROM spot WHERE event_id = $2`,
      [id, race.eventId],
    );
    await query('UPDATE spot SET block = $1 WHERE event_id = $2', [id, race.eventId]);
    await query('UPDATE event SET current_block = $1 WHERE id = $2', [id, race.eventId]);
    const numbers = Array.from({ length: spots }, (_, n) => n + 1);
    return { race, block: { id, numbers } };
  };
  const free = ({ eventId }: MadeRace, numbers: readonly number[]) =>
    query('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = ANY ($2::int[])', [eventId, numbers]);

  const rowsOf = (submission: Submission) =>
    query<{ id: string; outcome: string; number: number | null; via: string; share: number; paid_as: string | null }>(
      `SELECT id, outcome, live, number, via, share, paid_as, person FROM registration WHERE id = ANY ($1::uuid[])
       ORDER BY array_position($1::uuid[], id)`,
      [membersOf(submission).map(({ registrationId }) => registrationId)],
    );
  const spotsOf = ({ eventId }: MadeRace) =>
    query<{ number: number; block: string | null }>(
      'SELECT number, block FROM spot WHERE event_id = $1 ORDER BY number',
      [eventId],
    );
  const sellable = async (race: MadeRace) =>
    (await spotsOf(race)).filter(({ block }) => block === null).map(({ number }) => number);
  /** The payment orders of the one who pays, and a note of any for a companion. */
  const ordersOf = async (submission: Submission) => {
    const ids = membersOf(submission).map(({ registrationId }) => registrationId);
    const rows = await query<{ body: { action: string; amount: number; registrationId: string } }>(
      `SELECT body FROM outbox WHERE queue = 'payments' AND body ->> 'registrationId' = ANY ($1) ORDER BY id`,
      [ids],
    );
    return rows.map(({ body: { action, amount, registrationId } }) =>
      registrationId === ids[0] ? `${action} ${amount}` : `${action} of a companion`,
    );
  };
  const waitingIn = ({ eventId }: MadeRace) =>
    query('SELECT person, size, rank, state FROM waiting WHERE event_id = $1 ORDER BY rank, position', [eventId]);

  /** Runs `happens` before the writer first executes the statement `text`. */
  const meanwhile = (text: string, happens: () => Promise<unknown>) => {
    let times = 0;
    const between: Postgres = {
      query: (statement, values) => postgres().query(statement, values),
      transaction: (work, options) =>
        postgres().transaction(
          (sql) =>
            work({
              query: async (statement, values) => {
                if (statement === text && times++ === 0) await happens();
                return sql.query(statement, values);
              },
            }),
          options,
        ),
      close: () => postgres().close(),
    };
    return { writer: registrationsOn(between), times: () => times };
  };

  return {
    postgres,
    query,
    writer,
    recordGroup,
    alone,
    cut,
    expire,
    join,
    raceInOneBlock,
    free,
    rowsOf,
    spotsOf,
    sellable,
    ordersOf,
    waitingIn,
    lockWaiters: () => lockWaiters(postgres()),
    meanwhile,
  };
};
