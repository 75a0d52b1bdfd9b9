import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { Payments } from '../../../lambdas/payment/ports';
import { mailAbout } from '../../../lambdas/payment/settle/settlement';
import type { Rules } from '../../model/ledger/rules-under-test';
import { settle } from '../../model/ledger/settle';
import type { Database, Posted } from '../world/database';
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
}

/** The model's settle behind the port `Payments`, with the mails and the remaining refund orders that must leave. */
export const paymentStore = ({ database, machine, raceId, newId, offers, lanes, rules }: Needs): Payments => ({
  settle: (settlements) =>
    database.transact(machine, 'settle', (state) => {
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
          outbox: [...state.outbox, ...mails, ...orders, ...offers.mails(booked.offered)],
        },
        answer: {
          changed: booked.changed,
          outbox: mails.map(({ id }) => id),
          contradictions: booked.contradictions,
        },
      };
    }),
});
