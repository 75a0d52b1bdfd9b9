import { newCodeRequest, type OwnBibMessage } from '../../api/messages/race-day/bibs';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { reply } from '../../platform/http/reply';
import { bearerOf, type Request } from '../../platform/http/request';
import type { Codes, ReplacedCodes } from '../ports';
import type { OwnBib, OwnBibs, Proven } from './ports';

interface Needs {
  /** What a request proves of a registration; undefined when it proves nothing. */
  readonly prove: (request: {
    readonly registrationId: string;
    readonly token: string;
    readonly sessionHash: string | undefined;
  }) => Promise<Proven | undefined>;
  readonly sessions: { find(request: Request): Promise<string | undefined> };
  readonly recent: OwnBibs;
  /** The primary, where a registration of a moment ago is already. */
  readonly latest: OwnBibs;
  readonly codes: Pick<Codes, 'make'>;
}

/** A runner's own bib, and the code that they show at the desk. */
export const ownBibRoutes = ({ prove, sessions, recent, latest, codes }: Needs) =>
  ({
    'GET /api/registrations/{registrationId}/bib': async (request) => {
      const registrationId = request.path.registrationId ?? '';
      const token = bearerOf(request);
      const proven = await prove({ registrationId, token, sessionHash: await sessions.find(request) });
      if (!proven) throw new ProblemError('not-yours', { reason: 'registration' });
      const found = (await recent.find(registrationId, proven)) ?? (await latest.find(registrationId, proven));
      if (found === 'not-yours') throw new ProblemError('not-yours', { reason: 'registration' });
      if (!found) throw new ProblemError('not-found', { reason: 'not-yet-registered' });
      return reply(200, await shown(codes, registrationId, found));
    },
  }) satisfies Handlers<Route>;

interface NewCodeNeeds extends Omit<Needs, 'recent'> {
  readonly replaced: ReplacedCodes;
}

/** Where a runner whose code was copied gets a new one. */
export const newCodeRoutes = ({ prove, sessions, latest, codes, replaced }: NewCodeNeeds) =>
  ({
    'POST /api/registrations/{registrationId}/check-in-code': async (request) => {
      const registrationId = request.path.registrationId ?? '';
      const { codeVersion: seen } = request.json(newCodeRequest);
      const token = bearerOf(request);
      const proven = await prove({ registrationId, token, sessionHash: await sessions.find(request) });
      const found = proven && (await latest.find(registrationId, proven));
      if (!proven || found === 'not-yours') throw new ProblemError('not-yours', { reason: 'change' });
      if (!found) throw new ProblemError('not-found', { reason: 'id', what: 'registration' });
      const answer = await replaced.replace({ registrationId, actor: 'runner', seen, isDryRun: false });
      switch (answer.kind) {
        case 'replaced':
          return reply(200, await shown(codes, registrationId, { ...found, codeVersion: answer.version }));
        case 'too-many':
          throw new ProblemError('too-many-check-in-codes', { retryAfter: answer.retryAfter });
        case 'no-spot':
          throw new ProblemError('no-spot');
        case 'not-found':
          throw new ProblemError('not-found', { reason: 'id', what: 'registration' });
      }
    },
  }) satisfies Handlers<Route>;

const shown = async (
  codes: Needs['codes'],
  registrationId: string,
  { raceId, number, raceGivesBibs: givesBibs, isCheckedIn, isNameWithheld, codeVersion }: OwnBib,
): Promise<OwnBibMessage> => ({
  registrationId,
  ...(number !== undefined && { bib: number }),
  givesBibs,
  isCheckedIn,
  ...(isNameWithheld && { isNameWithheld: true as const }),
  code: await codes.make(raceId, registrationId, codeVersion),
  codeVersion,
});
