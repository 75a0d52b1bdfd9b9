import { isCounted } from '../ledger/queries';
import { type Member, membersOf } from '../ledger/tables';
import type { World } from '../world';

/**
 * What must hold when nothing more can happen: all messages are delivered, every block is closed, every offer was
 * accepted or expired, and the processor has carried out all orders. No person and no spot is left behind.
 */
export const findLost = ({ tables, messages, cards }: World): string | undefined => {
  const { event, spots, registrations, payments, waiting } = tables;
  const sellable = spots.filter(({ block }) => block === null).length;
  const isWaited = waiting.some((row) => isCounted(row) && row.size <= sellable);
  for (const { number, block } of spots) {
    if (registrations.some(({ isLive, spot }) => isLive && spot === number)) continue;
    if (block !== null) return 'L5: no spot is lost';
    if (isWaited) return 'L5: nobody waits for a spot that nobody has';
  }
  if (event.sale === 'cancelled' && registrations.some(({ isLive }) => isLive))
    return 'L6: nobody stays in a race that is cancelled';
  if (spots.length < event.capacity) return 'L5: there are as many spots as the capacity says';
  if (waiting.some(({ state }) => state === 'offered')) return 'L2: no offer stays open for ever';
  const isDecided = ({ id }: Member) => registrations.some((row) => row.id === id);
  if (!messages.flatMap(membersOf).every(isDecided)) return 'L1: every submission is decided';
  for (const { id, state, given, amount, taken = amount } of cards) {
    if (state === 'asked') return 'P3: no bank waits for ever';
    if (state === 'authorised') return 'S6: every authorised card is charged or let go';
    const payment = payments.find(({ registrationId }) => registrationId === id);
    if (payment?.state === 'authorised') return 'S6: what became of a card is known';
    if (payment?.wanted === 'refund' && (given !== payment.refund || payment.state !== 'refunded'))
      return 'S6: what was to be given back is';
    const all = registrations.filter((one) => (one.paidAs ?? one.id) === id);
    const cancelled = all
      .filter(({ ended }) => ended === 'cancelled')
      .reduce((sum, row) => sum + (row.share ?? taken), 0);
    if (cancelled !== given) return 'S6: who gave their spot back has their money';
    const isPaid = payment?.state === 'captured' || payment?.state === 'refunded';
    if (all.some(({ isLive }) => isLive) && !isPaid) return 'S6: who runs has paid';
  }
  return undefined;
};
