import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { PaidMove } from '../../../lambdas/domain/move';
import { PostgresPayments } from '../../../lambdas/payment/settle/postgres-payments';
import { uuid7 } from '../../../lambdas/platform/uuid';
import type { MoveCommand } from '../../../lambdas/registration/change/move/move-event';
import { givingWith } from './ledger';
import { openMoves } from './moved-race';
import { registrationsOn } from './registrations';

interface OfferRow {
  readonly id: string;
  readonly amount: number;
  readonly state: string;
  readonly ends_at: Date;
}

/** Runners who are offered a move to a dearer event, and pay for it. */
export const openPaidMoves = () => {
  const moves = openMoves();
  const { made, move, aMove } = moves;

  const offersOf = (id: string) =>
    made.query<OfferRow>(
      'SELECT id, amount, state, ends_at FROM move_offer WHERE registration_id = $1 ORDER BY offered_at',
      [id],
    );

  /** A runner of a full race who has paid 45 euros, and is offered an event for 60. */
  const offered = async (change: Partial<MoveCommand> = {}) => {
    const of = await aMove({ price: 6000, spots: 1 });
    const { registrationId, eventId } = of;
    const answer = await move({ registrationId, eventId, difference: 'charge', ...change });
    const [offer] = await offersOf(registrationId);
    if (!offer) throw new Error(`nothing is offered: ${JSON.stringify(answer)}`);
    const paying = (changes: Partial<PaidMove['quote']> = {}): PaidMove => {
      const id = uuid7();
      const { raceId } = of.race;
      const quote = { offerId: offer.id, moverId: registrationId, registrationId: id, raceId, eventId };
      return {
        quote: { ...quote, difference: 1500, currency: 'EUR', expiresAt: Date.now() + 60_000, ...changes },
        authorisation: `pi_${id}`,
        submittedAt: new Date().toISOString(),
      };
    };
    return { ...of, answer, offer, paying };
  };
  const pays = (paid: PaidMove) => registrationsOn(made.postgres).move(paid);
  const idIn = ({ quote }: PaidMove) => quote.registrationId;
  const ordersOf = async (id: string) => {
    const rows = await made.query<{ body: { action: string; amount: number } }>(
      `SELECT body FROM outbox WHERE queue = 'payments' AND body ->> 'registrationId' = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ body }) => `${body.action} ${body.amount}`);
  };
  const payments = () =>
    new PostgresPayments({
      postgres: made.postgres,
      newId: uuid7,
      mailMessage: (order) => mailMessage(order, 4),
      giveToWaiting: givingWith(),
    });
  const settled = (id: string, state: 'captured' | 'voided' | 'failed' | 'refunded', amount = 1500) =>
    payments().settle([{ registrationId: id, state, amount, currency: 'EUR', authorisation: `pi_${id}` }]);
  /** Paid, moved and charged. */
  const charged = async () => {
    const of = await offered();
    const paid = of.paying();
    await pays(paid);
    await settled(idIn(paid), 'captured');
    return { ...of, paid };
  };

  return { ...moves, offersOf, offered, pays, idIn, ordersOf, payments, settled, charged };
};
