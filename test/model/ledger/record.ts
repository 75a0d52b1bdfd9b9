import type { Decision, Outcome } from '../../../lambdas/domain/registration';
import { ranks } from '../../../lambdas/domain/waiting';
import { verdict } from './facts';
import { join } from './join';
import { findPayment, findRegistration, findWaiting, replace, withBlock, withWaiting } from './queries';
import { asDesigned, does, type Rules } from './rules-under-test';
import {
  asHeld,
  type Member,
  type Order,
  orderOf,
  type PaymentRow,
  type RegistrationRow,
  type Submitted,
  type Tables,
} from './tables';

export interface Recorded {
  readonly tables: Tables;
  readonly decisions: readonly Decision[];
  readonly deferred: readonly string[];
  readonly orders: readonly Order[];
  /** A runner whose sweep came first: they are known only now, and must be mailed. */
  readonly swept: readonly string[];
}

/** New ids for what the writer creates: the block of spots taken late, a place on the waiting list. */
export type NewId = () => string;

/**
 * Decides a batch of one event, each submission for one person. Of several with one id the first counts. Once the event
 * is closed, nobody waits.
 */
export const record = (
  before: Tables,
  submissions: readonly Submitted[],
  newId: NewId,
  rules: Rules = asDesigned,
  isOpen = true,
): Recorded => {
  let tables = before;
  let open = [...new Map([...submissions].reverse().map((submission) => [submission.id, submission])).values()];
  const decisions: Decision[] = [];
  const orders: Order[] = [];
  const deferred: string[] = [];
  const swept: Submitted[] = [];

  const decide = (submission: Submitted, outcome: Outcome, row: Partial<RegistrationRow>) => {
    open = open.filter(({ id }) => id !== submission.id);
    decisions.push({ registrationId: submission.id, outcome, ...(row.number && { number: row.number }) });
    const all = { ...submission, registrationId: submission.id };
    const { amount, short = 0 } = submission;
    const order: Order =
      outcome === 'confirmed'
        ? { ...orderOf(all, 'capture'), ...(short > 0 && { amount: amount - short, held: amount }) }
        : orderOf(all, 'void');
    orders.push(order);
    if (outcome === 'refused' && !does(rules, 'a refusal is written')) return;
    tables = withPayment(tables, order);
    tables = { ...tables, registrations: [...tables.registrations, { ...unseated(submission, outcome), ...row }] };
    if (outcome === 'confirmed') tables = offTheList(tables, submission.person, rules);
  };
  const seat = (submission: Submitted, spot: number, block: string, via: 'block' | 'late') =>
    decide(submission, 'confirmed', { isLive: true, spot, block, number: spot, via });

  for (const submission of [...open].sort((a, b) => a.spot - b.spot || (a.id < b.id ? -1 : 1)))
    if (verdict(tables, submission, undefined, rules) === 'confirm')
      seat(submission, submission.spot, submission.block, 'block');

  const goOnTheList = (sofar: Tables, { person }: Submitted) =>
    join(sofar, { placeId: newId(), person, isOpen, rank: ranks.authorised }, rules).tables;

  while (open.length > 0) {
    for (const submission of open) {
      const answer = verdict(tables, submission, undefined, rules);
      if (answer === 'as-before') {
        const row = findRegistration(tables, submission.id);
        open = open.filter(({ id }) => id !== submission.id);
        if (row) decisions.push(asBefore(row));
        if (row?.via === 'sweep' && row.person === null) swept.push(submission);
      }
      if (answer === 'duplicate') decide(submission, 'duplicate', {});
    }

    const late = open.length;
    const sellable = tables.spots.filter(rules.isSellable);
    const block = newId();
    open.forEach((submission, n) => {
      const spot = sellable[n];
      if (!spot || verdict(tables, submission, spot.number, rules) !== 'confirm-late') return;
      const owned = does(rules, 'a late runner’s spot gets a block');
      if (owned) tables = withBlock(tables, spot.number, block);
      seat(submission, spot.number, owned ? block : submission.block, 'late');
    });
    if (open.length < late) continue;

    for (const submission of byId(open)) {
      if (verdict(tables, submission, tables.spots.find(rules.isSellable)?.number, rules) === 'refuse') {
        decide(submission, 'refused', {});
        if (does(rules, 'who was refused goes on the list')) tables = goOnTheList(tables, submission);
      } else deferred.push(submission.id);
    }
    break;
  }
  for (const submission of byId(swept)) {
    if (!does(rules, 'a swept runner is known once they come')) continue;
    tables = {
      ...tables,
      registrations: replace(
        tables.registrations,
        ({ id }) => id === submission.id,
        (row) => ({ ...row, person: submission.person }),
      ),
    };
    tables = goOnTheList(tables, submission);
  }
  return { tables, decisions, deferred, orders, swept: swept.map(({ id }) => id) };
};

/** A registered runner waits for nothing. */
export const offTheList = (tables: Tables, person: string, rules: Rules): Tables => {
  if (!does(rules, 'who got in is off the list')) return tables;
  const place = findWaiting(tables, person);
  if (place?.state !== 'waiting' && place?.state !== 'offered') return tables;
  const off = withWaiting(tables, person, (row) => ({ ...row, state: 'registered', block: null }));
  // What was offered to them is due to come back.
  const blocks = off.blocks.map((block) => (block.id === place.block ? { ...block, closesAt: 0 } : block));
  return { ...off, blocks };
};

export const unseated = ({ id, person }: Pick<Member, 'id' | 'person'>, outcome: Outcome): RegistrationRow => ({
  id,
  person,
  outcome,
  isLive: false,
  spot: null,
  block: null,
  number: null,
  via: 'none',
  ended: null,
  paidAs: null,
  share: null,
  refund: null,
});

const byId = (submissions: readonly Submitted[]) => [...submissions].sort((a, b) => (a.id < b.id ? -1 : 1));

export const asBefore = ({ id, outcome, number }: RegistrationRow): Decision => ({
  registrationId: id,
  outcome,
  ...(number !== null && { number }),
  isRepeat: true,
});

export const withPayment = (tables: Tables, { action, held, ...order }: Order): Tables => {
  const part = held !== undefined && { amount: held, captureAmount: order.amount };
  const row: PaymentRow = { ...order, wanted: action, ...asHeld, ...part, state: 'authorised' };
  return findPayment(tables, row.registrationId)
    ? {
        ...tables,
        payments: replace(
          tables.payments,
          (other) => other.registrationId === row.registrationId,
          () => row,
        ),
      }
    : { ...tables, payments: [...tables.payments, row] };
};
