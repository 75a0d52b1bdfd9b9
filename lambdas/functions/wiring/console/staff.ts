import { randomBytes } from 'node:crypto';
import type { Settings } from '../../../contract/settings';
import type { Memcached } from '../../../platform/memcached/memcached';
import { count, log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { MemcachedSignInLimit } from '../../../staff/memcached-sign-in-limit';
import { MemcachedStaffPace } from '../../../staff/memcached-staff-pace';
import { PostgresAuditLog } from '../../../staff/postgres-command-log';
import { PostgresSignIns } from '../../../staff/postgres-sign-ins';
import { PostgresStaff } from '../../../staff/postgres-staff';
import { PostgresStaffSessions } from '../../../staff/postgres-staff-sessions';
import { signIn } from '../../../staff/sign-in';
import { signInRoutes } from '../../../staff/sign-in-routes';
import { SignedStaffLinks } from '../../../staff/signed-staff-links';
import { staffRoutes } from '../../../staff/staff-routes';
import { WebauthnCeremonies } from '../../../staff/webauthn-ceremonies';
import { pause } from '../connections/clock';
import { openTokens } from '../connections/proofs';
import { outboxRelay } from '../connections/queues';
import { mailOrders } from '../mail/mail';
import { integrationsOfStaff } from './integrations';

type Env = Settings<'MAIL_LANES' | 'SIGNING_KEYS_SECRET_ID' | 'SITE_URL' | 'URGENT_MAIL_QUEUE_URL'>;

/** The routes that sign staff in and say who works on what, and the sessions that all routes ask. */
export const openStaffRoutes = (env: Env, postgres: Postgres, data: Memcached) => {
  const needs = { postgres, ...mailOrders(env) };
  const signIns = new PostgresSignIns(needs);
  const sessions = new PostgresStaffSessions(postgres);
  const relay = outboxRelay(postgres, env);
  const pace = new MemcachedStaffPace(data, Date.now, (error) =>
    log.warn('A count of requests got lost.', { reason: String(error) }),
  );
  const use = signIn({
    signIns,
    ceremonies: new WebauthnCeremonies(env.SITE_URL),
    tokens: new SignedStaffLinks(openTokens(env).signer),
    limit: new MemcachedSignInLimit(data),
    pace,
    relay,
    alerts: { count, warn: (message, keys) => log.warn(message, keys) },
    pause,
    secret: () => randomBytes(32).toString('base64url'),
    hash: sha256,
  });
  return {
    sessions,
    pace,
    routes: {
      ...signInRoutes({ use, signIns, sessions, rpId: new URL(env.SITE_URL).hostname }),
      ...staffRoutes({
        staff: new PostgresStaff({ ...needs, integrations: integrationsOfStaff }),
        audit: new PostgresAuditLog(postgres),
        relay,
        report: (error) => log.warn('An invitation waits for the next relay.', { reason: String(error) }),
      }),
    },
  };
};
