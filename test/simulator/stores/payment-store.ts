import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { Payments } from '../../../lambdas/payment/ports';
import { mailAbout } from '../../../lambdas/payment/settle/settlement';
import { replace } from '../../model/ledger/queries';
import type { Rules } from '../../model/ledger/rules-under-test';
import { settle } from '../../model/ledger/settle';
import type { Tables } from '../../model/ledger/tables';
import type { UnitRules } from '../../model/units/rules';
import { doesMove, type MoveRules } from '../mutants/move-rules';
import type { Database, Posted, State } from '../world/database';
import { returnUnits } from '../world/goods';
import type { Machine } from '../world/machine';
import type { Offers } from './waiting-store';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly raceId: string;
  readonly newId: () => string;
  readonly offers: Offers;
  readonly lanes: number;
  readonly rules: Rules;
  readonly unitRules: UnitRules;
  readonly moveRules: MoveRules;
}

/** The model's settle behind the port `Payments`, with the mails and the remaining refund orders that must leave. */
export const paymentStore = (needs: Needs): Payments => ({
  settle: (settlements) => {
    const { database, machine, raceId, newId, offers, lanes, rules, unitRules, moveRules } = needs;
    return database.transact(machine, 'settle', (state) => {
      const booked = settle(state.tables, settlements, offers.fresh, rules);
      const mails = booked.told.flatMap(({ registrationId, state: paid }): Posted[] => {
        const template = mailAbout(paid, true);
        if (!template) return [];
        return [
          { ...mailMessage({ registrationId, template, generation: 1 }, lanes), id: newId(), createdAt: database.now },
        ];
      });
      const orders = booked.orders.map(
        (body): Posted => ({ id: newId(), queue: 'payments', group: raceId, body, createdAt: database.now }),
      );
      return {
        state: {
          ...state,
          tables: withoutFailed(state, booked.tables, booked.changed, moveRules),
          goods: returnUnits(state.goods, endedIn(state.tables, booked.tables), unitRules),
          outbox: [...state.outbox, ...mails, ...orders, ...offers.mails(booked.offered)],
        },
        answer: {
          changed: booked.changed,
          outbox: mails,
          contradictions: booked.contradictions,
        },
      };
    });
  },
});

/** What could not be charged for a move after all was not paid for the entry: its runner stays where they are. */
const withoutFailed = (
  { moving }: State,
  tables: Tables,
  changed: readonly { readonly registrationId: string; readonly state: string }[],
  moveRules: MoveRules,
): Tables => {
  const failed = changed.flatMap(({ registrationId, state }) => (state === 'failed' ? registrationId : []));
  const lost = moving.offers.filter(({ paidAs }) => paidAs !== null && failed.includes(paidAs));
  if (lost.length === 0 || !doesMove(moveRules, 'a difference that failed was not paid')) return tables;
  const registrations = lost.reduce(
    (rows, { registrationId, amount }) =>
      replace(
        rows,
        ({ id }) => id === registrationId,
        (row) => ({ ...row, share: (row.share ?? 0) - amount }),
      ),
    tables.registrations,
  );
  return { ...tables, registrations };
};

/** Registrations that had a spot before, and have none after. */
const endedIn = (before: Tables, after: Tables): readonly string[] => {
  const live = new Set(before.registrations.flatMap(({ id, isLive }) => (isLive ? id : [])));
  return after.registrations.flatMap(({ id, isLive }) => (!isLive && live.has(id) ? id : []));
};
