import { ConsoleError } from '../api/console/problems';
import { ProblemError } from '../api/problem-error';
import { allRaces, type ConsoleAccess, type ConsoleRoute, consoleRoutes } from '../contract/console-routes';
import type { Handlers } from '../platform/http/api';
import { type Reply, reply } from '../platform/http/reply';
import type { Request } from '../platform/http/request';
import type { StaffPace, StaffSessions } from './ports';
import { type Demand, judge, type Signed } from './rights';

/**
 * The prefix `__Host-` binds the cookie to this host, TLS and all paths. Strict: no other site's link or form brings it along.
 */
const staffCookieName = '__Host-startline-staff';
/** As long as the oldest session lives. */
const staffCookieSeconds = 7 * 24 * 3600;

/** The `Set-Cookie` value of a new session. */
export const staffCookie = (secret: string): string =>
  `${staffCookieName}=${secret}; Path=/; Max-Age=${staffCookieSeconds}; Secure; HttpOnly; SameSite=Strict`;

/** The `Set-Cookie` value that makes the browser forget its session. */
export const staffFarewell = `${staffCookieName}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict`;

/** A request of somebody who is signed in. `secretHash`: of their session. */
export interface SignedRequest {
  readonly request: Request;
  readonly signed: Signed;
  readonly secretHash: string;
}

type OpenRoute = { [R in ConsoleRoute]: (typeof consoleRoutes)[R]['who'] extends 'anyone' ? R : never }[ConsoleRoute];

/** What answers each route: those for anyone read the request alone. */
export type ConsoleHandlers = {
  readonly [R in ConsoleRoute]: R extends OpenRoute
    ? (request: Request) => Promise<Reply>
    : (signed: SignedRequest) => Promise<Reply>;
};

interface Needs {
  readonly sessions: Pick<StaffSessions, 'find'>;
  readonly pace: StaffPace;
  readonly hash: (text: string) => string;
}

/** Puts the table of the contract in front of the handlers. A request that is not permitted reaches no handler. */
export const guardedRoutes = (handlers: ConsoleHandlers, { sessions, pace, hash }: Needs): Handlers => {
  const signedIn = async (request: Request, isCostly: boolean): Promise<SignedRequest | undefined> => {
    const secret = request.cookies[staffCookieName];
    if (!secret) return undefined;
    const secretHash = hash(secret);
    // Before the database is asked.
    if (!(await pace.mayAsk(secretHash, request.viewer, isCostly)))
      throw new ConsoleError('too-fast', { retryAfter: 60 });
    const signed = await sessions.find(secretHash);
    if (signed) {
      await pace.noteKnown(secretHash);
      return { request, signed, secretHash };
    }
    await pace.noteUnknown(request.viewer);
    return undefined;
  };

  return Object.fromEntries(
    Object.entries<ConsoleAccess>(consoleRoutes).map(([route, access]) => [
      route,
      async (request: Request): Promise<Reply> => {
        const handler = handlers[route as ConsoleRoute] as (input: Request | SignedRequest) => Promise<Reply>;
        if (access.who === 'anyone') return handler(request);
        const signed = await signedIn(request, access.isCostly ?? false);
        if (!signed && access.orNobody) return reply(204, undefined);
        if (!signed) throw new ConsoleError('not-signed-in');
        if (access.who !== 'self' && access.who !== 'command')
          permit(signed.signed, {
            roles: access.who,
            race: raceOf(access, request),
            confirmed: access.confirmed ?? false,
          });
        return handler(signed);
      },
    ]),
  );
};

/** Throws ConsoleError or ProblemError unless the demand is met. */
export const permit = (signed: Signed, demand: Demand): void => {
  const verdict = judge(signed, demand);
  switch (verdict) {
    case 'permitted':
      return;
    case 'no-such-race':
      throw new ProblemError('not-found', { reason: 'race', raceId: demand.race ?? '' });
    default:
      throw new ConsoleError(verdict);
  }
};

/** The race of a scope in an address; undefined: all races. */
export const raceOfScope = ({ path: { scope = '' } }: Pick<Request, 'path'>): string | undefined =>
  scope === allRaces ? undefined : scope;

const raceOf = ({ race }: ConsoleAccess, request: Request): Demand['race'] => {
  switch (race) {
    case 'path':
      return request.path.raceId ?? '';
    case 'scope':
      return raceOfScope(request);
    case 'any':
      return 'any';
    default:
      return undefined;
  }
};
