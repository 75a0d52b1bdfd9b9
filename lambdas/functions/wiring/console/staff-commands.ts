import type { Settings } from '../../../contract/settings';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { PostgresStaff } from '../../../staff/postgres-staff';
import { mailOrders } from '../mail/mail';
import { openMailLinks } from '../mail/mail-links';
import { integrationsOfStaff } from './integrations';

type Env = Settings<'MAIL_LANES' | 'SIGNING_KEYS_SECRET_ID' | 'SITE_URL'>;

/** What an operator does about staff: the first owner is invited, and somebody who lost everything is let in again. */
export const openStaffCommands = (env: Env, postgres: Postgres) => ({
  staff: new PostgresStaff({ postgres, ...mailOrders(env), integrations: integrationsOfStaff }),
  consoleLink: (linkId: string) => openMailLinks(env).toConsole(linkId),
  newId: uuid7,
});
