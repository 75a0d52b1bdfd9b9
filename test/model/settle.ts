import type { Settlement } from '../../lambdas/payment/payment';
import { type FreshOffer, offerWhatIsSellable, trim } from './coming-back';
import { asDesigned, does, type Law } from './law';
import { findPayment, findRegistration, replace } from './queries';
import type { RegistrationRow, Tables, WaitingRow } from './tables';

export interface Booked {
  readonly tables: Tables;
  readonly changed: readonly {
    readonly registrationId: string;
    readonly state: Settlement['state'];
    /** A mail can be sent only to somebody. */
    readonly hasRunner: boolean;
  }[];
  readonly contradictions: readonly string[];
  readonly offered: readonly WaitingRow[];
}

/** Notes what became of payments; the spot of one that failed comes back. */
export const settle = (
  before: Tables,
  settlements: readonly Settlement[],
  freshOffer: FreshOffer,
  law: Law = asDesigned,
): Booked => {
  let tables = before;
  const changed = new Map<string, Booked['changed'][number]>();
  const contradictions = new Set<string>();
  for (const settlement of settlements) {
    const { registrationId, authorisation } = settlement;
    const payment = findPayment(tables, registrationId);
    if (!payment) continue;
    const state = law.stateAfter(payment, settlement);
    if (state === 'contradiction') contradictions.add(registrationId);
    if (state === 'contradiction' || state === 'unchanged') continue;
    const hasRunner = findRegistration(tables, registrationId)?.person != null;
    changed.set(registrationId, { registrationId, state, hasRunner });
    tables = {
      ...tables,
      payments: replace(
        tables.payments,
        (row) => row === payment,
        (row) => ({ ...row, state, authorisation: row.authorisation ?? authorisation }),
      ),
    };
  }
  const failed = [...changed.values()].filter(({ state }) => state === 'failed');
  if (failed.length === 0 || !does(law, 'the spot of a failed payment comes back'))
    return { tables, changed: [...changed.values()], contradictions: [...contradictions], offered: [] };

  for (const { registrationId } of failed) tables = endOf(tables, registrationId, 'payment-failed', law);
  return {
    ...offerWhatIsSellable(trim(tables, law), freshOffer, law),
    changed: [...changed.values()],
    contradictions: [...contradictions],
  };
};

/** The outcome stays what it was, for ever; the row only lets go of its spot, and the spot is sellable. */
export const endOf = (tables: Tables, id: string, ended: RegistrationRow['ended'], law: Law): Tables => {
  const row = findRegistration(tables, id);
  if (!row?.isLive) return tables;
  return {
    ...tables,
    registrations: does(law, 'a cancelled row stays')
      ? replace(
          tables.registrations,
          (other) => other === row,
          () => ({ ...row, isLive: false, ended, ...(does(law, 'a cancelled row lets go of its spot') && seatless) }),
        )
      : tables.registrations.filter((other) => other !== row),
    spots: does(law, 'a cancelled spot is sellable')
      ? replace(
          tables.spots,
          (spot) => spot.number === row.spot && spot.block === row.block,
          (spot) => ({ ...spot, block: null }),
        )
      : tables.spots,
  };
};

const seatless = { spot: null, block: null };
