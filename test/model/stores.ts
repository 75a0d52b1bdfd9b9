import { mailMessage } from '../../lambdas/mail/lanes';
import { PostgresPayments } from '../../lambdas/payment/postgres-payments';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresChanges } from '../../lambdas/registration/postgres-changes';
import { PostgresCapacities } from '../../lambdas/spots/postgres-capacity';
import { PostgresPlaces } from '../../lambdas/spots/postgres-places';
import { givingWith, ledgerOn } from '../support/ledger';
import { registrationsOn } from '../support/registrations';
import { waitingListOn } from '../support/waiting-list';

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
  };
};
