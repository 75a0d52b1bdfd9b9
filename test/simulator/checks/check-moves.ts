import { takenOf } from '../../model/ledger/tables';
import type { Changes, Entry, RaceFacts } from '../history';
import { priceAt } from '../race';
import { commitMove } from '../stores/move-store';
import { type EventName, eventOf, type MoveMade, type MoveOffer } from '../world/moves';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

/**
 * Who is moved has one spot before and after, and lost none in between (C7). A spot of a move was for sale, or kept for this runner.
 * They are charged exactly if they are moved, once, and what they were told. What all payments of an entry took and gave back is
 * what those who run cost, and what the others were promised.
 */
export const checkMoves = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  if (!race.other) return violations;
  const { price: otherPrice } = race.other;
  const ledger = new LedgerSoFar(race);
  const amounts = new Map<string, number>();
  let end = 0;
  for (const entry of history) {
    const { step } = entry;
    end = step;
    if (entry.kind === 'move-quoted' && entry.total !== undefined) {
      const { registrationId, offerId, total } = entry;
      const { amount } = ledger.offers.get(offerId) ?? {};
      insist(total === amount, 'S5', step, `${registrationId} was told ${total}, and was offered a move for ${amount}`);
      amounts.set(registrationId, total);
    }
    if (entry.kind === 'move-ordered') {
      const { registrationId, answer, number, isOffered } = entry;
      const isTrue = ledger.moves.some((move) => move.registrationId === registrationId && move.to === number);
      const isThere = ledger.registrations.get(registrationId)?.number === number;
      const isMoved = answer === 'moved' && !isOffered;
      insist(!isMoved || isTrue || isThere, 'S3', step, `${registrationId} was not moved to ${number}, as was told`);
    }
    if (entry.kind !== 'committed') continue;
    for (const offer of entry.changes.offers) checkOffer(offer, entry, step);
    for (const move of entry.changes.moves) checkMove(move, entry, step);
    ledger.apply(entry.changes);
    for (const { number } of entry.changes.otherSpots) checkSpot(number, step);
  }
  checkPayments();
  return violations;

  function priceOf(event: EventName, at: number): number {
    return event === 'first' ? priceAt(race, at) : otherPrice;
  }

  /** What the entry of a registration has cost so far. */
  function costOf(registrationId: string): number {
    const row = ledger.registrations.get(registrationId);
    const payment = row && ledger.paymentOf(row);
    return row?.share ?? (payment ? takenOf(payment) : 0);
  }

  function checkOffer(
    { id, registrationId, to, block, amount }: MoveOffer,
    { changes, at, by }: { readonly changes: Changes; readonly at: number; readonly by: string },
    step: number,
  ): void {
    if (ledger.offers.has(id)) return;
    insist(by === commitMove, 'C7', step, `a move of ${registrationId} was offered by ${by}`);
    const due = priceOf(to, at) - costOf(registrationId);
    insist(amount === due, 'S5', step, `${registrationId} is to pay ${amount} for a move that costs ${due}`);
    for (const { number } of [...changes.spots, ...changes.otherSpots].filter((spot) => spot.block === block))
      insist(
        ledger.blockOf(number) === null,
        'S1',
        step,
        `spot ${number} was kept for ${registrationId}, and not for sale`,
      );
  }

  function checkMove(
    { registrationId, from, to, refund, offer }: MoveMade,
    { changes, at }: { readonly changes: Changes; readonly at: number },
    step: number,
  ): void {
    const before = ledger.registrations.get(registrationId);
    const after = changes.registrations.find(({ id }) => id === registrationId);
    const about = `${registrationId} was moved from ${from} to ${to}`;
    const isIn = before?.isLive === true && before.spot === from && after?.isLive === true && after.spot === to;
    insist(isIn, 'C7', step, `${about}, and was on ${before?.spot} and is on ${after?.spot}`);
    insist(eventOf(from) !== eventOf(to), 'C7', step, `${about}, in one event`);
    const kept = ledger.blockOf(to);
    const taken = offer === null ? undefined : ledger.offers.get(offer);
    insist(kept === null || kept === taken?.block, 'S1', step, `${about}, where spot ${to} was kept for others`);
    const left = [...changes.spots, ...changes.otherSpots].find(({ number }) => number === from);
    const isGone = [...changes.gone, ...changes.otherGone].includes(from);
    insist(
      isGone || (left !== undefined && left.block !== before?.block),
      'L2',
      step,
      `${about}, and ${from} stays taken`,
    );
    const others = ledger.moves.filter((one) => offer !== null && one.offer === offer);
    insist(others.length === 0, 'C7', step, `${about} twice by one offer`);
    const isTheirs = offer === null || taken?.registrationId === registrationId;
    insist(
      isTheirs && (offer === null || taken?.state === 'open'),
      'C7',
      step,
      `${about} by an offer that does not stand`,
    );
    const most = Math.max(0, costOf(registrationId) - (after?.share ?? costOf(registrationId)));
    insist(refund === most || offer !== null, 'S5', step, `${about}, got ${refund} back, and costs ${most} less`);
    const above = Math.max(0, costOf(registrationId) - priceOf(eventOf(to), at));
    insist(refund === 0 || refund === above, 'S5', step, `${about}, got ${refund} back, and paid ${above} more`);
    const isBeingCharged = ledger.differencesOf([registrationId]).some(({ state }) => state === 'authorised');
    insist(!isBeingCharged || refund === 0, 'S4', step, `${about}, and gets money back that is being charged`);
  }

  function checkSpot(number: number, step: number): void {
    const on = ledger.live.filter(({ spot }) => spot === number);
    insist(on.length <= 1, 'S1', step, `${on.length} are on spot ${number}`);
  }

  function checkPayments(): void {
    const offers = [...ledger.offers.values()];
    for (const { registrationId, paidAs } of offers) {
      const isLeft = paidAs !== null && ledger.registrations.get(registrationId)?.ended === 'transferred';
      insist(!isLeft, 'S6', end, `${registrationId} passed a spot on, and what was paid to move it did not go with it`);
    }
    for (const [id, total] of amounts) {
      const payment = ledger.payments.get(id);
      if (!payment) continue;
      const paidFor = offers.filter(({ paidAs, state }) => paidAs === id && state === 'taken');
      const made = ledger.moves.filter(({ offer }) => paidFor.some((one) => one.id === offer));
      const isWanted = payment.wanted !== 'void';
      insist(made.length === (isWanted ? 1 : 0), 'S6', end, `${id} is ${payment.state}, and made ${made.length} moves`);
      insist(!isWanted || takenOf(payment) === total, 'S5', end, `${id} took ${takenOf(payment)} and not ${total}`);
    }
    for (const lead of ledger.payments.keys()) {
      const payment = ledger.payments.get(lead);
      if (!payment || ledger.registrations.get(lead)?.via === 'move' || !ledger.hasMoved(lead)) continue;
      checkEntry(lead);
    }
  }

  /** All that was paid for the spots of one payment, and to move those who have them. */
  function checkEntry(lead: string): void {
    const people = ledger.paidFor(lead);
    const ids = people.map(({ id }) => id);
    const main = ledger.payments.get(lead);
    const differences = ledger.differencesOf(ids).filter(({ state }) => state === 'captured' || state === 'refunded');
    const payments = [...(main ? [main] : []), ...differences];
    const taken = payments.reduce((sum, payment) => sum + takenOf(payment), 0);
    const back = payments.reduce((sum, { refund }) => sum + (refund ?? 0), 0);
    const ended = people.reduce((sum, { refund }) => sum + (refund ?? 0), 0);
    const moved = ledger.moves.filter(({ registrationId }) => ids.includes(registrationId));
    const promised = moved.reduce((sum, { refund }) => sum + refund, ended);
    insist(back === promised, 'S6', end, `of ${lead} ${back} goes back, and ${promised} was promised`);
    for (const payment of payments)
      insist((payment.refund ?? 0) <= takenOf(payment), 'S5', end, `${payment.registrationId} gives back too much`);
    const live = people.filter(({ isLive }) => isLive);
    const cost = live.reduce((sum, { share }) => sum + (share ?? (main ? takenOf(main) : 0)), 0);
    insist(taken - back >= cost, 'S6', end, `of ${lead} ${taken - back} is left, and who runs costs ${cost}`);
  }
};
