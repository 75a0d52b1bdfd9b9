import { mailMessage } from '../../../lambdas/domain/mail-order';
import { PostgresPayments } from '../../../lambdas/payment/settle/postgres-payments';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { PostgresChanges } from '../../../lambdas/registration/change/postgres-changes';
import { PostgresCapacities } from '../../../lambdas/spots/capacity/postgres-capacity';
import { PostgresSales } from '../../../lambdas/spots/sale/postgres-sales';
import { PostgresPlaces } from '../../../lambdas/spots/waiting-list/postgres-places';
import { givingWith, ledgerOn } from '../../support/races/ledger';
import { registrationsOn } from '../../support/races/registrations';
import { waitingListOn } from '../../support/races/waiting-list';

/** Everything that writes the ledger, as in production. */
export const storesOn = (postgres: Postgres) => {
  const giveToWaiting = givingWith();
  const mail = (order: Parameters<typeof mailMessage>[0]) => mailMessage(order, 4);
  return {
    ledger: ledgerOn(postgres),
    registrations: registrationsOn(postgres),
    payments: new PostgresPayments({ postgres, newId: uuid7, mailMessage: mail, giveToWaiting }),
    list: waitingListOn(postgres),
    places: new PostgresPlaces(postgres, giveToWaiting),
    changes: new PostgresChanges({ postgres, newId: uuid7, mailMessage: mail, giveToWaiting }),
    capacities: new PostgresCapacities(postgres, giveToWaiting),
    sales: new PostgresSales(postgres, giveToWaiting),
  };
};
