import { randomBytes } from 'node:crypto';
import { mailMessage } from '../../lambdas/domain/mail-order';
import { integrationsOfStaff } from '../../lambdas/functions/wiring/console/integrations';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { openSigner, sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresSignIns } from '../../lambdas/staff/postgres-sign-ins';
import { PostgresStaff } from '../../lambdas/staff/postgres-staff';
import { PostgresStaffSessions } from '../../lambdas/staff/postgres-staff-sessions';
import { signIn } from '../../lambdas/staff/sign-in';
import { SignedStaffLinks } from '../../lambdas/staff/signed-staff-links';
import { WebauthnCeremonies } from '../../lambdas/staff/webauthn-ceremonies';
import { newAuthenticator } from './authenticator';

const key = 'a key of the tests, which is long enough for us';

/** Everything about signing in, on a real database, without mail and network. */
export const openStaff = (postgres: Postgres) => {
  const needs = {
    postgres,
    newId: uuid7,
    mailMessage: (order: Parameters<typeof mailMessage>[0]) => mailMessage(order, 3),
  };
  const signIns = new PostgresSignIns(needs);
  const sessions = new PostgresStaffSessions(postgres);
  const staff = new PostgresStaff({ ...needs, integrations: integrationsOfStaff });
  const tokens = new SignedStaffLinks(openSigner(async () => ({ kid: 'k1', k1: key })));
  const counts = new Map<string, number>();
  const known = new Set<string>();
  const use = signIn({
    signIns,
    ceremonies: new WebauthnCeremonies('https://startline.example'),
    tokens,
    limit: {
      countOneMore: async (caller) => {
        counts.set(caller, (counts.get(caller) ?? 0) + 1);
        return counts.get(caller) ?? 0;
      },
    },
    pace: { noteKnown: async (secretHash) => void known.add(secretHash) },
    relay: async () => {},
    alerts: { count: () => {}, warn: () => {} },
    pause: async () => {},
    secret: () => randomBytes(32).toString('base64url'),
    hash: sha256,
  });
  const newEmail = () => `staff-${randomBytes(6).toString('hex')}@example.com`;

  const linksOf = (staffId: string) =>
    postgres.query<{ id: string; kind: string }>(
      'SELECT id, kind FROM staff_link WHERE staff_id = $1 AND used_at IS NULL ORDER BY id',
      [staffId],
    );
  const newestToken = async (staffId: string) => tokens.signStaffLink((await linksOf(staffId)).at(-1)?.id ?? 'no link');

  const invite = async (role: 'owner' | 'director' | 'finance' | 'desk' | 'viewer', raceId?: string) => {
    const email = newEmail();
    const answer = await staff.invite({ staffId: uuid7(), email, name: 'Ada', role, raceId, by: undefined });
    if (answer.kind !== 'invited') throw new Error(answer.kind);
    return { email, staffId: answer.staffId };
  };
  const byLink = async (staffId: string) => {
    const session = await use.openLink(await newestToken(staffId), 'a browser');
    if (session === 'used') throw new Error('the link was used');
    return session.secret;
  };
  const find = (secret: string) => sessions.find(sha256(secret));
  const isKnown = (secret: string) => known.has(sha256(secret));
  const signed = async (secret: string) => {
    const found = await find(secret);
    if (!found) throw new Error('not signed in');
    return found;
  };
  const challengeOf = async (kind: 'enrol' | 'sign-in' | 'confirm', secret?: string) => {
    const challenge = await use.challenge(kind, secret === undefined ? undefined : await signed(secret), 'a network');
    if (challenge === 'too-many-requests') throw new Error(challenge);
    return challenge.challenge;
  };
  const enrol = async (secret: string, authenticator = newAuthenticator()) => {
    const challenge = await challengeOf('enrol', secret);
    const answer = await use.enrol(authenticator.make({ challenge }), 'my phone', await signed(secret), sha256(secret));
    return { answer, authenticator };
  };
  const actions = async (staffId: string) => {
    const rows = await postgres.query<{ action: string }>('SELECT action FROM audit WHERE staff_id = $1 ORDER BY id', [
      staffId,
    ]);
    return rows.map(({ action }) => action);
  };
  return {
    signIns,
    sessions,
    staff,
    use,
    tokens,
    linksOf,
    newestToken,
    invite,
    byLink,
    find,
    isKnown,
    signed,
    challengeOf,
    enrol,
    actions,
  };
};
