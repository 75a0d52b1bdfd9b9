import type { Attack } from '../attack';
import { type Buyer, bought } from '../world/buyer';
import type { Answer } from '../world/client';
import { Evidence } from '../world/evidence';
import { charged, offering, pathOf } from '../world/paid-spot';
import { events } from '../world/races';
import { signInWith } from '../world/staff';
import { until } from '../world/until';
import type { World } from '../world/world';

const finding = 'at once';
const { asking } = events;
const price = 8900;

interface Books {
  readonly live: number;
  readonly credits: number;
  readonly paid: number;
  readonly refund: number;
}

/** What is left of a payment: who runs on it, which credits it became, and what goes back. */
const booksOf = async (world: World, { held }: Buyer): Promise<Books> => {
  const { rows } = await world.target.database.query<Books>(
    `SELECT (SELECT count(*)::int FROM registration r WHERE r.live AND coalesce(r.paid_as, r.id) = p.registration_id) AS live,
       (SELECT count(*)::int FROM credit c WHERE c.registration_id = p.registration_id) AS credits,
       coalesce(p.capture_amount, p.amount) AS paid, coalesce(p.refund, 0) AS refund
     FROM payment p WHERE p.registration_id = $1`,
    [held.registrationId],
  );
  return rows[0] ?? { live: 0, credits: 0, paid: 0, refund: 0 };
};

/** Several windows, or several people, who decide about the same spot and the same money at one moment. */
export const atOnceAttacks: readonly Attack[] = [
  {
    id: '22j',
    finding,
    knows: 'nothing: a runner with a spot in three windows, and the friend whom they offer it to',
    tries: 'gives the spot back, defers it and lets it be accepted at one moment, six times over',
    expects: 'one of the three each time: the money, the credit or the spot',
    attack: async (world) => {
      const evidence = new Evidence();
      for (let n = 0; n < 6; n++) {
        const { seller, accept } = await offering(world);
        const bearer = seller.held.hold;
        const ways = [
          () =>
            seller.client.ask('POST', pathOf(seller, '/cancellation'), {
              bearer,
              json: { refund: Math.floor(price * 0.8) },
            }),
          () => seller.client.ask('POST', pathOf(seller, '/deferral'), { bearer, json: { worth: 'entry', fee: 500 } }),
          accept,
        ];
        // In another order each time, so that each of them is the first sometimes.
        const turned = ways.map((_, m) => ways[(m + n) % ways.length] ?? accept);
        const all = await Promise.all(turned.map((way) => way()));
        const { live, credits, refund } = await booksOf(world, seller);
        evidence
          .saw(`round ${n + 1}`, ...all)
          .that(
            all.filter(({ status }) => status < 300).length === 1,
            `${all.map(({ status }) => status).join(', ')}: one of the three should be done`,
          )
          .that(
            live + credits + (refund > 0 ? 1 : 0) === 1,
            `one payment has ${live} runners, ${credits} credits, and ${refund} goes back`,
          );
      }
      return evidence;
    },
  },
  {
    id: '22k',
    finding,
    // What is given back in parts goes back one after the other.
    needs: 'minutes',
    knows: 'nothing: two directors, and a runner who gives the spot back meanwhile',
    tries: 'all give the same money back at one moment: line by line, all of it, and by the runner themselves',
    expects: 'no more goes back than was paid, and the card gets it once',
    attack: async (world) => {
      const [one, other] = [
        await signInWith(world, asking.raceId, 'owner'),
        await signInWith(world, asking.raceId, 'owner'),
      ];
      const evidence = new Evidence();
      for (let n = 0; n < 2; n++) {
        const runner = await bought(world, { caps: 2, order: { donation: { cause: 'trees', amount: 500 } } });
        await charged(runner);
        const { registrationId, hold } = runner.held;
        const all: Answer[] = await Promise.all([
          ...[one, other].flatMap(({ order }) => [
            ...[0, 1, 2, 3].map((position) => order('refundLine', { registrationId, position })),
            order('cancelRegistration', { registrationId, refundPercent: 100 }),
          ]),
          runner.client.ask('POST', pathOf(runner, '/cancellation'), {
            bearer: hold,
            json: { refund: Math.floor(price * 0.8) + 4000 },
          }),
        ]);
        evidence.saw(`round ${n + 1}`, ...all);
        await until('the money is back', async () => {
          const { rows } = await world.target.database.query<{ state: string }>(
            `SELECT state FROM payment WHERE registration_id = $1 AND state = 'refunded'`,
            [registrationId],
          );
          return rows.length === 1;
        });
        const { paid, refund, live } = await booksOf(world, runner);
        const { rows } = await world.target.database.query<{ lines: number }>(
          'SELECT sum(refund)::int AS lines FROM registration_line WHERE registration_id = $1',
          [registrationId],
        );
        evidence
          .that(refund <= paid, `${refund} of ${paid} goes back`)
          .that(rows[0]?.lines === refund, `lines give ${rows[0]?.lines} back, and the payment ${refund}`)
          .that(live === 0, 'the runner is still in');
      }
      return evidence;
    },
  },
];
