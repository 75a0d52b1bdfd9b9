import type { Guard } from '../guard';

const sale = 'test/spots/sale/change-sale.test.ts';

/** While a sale is paused or closed nothing is cut, dealt or offered, and no promise is broken. */
export const guardsOfSales: readonly Guard[] = [
  {
    guard: 'No block is cut while the sale is paused.',
    invariant: 'S11',
    file: 'lambdas/ledger/event-sql.ts',
    from: ` WHEN e.sale = 'paused' THEN 'paused' ELSE 'open' END`,
    to: ` ELSE 'open' END`,
    test: [sale, 'once the sale is paused nobody is dealt a spot'],
  },
  {
    guard: 'No block is cut while the sale is closed, and nobody joins the list.',
    invariant: 'S11',
    file: 'lambdas/ledger/event-sql.ts',
    from: `CASE WHEN e.sale IN ('closed', 'cancelled') OR clock_timestamp()`,
    to: `CASE WHEN clock_timestamp()`,
    test: [sale, 'once it is closed nobody joins'],
  },
  {
    guard: 'Blocks that are open when a sale is paused are dealt from no more.',
    invariant: 'S11',
    file: 'lambdas/spots/sale/change-sale.ts',
    from: `events.flatMap(({ dealt }) => dealt.map(isStopped))`,
    to: `events.flatMap(() => [] as Promise<boolean>[])`,
    test: [sale, 'once the sale is paused nobody is dealt a spot'],
  },
  {
    guard: 'A pause gives back only what nobody was dealt.',
    invariant: 'S1',
    file: 'lambdas/spots/sale/change-sale.ts',
    from: 'leftoverNumbers(block, dealt, size)',
    to: 'numbers',
    test: [sale, 'no spot is lost or dealt twice'],
  },
  {
    guard: 'What nobody was dealt is sellable again at once.',
    invariant: 'L5',
    file: 'lambdas/spots/sale/change-sale.ts',
    from: `if (rest.length > 0) await ledger.giveBack(eventId, id, rest);`,
    to: '',
    test: [sale, 'a pause waits for a cut that is under way'],
  },
  {
    guard: 'A pause waits for the cut that is under way: the event’s lock.',
    invariant: 'S11',
    file: 'lambdas/spots/sale/postgres-sales.ts',
    from: 'for (const id of ids) await sql.query(lockEvent, [id]);',
    to: '',
    test: [sale, 'a pause waits for a cut that is under way'],
  },
  {
    guard: 'When the sale goes on, the list is served first.',
    invariant: 'S11',
    file: 'lambdas/spots/sale/postgres-sales.ts',
    from: `if (sale === 'on') for (const { eventId } of changed) await this.#giveToWaiting(sql, eventId);`,
    to: '',
    test: [sale, 'the list is served first when it goes on'],
  },
  {
    guard: 'Changing a sale leaves an audit row.',
    invariant: 'S13',
    file: 'lambdas/spots/sale/postgres-sales.ts',
    from: `action: 'sale-changed',`,
    to: `action: '',`,
    test: [sale, 'once the sale is paused nobody is dealt a spot'],
  },
  {
    guard: 'A director changes the sale of their own race only.',
    invariant: 'S12',
    file: 'lambdas/spots/sale/postgres-sales.ts',
    from: 'e.race_id = $1 AND ($2::uuid IS NULL OR e.id = $2)',
    to: '(e.race_id = $1 OR $2::uuid IS NOT NULL) AND ($2::uuid IS NULL OR e.id = $2)',
    test: [sale, 'an event of another race is not found'],
  },
];
