import { feeOn } from '../../../lambdas/api/form/price';
import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { attachRunner } from '../../../lambdas/registration/record/postgres-late-submissions';
import { PostgresRegistrations } from '../../../lambdas/registration/record/postgres-registrations';
import { givingWith } from './ledger';

/** The writer's store as in production. */
export const registrationsOn = (postgres: Postgres) =>
  new PostgresRegistrations({
    postgres,
    newId: uuid7,
    feeOn,
    mailMessage: (order) => mailMessage(order, 4),
    giveToWaiting: givingWith(),
    attachRunner: attachRunner({ newId: uuid7, mailMessage: (order) => mailMessage(order, 4) }),
  });
