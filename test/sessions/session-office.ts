import type { Hold } from '../../lambdas/domain/hold';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { Cache } from '../../lambdas/platform/cache/cache';
import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { defaultSale } from '../../lambdas/races/race';
import { MemcachedOutcomes } from '../../lambdas/registration/show/memcached-outcomes';
import { CachedEndedSessions } from '../../lambdas/sessions/cached-ended-sessions';
import { MemcachedDecisions, MemcachedSessions } from '../../lambdas/sessions/memcached-sessions';
import { PostgresEndedSessions } from '../../lambdas/sessions/postgres-ended-sessions';
import { sessionRoutes } from '../../lambdas/sessions/routes';
import { endSession, keepDraft, rememberHold, showSession } from '../../lambdas/sessions/sessions';
import { spotRoutes } from '../../lambdas/spots/holds/routes';
import { requestEvent } from '../platform/http/request-event';
import { noCanary } from '../support/no-canary';
import { sessions as cookies } from '../support/session-cookies';

interface Parts {
  readonly pools: readonly [Memcached, Memcached];
  readonly data: Memcached;
  readonly sql: Sql;
  readonly now?: () => Date;
  readonly report?: (error: unknown) => void;
}

const eventId = '01890a5d-ac96-774b-bcce-b302099a8057';

/** The function `register` as far as sessions go: every request gets a spot, for ten minutes. */
export const openOffice = ({ pools, data, sql, now = () => new Date(), report = () => {} }: Parts) => {
  const ended = new CachedEndedSessions(new Cache(data), new PostgresEndedSessions(sql));
  const sessions = new MemcachedSessions({ pools, ended, now });
  const handlers = {
    ...spotRoutes({
      holdSpot: async ({ registrationId, raceId, companions, sessionHash, ticket }, _deadline, remember) => {
        const hold = {
          ...holdOf(registrationId, raceId, sessionHash, now()),
          companions: companions?.map((id, n) => ({ registrationId: id, spot: 8 + n })),
          ...(ticket !== undefined && { owner: ticket }),
        };
        const granted = { hold, token: `hold-of-${registrationId}` };
        await remember(granted);
        return { kind: 'granted', ...granted, offer };
      },
      canary: noCanary,
      givePermit: async () => undefined,
      sessions: cookies,
      rememberHold: rememberHold({ sessions, report }),
      now,
    }),
    ...sessionRoutes({
      show: showSession({ sessions, decisions: new MemcachedDecisions(new MemcachedOutcomes(data)), now }),
      keepDraft: keepDraft(sessions),
      end: endSession({ sessions, ended }),
      cookies,
      now,
    }),
  };
  const handle = ourApi(handlers, { siteOrigin: 'https://startline.example' });
  return async (routeKey: string, { cookie, json, path = {}, headers = {} }: Call = {}) => {
    const answer = await handle(
      requestEvent({
        routeKey,
        path,
        headers: { 'content-type': 'application/json', ...headers },
        ...(cookie && { cookies: [cookie] }),
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }),
    );
    return {
      status: answer.statusCode,
      headers: answer.headers ?? {},
      body: JSON.parse(answer.body ?? ''),
      cookies: answer.cookies ?? [],
    };
  };
};

interface Call {
  readonly cookie?: string;
  readonly json?: unknown;
  readonly path?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

export type SessionOffice = ReturnType<typeof openOffice>;

/** Holds a spot, with a `ticket` an offered one; resolves with the browser's cookie afterwards. */
export const hold = async (
  office: SessionOffice,
  registrationId: string,
  cookie?: string,
  companions?: readonly string[],
  ticket?: string,
) => {
  const answer = await office('POST /api/races/{raceId}/holds', {
    path: { raceId: 'harbour-2027' },
    json: { registrationId, eventId, companions, ticket },
    ...(cookie && { cookie }),
  });
  expect(answer.status).toBe(201);
  return cookie ?? answer.cookies[0]?.split(';')[0] ?? '';
};

const offer = {
  raceId: 'harbour-2027',
  eventId,
  opensAt: new Date(0),
  closesAt: new Date(0),
  quote: { currency: 'EUR', lines: [], total: 0 },
  waiver: { version: '1', text: 'At my own risk.', hash: 'w1' },
  capacity: 100,
  sale: defaultSale,
};

const holdOf = (registrationId: string, raceId: string, sessionHash: string, now: Date): Hold => ({
  registrationId,
  raceId,
  eventId,
  block: 'b',
  spot: 7,
  sessionHash,
  quote: offer.quote,
  waiverHash: 'w1',
  expiresAt: now.getTime() + 600_000,
});
