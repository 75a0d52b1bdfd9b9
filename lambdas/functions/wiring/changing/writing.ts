import { feeOn } from '../../../api/form/price';
import type { Postgres } from '../../../platform/postgres/postgres';
import { attachRunner } from '../../../registration/record/postgres-late-submissions';
import { PostgresRegistrations } from '../../../registration/record/postgres-registrations';
import type { waitingOffers } from '../mail/mail';

/** Where outcomes are written. */
export const openRegistrations = (postgres: Postgres, orders: ReturnType<typeof waitingOffers>) =>
  new PostgresRegistrations({ postgres, ...orders, attachRunner: attachRunner(orders), feeOn });
