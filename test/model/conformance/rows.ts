import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import type { Tables } from '../ledger/tables';

/** Milliseconds. A block that ends within this time after its holds does not continue to its planned end. */
const endingSeconds = 120;

/** What both ledgers must agree on, row by row. Blocks are named by `nameOf`. */
export const rowsOf = (tables: Tables, nameOf: (block: string) => string) => {
  const named = (block: string | null) => block && nameOf(block);
  return {
    event: {
      capacity: tables.event.capacity,
      nextNumber: tables.event.nextNumber,
      current: named(tables.event.currentBlock),
      sale: tables.event.sale,
    },
    spots: tables.spots.map(({ number, block }) => [number, named(block)]),
    blocks: tables.blocks
      .map(({ id, owner, numbers, isClosed, closesAt, holdSeconds }) => ({
        id: nameOf(id),
        owner,
        numbers,
        isClosed,
        isEnding: closesAt < Date.now() + (holdSeconds + endingSeconds) * 1000,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    registrations: tables.registrations
      .map(({ id, person, outcome, isLive, spot, block, number, via, ended, paidAs, share, refund }) => ({
        id,
        person,
        outcome,
        isLive,
        spot,
        block: named(block),
        number,
        via,
        ended,
        paidAs,
        share,
        refund,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    payments: tables.payments
      .map(
        ({ registrationId, authorisation, amount, captureAmount, wanted, refund, refundOrdered, refunded, state }) => ({
          registrationId,
          authorisation,
          amount,
          captureAmount,
          wanted,
          refund,
          refundOrdered,
          refunded,
          state,
        }),
      )
      .sort((a, b) => (a.registrationId < b.registrationId ? -1 : 1)),
    waiting: tables.waiting
      .filter(({ state }) => state === 'waiting')
      .sort((a, b) => a.rank - b.rank || a.position - b.position)
      .map(({ person, rank, size, isConfirmed }) => ({ person, rank, size, isConfirmed })),
    others: tables.waiting
      .filter(({ state }) => state !== 'waiting')
      .map(({ person, state, block, offers }) => ({ person, state, block: named(block), offers }))
      .sort((a, b) => (a.person < b.person ? -1 : 1)),
  };
};

export type Rows = ReturnType<typeof rowsOf>;

/** The same rows, read from PostgreSQL. */
export const rowsIn = async (sql: Sql, eventId: string): Promise<Rows> => {
  const [row] = await sql.query<{ rows: Rows }>(readRows, [eventId]);
  if (!row) throw new Error(`There is no event ${eventId}.`);
  return row.rows;
};

const readRows = `
  SELECT json_build_object(
    'event', (SELECT json_build_object('capacity', capacity, 'nextNumber', next_number, 'current', current_block, 'sale', sale) FROM event WHERE id = $1),
    'spots', (SELECT coalesce(json_agg(json_build_array(number, block) ORDER BY number), '[]') FROM spot WHERE event_id = $1),
    'blocks', (SELECT coalesce(json_agg(json_build_object('id', id, 'owner', owner, 'numbers', numbers, 'isClosed', closed,
      'isEnding', closes_at < clock_timestamp() + make_interval(secs => hold_seconds + ${endingSeconds}))
      ORDER BY id), '[]') FROM block WHERE event_id = $1),
    'registrations', (SELECT coalesce(json_agg(json_build_object('id', id, 'person', person,
      'outcome', outcome, 'isLive', live, 'spot', spot, 'block', block, 'number', number, 'via', via, 'ended', ended,
      'paidAs', paid_as, 'share', share, 'refund', refund) ORDER BY id), '[]') FROM registration WHERE event_id = $1),
    'payments', (SELECT coalesce(json_agg(json_build_object('registrationId', p.registration_id, 'authorisation', p.authorisation,
      'amount', p.amount, 'captureAmount', p.capture_amount, 'wanted', p.wanted, 'refund', p.refund, 'refundOrdered', p.refund_ordered,
      'refunded', p.refunded, 'state', p.state) ORDER BY p.registration_id), '[]')
      FROM payment p JOIN registration r ON r.id = p.registration_id WHERE r.event_id = $1),
    'waiting', (SELECT coalesce(json_agg(json_build_object('person', person, 'rank', rank, 'size', size, 'isConfirmed', confirmed_at IS NOT NULL) ORDER BY rank, position), '[]')
      FROM waiting WHERE event_id = $1 AND state = 'waiting'),
    'others', (SELECT coalesce(json_agg(json_build_object('person', person, 'state', state, 'block', block, 'offers', offers)
      ORDER BY person COLLATE "C"), '[]') FROM waiting WHERE event_id = $1 AND state <> 'waiting')
  ) AS rows`;

/**
 * Maps the block ids of the two sides to each other. It learns them from the spots: two blocks are the same when they
 * have the same spots.
 */
export class BlockNames {
  readonly #theirs = new Map<string, string>();

  learn(ours: Tables['spots'], theirs: Rows['spots']) {
    for (const [n, { block }] of ours.entries()) {
      const their = theirs[n]?.[1];
      if (block !== null && typeof their === 'string' && !this.#theirs.has(block)) this.#theirs.set(block, their);
    }
  }

  readonly theirs = (ours: string): string => this.#theirs.get(ours) ?? `unknown ${ours}`;
}
