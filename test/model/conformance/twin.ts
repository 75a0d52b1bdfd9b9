import type { EventSale } from '../../../lambdas/domain/event-sale';
import type { Settlement } from '../../../lambdas/domain/money/payment';
import { identityOf, personOf, type Runner } from '../../../lambdas/domain/person/person';
import { membersOf, type Submission } from '../../../lambdas/domain/registration';
import { ranks } from '../../../lambdas/domain/waiting';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { graceAfter, type Reason } from '../../../lambdas/spots/blocks/block';
import { placeKeyOf } from '../../support/races/place-key';
import type { MadeRace } from '../../support/races/race';
import { cancel, changeCapacity, changeSale, transfer } from '../ledger/changes';
import { giveBack, reclaim } from '../ledger/coming-back';
import { cut } from '../ledger/cut';
import { confirm, join, leave } from '../ledger/join';
import { record } from '../ledger/record';
import { recordGroup } from '../ledger/record-group';
import { settle } from '../ledger/settle';
import { sweep } from '../ledger/sweep';
import { emptyTables, type Submitted, type Tables } from '../ledger/tables';
import { type Answers, booked, decided, toldOfCancellation, toldOfTransfer } from './alike';
import { BlockNames, type Rows, rowsIn, rowsOf } from './rows';
import { storesOn } from './stores';

const never = Number.MAX_SAFE_INTEGER;

/** One event twice: in tables and in PostgreSQL. Every operation is done to both. */
export class Twin {
  tables: Tables;
  readonly names = new BlockNames();
  readonly #postgres: Postgres;
  readonly #race: MadeRace;
  readonly #stores: ReturnType<typeof storesOn>;
  #made = 0;

  constructor(postgres: Postgres, race: MadeRace, spots: number) {
    this.tables = emptyTables(spots);
    this.#postgres = postgres;
    this.#race = race;
    this.#stores = storesOn(postgres);
  }

  /** The rows of both, after learning which blocks are the same. */
  async rows(): Promise<readonly [ours: Rows, theirs: Rows]> {
    const theirs = await rowsIn(this.#postgres, this.#race.eventId);
    this.names.learn(this.tables.spots, theirs.spots);
    return [rowsOf(this.tables, this.names.theirs), theirs];
  }

  readonly #newId = () => `ours-${++this.#made}`;
  readonly #fresh = () => ({ id: this.#newId(), dealUntil: never, closesAt: never, holdSeconds: 600 });

  async cut(left: string | undefined, reason: Reason, size = 1): Promise<Answers> {
    const theirs = await this.#stores.ledger.cut(this.#race.eventId, left && this.names.theirs(left), reason, size);
    const [now, fresh] = [Date.now(), this.#fresh()];
    // All its numbers are dealt at once.
    const freshPrivate = { ...fresh, closesAt: now + (fresh.holdSeconds + graceAfter.spent) * 1000 };
    const wish = { left, reason, size, phase: 'open', now, fresh, freshPrivate } as const;
    const { tables, answer } = cut(this.tables, wish);
    this.tables = tables;
    return [
      'block' in answer ? answer.block.numbers : answer.kind,
      'block' in theirs ? theirs.block.numbers : theirs.kind,
    ];
  }

  async record(submissions: readonly Submission[]): Promise<Answers> {
    const theirs = await this.#stores.registrations.record(
      this.#race.eventId,
      submissions.map(({ hold, ...rest }) => ({ ...rest, hold: { ...hold, block: this.#uuidOf(hold.block) } })),
    );
    const ours = record(this.tables, submissions.map(toSubmitted), this.#newId);
    this.tables = ours.tables;
    return [decided(ours), decided(theirs)];
  }

  async recordGroup(submission: Submission): Promise<Answers> {
    const { hold } = submission;
    const known = { ...submission, hold: { ...hold, block: this.#uuidOf(hold.block) } };
    const theirs = await this.#stores.registrations.recordGroup(known);
    const ours = recordGroup(this.tables, toSubmitted(submission), this.#newId);
    this.tables = ours.tables;
    return [decided(ours), decided(theirs)];
  }

  /** A block that PostgreSQL knows; an invented block stays invented. */
  #uuidOf(block: string): string {
    return block.startsWith('ours-') ? this.names.theirs(block) : block;
  }

  async sweep(ids: readonly string[]): Promise<Answers> {
    const sweeps = ids.map((registrationId) => ({ ...this.#race, registrationId, amount: 4500, currency: 'EUR' }));
    const { outbox } = await this.#stores.registrations.sweep(sweeps);
    const { tables, orders } = sweep(
      this.tables,
      sweeps.map(({ registrationId, ...charge }) => ({ ...charge, id: registrationId })),
    );
    this.tables = tables;
    return [orders.length, outbox.length];
  }

  async settle(settlements: readonly Settlement[]): Promise<Answers> {
    const theirs = await this.#stores.payments.settle(settlements);
    const ours = settle(this.tables, settlements, this.#fresh);
    this.tables = ours.tables;
    return [booked(ours), booked(theirs)];
  }

  /** Some runners cannot be given all that they were quoted, and some nothing of what costs: their ids say who. */
  async giveLess(): Promise<void> {
    const isAlone = (id: string) => this.tables.registrations.some((row) => row.id === id && row.share === null);
    for (const { registrationId: id, amount, captureAmount, wanted, state } of this.tables.payments) {
      if (wanted !== 'capture' || state !== 'authorised' || captureAmount !== null || !isAlone(id)) continue;
      const digit = Number.parseInt(id.slice(-1), 16);
      if (digit > 4) continue;
      const less = digit === 0 ? 0 : Math.floor(amount / 2);
      await this.#postgres.query('UPDATE payment SET capture_amount = $2 WHERE registration_id = $1', [id, less]);
      this.tables = {
        ...this.tables,
        payments: this.tables.payments.map((row) =>
          row.registrationId === id ? { ...row, captureAmount: less } : row,
        ),
      };
    }
  }

  /** Some open blocks end: for dealing, or altogether. */
  async pass(blocks: readonly string[], when: 'dealt' | 'closed'): Promise<Answers> {
    const column = when === 'dealt' ? 'deal_until' : 'closes_at';
    const theirs = blocks.map((block) => this.names.theirs(block));
    await this.#postgres.query(`UPDATE block SET ${column} = '2020-01-01' WHERE id = ANY ($1::uuid[])`, [theirs]);
    this.tables = {
      ...this.tables,
      blocks: this.tables.blocks.map((block) =>
        blocks.includes(block.id) ? { ...block, [when === 'dealt' ? 'dealUntil' : 'closesAt']: 0 } : block,
      ),
    };
    return [undefined, undefined];
  }

  async giveBack(block: string, numbers: readonly number[]): Promise<Answers> {
    await this.#stores.ledger.giveBack(this.#race.eventId, this.names.theirs(block), numbers);
    this.tables = giveBack(this.tables, { block, numbers }, this.#fresh).tables;
    return [undefined, undefined];
  }

  async reclaim(): Promise<Answers> {
    const theirs = await this.#stores.ledger.reclaim(this.#race.eventId);
    const { tables, back } = reclaim(this.tables, Date.now(), this.#fresh);
    this.tables = tables;
    return [back, theirs];
  }

  async join(runner: Runner, size = 1): Promise<Answers> {
    const wish = { placeId: uuid7(), person: personOf(runner), size };
    await this.#stores.list.join(this.#race.eventId, [{ ...wish, runner: identityOf(runner) }]);
    this.tables = join(this.tables, { ...wish, isOpen: true, rank: ranks.asked }).tables;
    return [undefined, undefined];
  }

  async leave(runner: Runner): Promise<Answers> {
    const person = personOf(runner);
    const [row] = await this.#postgres.query<{ id: string }>(
      'SELECT id FROM waiting WHERE event_id = $1 AND person = $2',
      [this.#race.eventId, person],
    );
    const place = this.tables.waiting.find((waiting) => waiting.person === person);
    if (!row || !place) return [place === undefined, row === undefined];
    const theirs = await this.#stores.places.leave(placeKeyOf(this.#race.eventId, { placeId: row.id, person }));
    this.tables = leave(this.tables, place.placeId, this.#fresh).tables;
    return ['left', theirs];
  }

  async confirm(runner: Runner): Promise<Answers> {
    const person = personOf(runner);
    const place = this.tables.waiting.find((waiting) => waiting.person === person);
    const [row] = await this.#postgres.query<{ id: string }>(
      'SELECT id FROM waiting WHERE event_id = $1 AND person = $2',
      [this.#race.eventId, person],
    );
    if (!row || !place) return [place === undefined, row === undefined];
    const theirs = await this.#stores.places.confirm(placeKeyOf(this.#race.eventId, { placeId: row.id, person }));
    const { tables, answer } = confirm(this.tables, place.placeId, this.#fresh);
    this.tables = tables;
    return [answer, theirs];
  }

  async cancel(id: string, refundPercent: number): Promise<Answers> {
    const theirs = await this.#stores.changes.cancel(id, 'director', { percent: refundPercent });
    const ours = cancel(this.tables, { id, by: 'director', isInTime: true, refundPercent }, this.#fresh);
    this.tables = ours.tables;
    return [toldOfCancellation(ours.answer), theirs.kind];
  }

  /** Offers the spot to somebody, who accepts at once; withdraws the offer if they may not. */
  async transfer(id: string, runner: Runner): Promise<Answers> {
    const transferId = uuid7();
    const recipient = { firstName: runner.firstName, email: runner.email };
    // On another day: the daily limit on offers is a rule of the mail, and not in the model.
    await this.#postgres.query(`UPDATE transfer SET offered_at = offered_at - interval '1 day'`);
    const offered = await this.#stores.changes.offerTransfer(id, { transferId, recipient });
    const taken = offered.kind === 'offered' && (await this.#stores.changes.acceptTransfer(transferId, runner, 'w1'));
    if (taken && taken.kind !== 'accepted') await this.#stores.changes.withdrawTransfer(id);
    const { tables, answer } = transfer(this.tables, { id, to: { id: transferId, person: personOf(runner) } });
    this.tables = tables;
    return [toldOfTransfer(answer), taken ? taken.kind : offered.kind];
  }

  async changeSale(sale: Exclude<EventSale, 'cancelled'>): Promise<Answers> {
    const { sale: before } = this.tables.event;
    const [theirs] = await this.#stores.sales.change(this.#race, sale);
    this.tables = changeSale(this.tables, sale, this.#fresh).tables;
    return [before, theirs?.before];
  }

  async changeCapacity(capacity: number): Promise<Answers> {
    const theirs = await this.#stores.capacities.change(this.#race.raceId, this.#race.eventId, capacity);
    const { tables, answer } = changeCapacity(this.tables, capacity, this.#fresh);
    this.tables = tables;
    return [answer === 'below-taken' ? 'taken' : answer, theirs.kind];
  }
}

const toSubmitted = (submission: Submission): Submitted => {
  const { hold, authorisation } = submission;
  const members = membersOf(submission).map(({ registrationId, spot, runner }) => ({
    id: registrationId,
    person: personOf(runner),
    spot,
  }));
  return {
    id: hold.registrationId,
    person: personOf(submission.runner),
    spot: hold.spot,
    ...(members.length > 1 && { companions: members.slice(1) }),
    block: hold.block,
    authorisation,
    amount: hold.quote.total,
    currency: hold.quote.currency,
  };
};
