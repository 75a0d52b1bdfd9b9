import type { Settlement } from '../../../lambdas/domain/money/payment';
import { type FreshOffer, offerWhatIsSellable, trim } from './coming-back';
import { findPayment, findRegistration, paidFor, replace } from './queries';
import { asDesigned, does, type Rules } from './rules-under-test';
import type { Order, PaymentRow, RegistrationRow, Tables, WaitingRow } from './tables';

export interface Booked {
  readonly tables: Tables;
  /** Without what was refunded in part. */
  readonly changed: readonly { readonly registrationId: string; readonly state: Settlement['state'] }[];
  /** Who must be told about a payment: everybody who is in, no matter who paid. */
  readonly told: readonly { readonly registrationId: string; readonly state: Settlement['state'] }[];
  /** Refunds that were added while one was on its way. */
  readonly orders: readonly Order[];
  readonly contradictions: readonly string[];
  readonly offered: readonly WaitingRow[];
}

/** Books what became of payments; the spots of a failed payment come back. */
export const settle = (
  before: Tables,
  settlements: readonly Settlement[],
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): Booked => {
  let tables = before;
  const changes = new Map<string, { readonly state: Settlement['state']; readonly order: Order | undefined }>();
  const contradictions = new Set<string>();
  for (const settlement of settlements) {
    const { registrationId } = settlement;
    const payment = findPayment(tables, registrationId);
    if (!payment) continue;
    const state = rules.stateAfter(payment, settlement);
    if (state === 'contradiction') contradictions.add(registrationId);
    if (state === 'contradiction' || state === 'unchanged') continue;
    const { row, order } = noted(payment, state, settlement, rules);
    changes.set(registrationId, { state, order });
    tables = {
      ...tables,
      payments: replace(
        tables.payments,
        (other) => other === payment,
        () => row,
      ),
    };
  }
  const told = [...changes].flatMap(([id, { state }]) => toldOf(tables, id, state));
  const failed = [...changes].flatMap(([id, { state }]) => (state === 'failed' ? [id] : []));
  const gives = failed.length > 0 && does(rules, 'the spot of a failed payment comes back');
  if (gives)
    for (const { id, isLive } of failed.flatMap((lead) => paidFor(tables, lead)))
      if (isLive) tables = endOf(tables, id, 'payment-failed', rules);
  return {
    ...(gives ? offerWhatIsSellable(trim(tables, rules), freshOffer, rules) : { tables, offered: [] }),
    changed: [...changes].flatMap(([registrationId, { state }]) =>
      findPayment(tables, registrationId)?.state === state
        ? [{ registrationId, state: toldAs(findRegistration(tables, registrationId), state) }]
        : [],
    ),
    told,
    orders: [...changes.values()].flatMap(({ order }) => order ?? []),
    contradictions: [...contradictions],
  };
};

const noted = (
  payment: PaymentRow,
  state: Settlement['state'],
  settlement: Settlement,
  rules: Rules,
): { readonly row: PaymentRow; readonly order: Order | undefined } => {
  const known = { ...payment, authorisation: payment.authorisation ?? settlement.authorisation };
  // A sweep may have written another amount than the card holds.
  if (state === 'voided') return { row: { ...known, state, amount: settlement.amount }, order: undefined };
  if (state !== 'refunded') return { row: { ...known, state }, order: undefined };
  const { order, ...after } = rules.refundAfter(payment, settlement.amount);
  const { registrationId, authorisation, currency } = known;
  const charge = { registrationId, authorisation, currency };
  return {
    row: { ...known, ...after },
    order:
      order !== undefined && does(rules, 'what was added to a refund is ordered')
        ? { ...charge, action: 'refund', amount: order, before: after.refunded }
        : undefined,
  };
};

/** A runner whom only a sweep knows cannot be mailed; if nobody is in, the one who paid tells the others. */
const toldOf = (tables: Tables, lead: string, state: Settlement['state']): Booked['told'] => {
  const row = findRegistration(tables, lead);
  if (row?.person == null) return [];
  const companions = paidFor(tables, lead).filter(({ id, isLive, via }) => id !== lead && isLive && via !== 'transfer');
  return [lead, ...(state === 'captured' ? companions.map(({ id }) => id) : [])].map((registrationId) => ({
    registrationId,
    state: toldAs(row, state),
  }));
};

/** Nobody loses a spot over the fee for passing it on: they are told of the spot. */
const toldAs = (row: RegistrationRow | undefined, state: Settlement['state']): Settlement['state'] =>
  row?.paidAs != null && state === 'failed' ? 'captured' : state;

/** The outcome never changes; the row only releases its spot, which becomes sellable. */
export const endOf = (
  tables: Tables,
  id: string,
  ended: RegistrationRow['ended'],
  rules: Rules,
  refund: number | null = null,
): Tables => {
  const row = findRegistration(tables, id);
  if (!row?.isLive) return tables;
  return {
    ...tables,
    registrations: does(rules, 'a cancelled row stays')
      ? replace(
          tables.registrations,
          (other) => other === row,
          () => ({
            ...row,
            isLive: false,
            ended,
            refund,
            ...(does(rules, 'a cancelled row lets go of its spot') && seatless),
          }),
        )
      : tables.registrations.filter((other) => other !== row),
    spots: does(rules, 'a cancelled spot is sellable')
      ? replace(
          tables.spots,
          (spot) => spot.number === row.spot && spot.block === row.block,
          (spot) => ({ ...spot, block: null }),
        )
      : tables.spots,
  };
};

const seatless = { spot: null, block: null };
