import { migrations } from '../../lambdas/migrations/all';
import { migrate } from '../../lambdas/migrations/migrate';
import { PostgresFailedRefunds } from '../../lambdas/payment/reconcile/postgres-failed-refunds';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresPlaces } from '../../lambdas/spots/waiting-list/postgres-places';
import { openOffices, settlement } from '../payment/support/office';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { givingWith } from '../support/races/ledger';
import { placeKeyOf } from '../support/races/place-key';
import { type MadeRace, makeRace } from '../support/races/race';

let database: FreshDatabase;
let owner: Postgres;

beforeAll(async () => {
  database = await freshDatabase();
  owner = openPostgres(database.ownerUrl);
  await owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(
    owner,
    migrations.filter(({ name }) => name < '0007'),
  );
});
afterAll(async () => {
  await owner?.close();
  await database?.close();
});

interface Runner {
  readonly outcome?: 'confirmed' | 'duplicate' | 'refused';
  readonly ended?: 'cancelled' | 'transferred' | 'payment-failed';
  readonly via?: string;
  /** By name, who paid for them. */
  readonly paidAs?: string;
  readonly payment?: {
    readonly wanted?: 'capture' | 'void' | 'refund';
    readonly state: string;
    readonly refund?: number;
    readonly failed?: string;
    readonly isPaid?: true;
  };
}

const gone = { ended: 'cancelled' } as const;
const back = { wanted: 'refund', state: 'refunded', refund: 3600 } as const;

/** One of each kind that could exist before groups existed. */
const runners: Record<string, Runner> = {
  'is being charged': { payment: { state: 'authorised' } },
  'is in': { payment: { state: 'captured' } },
  'could not pay': { ended: 'payment-failed', payment: { state: 'failed' } },
  'was in already': { outcome: 'duplicate', payment: { wanted: 'void', state: 'voided' } },
  'came too late': { outcome: 'refused', payment: { wanted: 'void', state: 'authorised' } },
  'was swept': { outcome: 'refused', via: 'sweep', payment: { wanted: 'void', state: 'voided' } },
  'cancelled and gets nothing': { ...gone, payment: { state: 'captured' } },
  'cancelled just now': { ...gone, payment: { ...back, state: 'captured' } },
  'cancelled and has their money': { ...gone, payment: back },
  'cancelled, and it came back': { ...gone, payment: { ...back, failed: 'closed' } },
  'cancelled, and it came back before we knew that it went': {
    ...gone,
    payment: { ...back, state: 'captured', failed: 'closed' },
  },
  'cancelled, and was paid by hand': { ...gone, payment: { ...back, failed: 'closed', isPaid: true } },
  'passed their spot on': { ended: 'transferred', payment: { state: 'captured' } },
  'runs for them': { via: 'transfer', paidAs: 'passed their spot on' },
  'passed on what was cancelled': { ended: 'transferred', payment: back },
  'cancelled what they were given': { ...gone, via: 'transfer', paidAs: 'passed on what was cancelled' },
};

const names = Object.keys(runners);
const ids = new Map(names.map((name) => [name, uuid7()]));

const enter = async ({ eventId }: MadeRace, block: string) => {
  for (const [at, [name, { outcome = 'confirmed', ended, via = 'block', paidAs, payment }]] of Object.entries(
    runners,
  ).entries()) {
    const [isIn, isLive, isKnown] = [outcome === 'confirmed', outcome === 'confirmed' && !ended, via !== 'sweep'];
    const spot = at + 1;
    await owner.query(
      `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, ended, paid_as)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ids.get(name),
        eventId,
        isKnown ? name : null,
        outcome,
        isLive,
        isLive ? spot : null,
        isLive ? block : null,
        isIn ? spot : null,
        isIn || !isKnown ? via : 'none',
        isKnown ? { firstName: name } : null,
        ended,
        paidAs && ids.get(paidAs),
      ],
    );
    if (!payment) continue;
    const { wanted = 'capture', state, refund, failed, isPaid } = payment;
    await owner.query(
      `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted, state, refund, refund_failed, refund_paid_at)
       VALUES ($1, $2, 4500, 'EUR', $3, $4, $5, $6, CASE WHEN $7::boolean THEN now() END)`,
      [ids.get(name), isKnown ? `pi_${at}` : null, wanted, state, refund, failed, isPaid],
    );
  }
};

const states = ['waiting', 'offered', 'registered', 'expired', 'left', 'not-needed'] as const;
const places = new Map(states.map((state) => [state, uuid7()]));

const offer = async ({ eventId }: MadeRace, number: number): Promise<string> => {
  const id = uuid7();
  await owner.query(
    `INSERT INTO block (id, event_id, owner, numbers, deal_until, closes_at)
     VALUES ($1, $2, 'offered', ARRAY[$3::int], now() + interval '1 day', now() + interval '2 days')`,
    [id, eventId, number],
  );
  await owner.query('UPDATE spot SET block = $1 WHERE event_id = $2 AND number = $3', [id, eventId, number]);
  return id;
};

const join = async ({ eventId }: MadeRace, block: string) => {
  for (const state of states)
    await owner.query(
      `INSERT INTO waiting (id, event_id, person, runner, rank, state, block) VALUES ($1, $2, $3, '{}', 1, $3, $4)`,
      [places.get(state), eventId, state, state === 'offered' ? block : null],
    );
};

const idOf = (name: string) => ids.get(name) ?? '';
const authorisationOf = (name: string) => `pi_${names.indexOf(name)}`;
const registrar = () => database.postgres;

/** All rows, in the columns that exist. */
const read = async () =>
  Promise.all(
    [
      'registration t ORDER BY id',
      'payment t ORDER BY registration_id',
      'block t ORDER BY id',
      'waiting t ORDER BY id',
    ].map((rows) => owner.query<{ row: object }>(`SELECT to_jsonb(t) AS row FROM ${rows}`)),
  );

describe('a database with everything in it that there could be before anybody came together', () => {
  let offered: string;
  beforeAll(async () => {
    const race = await makeRace(owner, { spots: names.length + 1 });
    const block = uuid7();
    await owner.query(
      `INSERT INTO block (id, event_id, numbers, deal_until, closes_at, closed)
       SELECT $1, $2, array_agg(number), now(), now(), true FROM spot WHERE event_id = $2`,
      [block, race.eventId],
    );
    await owner.query('UPDATE spot SET block = $1 WHERE event_id = $2', [block, race.eventId]);
    await enter(race, block);
    offered = await offer(race, names.length + 1);
    await join(race, offered);
  });

  test('is brought up to date, and says what it said', async () => {
    const before = await read();
    expect(before.map((rows) => rows.length)).toEqual([names.length, names.length - 2, 2, states.length]);
    expect(await migrate(owner)).toContain('0007-together');
    expect(await read()).toMatchObject(before);
  });

  test('knows of everybody what they get, what went, and what came back', async () => {
    const rows = await registrar().query(
      `SELECT r.id, r.share, r.refund, p.refunded, p.refund_ordered, p.refund_lost FROM registration r
       LEFT JOIN payment p ON p.registration_id = r.id ORDER BY r.id`,
    );
    const paid = { share: null, refund: null, refunded: 0, refund_ordered: null, refund_lost: 0 };
    const paidByAnother = { refunded: null, refund_lost: null };
    const known: Record<string, object> = {
      'cancelled just now': { refund: 3600 },
      'cancelled and has their money': { refund: 3600, refunded: 3600 },
      'cancelled, and it came back': { refund: 3600, refunded: 3600, refund_lost: 3600 },
      'cancelled, and it came back before we knew that it went': { refund: 3600, refund_lost: 3600 },
      'cancelled, and was paid by hand': { refund: 3600, refunded: 3600, refund_lost: 3600 },
      'runs for them': paidByAnother,
      'passed on what was cancelled': { refunded: 3600 },
      'cancelled what they were given': { ...paidByAnother, refund: 3600 },
    };
    expect(rows).toEqual(names.map((name) => ({ id: idOf(name), ...paid, ...known[name] })));
  });

  test('knows how many each waits for, and what is offered stays offered', async () => {
    const sizes = await registrar().query('SELECT DISTINCT size FROM waiting');
    expect(sizes).toEqual([{ size: 1 }]);
    const numbers = [names.length + 1];
    const [event] = await registrar().query<{ event_id: string }>('SELECT DISTINCT event_id FROM waiting');
    const key = placeKeyOf(event?.event_id ?? '', { placeId: places.get('offered') ?? '', person: 'offered' });
    const place = await new PostgresPlaces(registrar(), givingWith()).offered(key);
    expect(place?.block).toMatchObject({ id: offered, numbers });
  });

  test('lets everything that was on its way arrive', async () => {
    const { newOffice } = await openOffices(registrar());
    const onTheirWay = ['cancelled just now', 'cancelled, and it came back before we knew that it went'];
    const given = onTheirWay.map((name) =>
      settlement(idOf(name), 'refunded', { amount: 3600, authorisation: authorisationOf(name) }),
    );
    const charged = settlement(idOf('is being charged'), 'captured', { amount: 4500, authorisation: 'pi_0' });
    expect(await newOffice().record([...given, ...given, charged])).toEqual([]);
    const rows = await registrar().query(
      'SELECT state, refunded FROM payment WHERE registration_id = ANY ($1) ORDER BY registration_id',
      [[...onTheirWay, 'is being charged'].map(idOf)],
    );
    const back = { state: 'refunded', refunded: 3600 };
    expect(rows).toEqual([{ state: 'captured', refunded: 0 }, back, back]);
  });

  test('does not owe anybody twice what came back before', async () => {
    const cameBack = names.filter((name) => runners[name]?.payment?.failed);
    const failures = cameBack.map((name) => ({
      registrationId: idOf(name),
      state: 'refund-failed' as const,
      authorisation: authorisationOf(name),
      amount: 3600,
      currency: 'EUR',
      reason: 'closed',
    }));
    expect(await new PostgresFailedRefunds(registrar()).note(failures)).toEqual([]);
  });
});
