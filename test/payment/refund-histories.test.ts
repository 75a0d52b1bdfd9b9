import fc from 'fast-check';
import type { PaymentOrder, Settlement } from '../../lambdas/domain/money/payment';
import { settlePayment } from '../../lambdas/payment/settle/settle-payments';
import { stripeProcessor } from '../../lambdas/payment/stripe/processor';
import { lateAfterSeconds } from '../../lambdas/watch/figures';
import { PostgresBooks } from '../../lambdas/watch/postgres-books';
import { openChanges } from '../support/races/changed-race';
import { type PaidGroup, paidGroup, paymentOf, refundOrdersOf } from '../support/races/paid-group';
import { type Offices, openOffices } from './support/office';
import { charge, newRegistration, openShop, type Shop, soon } from './support/shop';

const made = openChanges();
let offices: Offices;
let shop: Shop;
beforeAll(async () => {
  offices = await openOffices(made.postgres);
  shop = await openShop();
});
afterAll(() => shop.close());

const size = 4;

/** A random event; `which` chooses the member, order or settlement it is about. */
type Happening = {
  readonly what: 'cancel' | 'order' | 'orders-meet' | 'order-a-day-later' | 'settlement' | 'watch' | 'by-hand';
  readonly which: number;
};
const ordinary = ['cancel', 'cancel', 'order', 'orders-meet', 'order-a-day-later', 'settlement', 'watch'] as const;
const happening = fc.record<Happening>({ what: fc.constantFrom(...ordinary), which: fc.nat(20) });
const orByHand = fc.record<Happening>({ what: fc.constantFrom(...ordinary, 'by-hand', 'by-hand'), which: fc.nat(20) });

/** A group that paid at the sandbox, and all its messages that are under way. */
class History {
  readonly #group: PaidGroup;
  readonly #authorisation: string;
  readonly #settlements: Settlement[] = [];
  readonly #repeated: PaymentOrder[] = [];
  byHand = 0;

  private constructor(group: PaidGroup, authorisation: string) {
    this.#group = group;
    this.#authorisation = authorisation;
  }

  /** `short`: so much of what the card held was not taken. */
  static async begin(short: number): Promise<History> {
    const id = newRegistration();
    const taken = 4500 * size;
    const all = { ...charge(id), amount: taken + short };
    const answer = await shop.processor.authorise({ ...all, paymentMethod: 'pm_card_visa' }, soon());
    if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
    await shop.processor.capture(answer.authorisation, { ...all, amount: taken, held: all.amount });
    const { authorisation } = answer;
    const group = await paidGroup(made.postgres, size, { id, authorisation });
    await made.query('UPDATE payment SET amount = $2, capture_amount = $3, captured = $4 WHERE registration_id = $1', [
      id,
      all.amount,
      short > 0 ? taken : null,
      taken,
    ]);
    return new History(group, authorisation);
  }

  async add({ what, which }: Happening): Promise<void> {
    const orders = [...(await this.#orders()), ...this.#repeated];
    const order = orders[which % Math.max(1, orders.length)];
    const settled = this.#settlements[which % Math.max(1, this.#settlements.length)];
    if (what === 'cancel') await made.changes.cancel(this.#group.ids[which % size] ?? '', 'runner');
    else if (what === 'settlement' && settled) await offices.newOffice().record([settled, settled]);
    else if (what === 'watch') await this.#repeat();
    else if (what === 'by-hand') await this.#giveByHand(100 + 300 * which);
    else if (what === 'orders-meet')
      await Promise.all([order, order, ...orders.slice(-1)].map((one) => this.#carryOut(one)));
    else if (order) await this.#carryOut(order, what === 'order-a-day-later');
  }

  /** Delivers everything that is under way. */
  async end(): Promise<void> {
    for (let step = 0; step <= size; step++) {
      for (const order of await this.#orders()) await this.#carryOut(order);
      for (const settled of this.#settlements) await offices.newOffice().record([settled]);
    }
  }

  /** The runners' money, at the processor and in the database. */
  async look() {
    const [books, refunds] = [await paymentOf(made.postgres, this.#group), await shop.refundsOf(this.#authorisation)];
    const [wanted] = await made.query<{ sum: number }>(
      'SELECT coalesce(sum(refund), 0)::int AS sum FROM registration WHERE id = ANY ($1::uuid[])',
      [this.#group.ids],
    );
    const given = refunds.reduce((sum, { amount }) => sum + amount, 0);
    const taken = (await shop.all()).find(({ id }) => id === this.#authorisation)?.amount_received ?? 0;
    return {
      given,
      taken,
      wanted: wanted?.sum,
      booked: books?.refund ?? 0,
      refunded: books?.refunded,
      state: books?.state,
    };
  }

  /** In the dashboard of the processor, which refuses more than is left. */
  async #giveByHand(amount: number): Promise<void> {
    const form = { payment_intent: this.#authorisation, amount: String(amount) };
    const answer = await shop.http({ method: 'POST', path: '/v1/refunds', form }, 2000);
    if (answer?.status === 200) this.byHand += amount;
  }

  async #orders(): Promise<PaymentOrder[]> {
    return (await refundOrdersOf(made.postgres, this.#group)).map((body) => ({
      ...charge(this.#group.lead),
      action: 'refund',
      authorisation: this.#authorisation,
      ...body,
    }));
  }

  /** The watch repeats an order that it takes for lost, while the original was only late. */
  async #repeat(): Promise<void> {
    const again = await this.#stuck();
    this.#repeated.push(...again);
    await Promise.all([...(await this.#orders()).slice(-1), ...again].map((order) => this.#carryOut(order)));
  }

  /** What the watch would order again after waiting long enough. */
  async #stuck(): Promise<readonly PaymentOrder[]> {
    const books = new PostgresBooks(made.postgres, { ...lateAfterSeconds, payment: 0 });
    const { paymentsStuck } = await books.look();
    return paymentsStuck.orders.filter(({ registrationId }) => registrationId === this.#group.lead);
  }

  async #carryOut(order: PaymentOrder | undefined, isADayLater = false): Promise<void> {
    if (!order) return;
    // By then the processor has forgotten the idempotency key.
    const http = isADayLater
      ? (...[request, ms]: Parameters<typeof shop.http>) =>
          shop.http({ ...request, ...(request.idempotencyKey && { idempotencyKey: newRegistration() }) }, ms)
      : shop.http;
    const settle = settlePayment(stripeProcessor({ http, attemptMs: 2000, settleMs: 9000 }), {
      ofPayment: async () => [],
    });
    const settled = await settle(order);
    if (settled.state === 'disputed') throw new Error('Nobody disputes a payment in this history.');
    this.#settlements.push(settled);
  }
}

test('however cancellations, orders and settlements meet, come twice or late: each gets their share, and nobody more', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 4, maxLength: 14 }),
      fc.constantFrom(0, 2000),
      async (happenings, short) => {
        const history = await History.begin(short);
        for (const one of happenings) {
          await history.add(one);
          const { given, taken, wanted, booked } = await history.look();
          expect(booked).toBe(wanted);
          expect(given).toBeLessThanOrEqual(booked);
          expect([taken, booked <= taken]).toEqual([4500 * size, true]);
        }
        await history.end();
        const { given, wanted, refunded, state } = await history.look();
        expect([given, refunded]).toEqual([wanted, wanted]);
        expect(state).toBe(wanted === 0 ? 'captured' : 'refunded');
      },
    ),
    { numRuns: 20 },
  );
});

test('whatever is given back by hand meanwhile: nobody gets less than their share, nor more than was paid, and no order is left over', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(orByHand, { minLength: 4, maxLength: 14 }), async (happenings) => {
      const history = await History.begin(0);
      for (const one of happenings) {
        await history.add(one);
        const { given, taken, booked } = await history.look();
        expect(given).toBeLessThanOrEqual(Math.min(taken, booked + history.byHand));
      }
      await history.end();
      const { given, wanted = 0, refunded } = await history.look();
      expect(refunded).toBe(wanted);
      expect(given).toBeGreaterThanOrEqual(Math.max(wanted, history.byHand));
    }),
    { numRuns: 20 },
  );
});
