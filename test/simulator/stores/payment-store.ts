import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { Payments } from '../../../lambdas/payment/ports';
import { mailAbout } from '../../../lambdas/payment/settle/settlement';
import type { Rules } from '../../model/ledger/rules-under-test';
import { settle } from '../../model/ledger/settle';
import type { Tables } from '../../model/ledger/tables';
import type { UnitRules } from '../../model/units/rules';
import type { Database, Posted } from '../world/database';
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
}

/** The model's settle behind the port `Payments`, with the mails and the remaining refund orders that must leave. */
export const paymentStore = (needs: Needs): Payments => ({
  settle: (settlements) => {
    const { database, machine, raceId, newId, offers, lanes, rules, unitRules } = needs;
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
          tables: booked.tables,
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

/** Registrations that had a spot before, and have none after. */
const endedIn = (before: Tables, after: Tables): readonly string[] => {
  const live = new Set(before.registrations.flatMap(({ id, isLive }) => (isLive ? id : [])));
  return after.registrations.flatMap(({ id, isLive }) => (!isLive && live.has(id) ? id : []));
};
