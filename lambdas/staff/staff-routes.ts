import type * as v from 'valibot';
import { integrationsAsked, invitation, roleGiven, roleRemoved, stateSet } from '../api/console/messages';
import { ConsoleError } from '../api/console/problems';
import { ProblemError } from '../api/problem-error';
import { read } from '../api/read';
import type { Relay } from '../domain/outbox';
import { reply } from '../platform/http/reply';
import type { Request } from '../platform/http/request';
import { type ConsoleHandlers, raceOfScope, type SignedRequest } from './guarded-routes';
import type { AuditLog, Integrations, StaffChange, StaffRegister } from './ports';

interface Needs {
  readonly staff: StaffRegister;
  readonly audit: AuditLog;
  /** Sends invitations without waiting for the minute job. */
  readonly relay: Relay;
  /** Is told why an invitation waits. */
  readonly report: (error: unknown) => void;
}

/** Who works on which race. */
export const staffRoutes = ({ staff, audit, relay, report }: Needs) => {
  const sendNow = (ids: readonly string[]) => {
    if (ids.length > 0) relay(ids).catch(report);
  };

  /** The answer says which integrations of the person still work, in the races that they lost. */
  const left = async (answer: StaffChange, ...of: Parameters<StaffRegister['integrationsOf']>) =>
    changed(answer, answer === 'changed' ? await staff.integrationsOf(...of) : undefined);

  return {
    'GET /api/console/staff/{scope}': async ({ request }: SignedRequest) =>
      reply(200, { staff: await staff.list(raceOfScope(request)) }),

    'POST /api/console/staff/{scope}': async ({ request, signed }: SignedRequest) => {
      const raceId = raceOfScope(request);
      const invited = await staff.invite({ ...request.json(invitation), raceId, by: signed.staffId });
      switch (invited.kind) {
        case 'invited':
          sendNow(invited.outbox);
          return reply(201, { staffId: invited.staffId });
        case 'locked':
          throw new ConsoleError('staff-locked');
        case 'last-owner':
          throw new ConsoleError('last-owner');
        case 'too-many':
          throw new ConsoleError('too-many-invitations', { retryAfter: 3600 });
        case 'no-such-race':
          throw new ProblemError('not-found', { reason: 'race', raceId: raceId ?? '' });
      }
    },

    'PUT /api/console/staff/{scope}/{staffId}/role': async ({ request, signed }: SignedRequest) => {
      const raceId = raceOfScope(request);
      const { role } = request.json(roleGiven);
      const answer = await staff.setRole(request.path.staffId ?? '', { role, raceId }, signed.staffId);
      if (answer === 'no-such-race') throw new ProblemError('not-found', { reason: 'race', raceId: raceId ?? '' });
      return changed(answer);
    },

    'GET /api/console/staff/{scope}/{staffId}/integrations': async ({ request }: SignedRequest) => {
      const { races } = queryOf(request, integrationsAsked);
      return reply(200, await staff.integrationsOf(request.path.staffId ?? '', raceOfScope(request), races));
    },

    'DELETE /api/console/staff/{scope}/{staffId}/role': async ({ request, signed }: SignedRequest) => {
      const { staffId = '' } = request.path;
      const raceId = raceOfScope(request);
      const { integrations } = queryOf(request, roleRemoved);
      const removed = await staff.removeRole(staffId, raceId, signed.staffId, integrations === 'end');
      return left(removed, staffId, raceId, 'lost');
    },

    'PUT /api/console/staff/{staffId}/state': async ({ request, signed }: SignedRequest) => {
      const { staffId = '' } = request.path;
      const { state, integrations } = request.json(stateSet);
      const set = await staff.setState(staffId, state, signed.staffId, integrations === 'end');
      return left(set, staffId, undefined, 'every');
    },

    'POST /api/console/staff/{staffId}/reset': async ({ request, signed }: SignedRequest) => {
      const ids = await staff.resetById(request.path.staffId ?? '', signed.staffId);
      if (ids === 'not-found') throw nobody();
      sendNow(ids);
      return reply(200, { status: 'reset' });
    },

    'GET /api/console/audit': async ({ request }: SignedRequest) =>
      reply(200, { entries: await audit.list(undefined, beforeIn(request)) }),

    'GET /api/console/races/{raceId}/audit': async ({ request }: SignedRequest) =>
      reply(200, { entries: await audit.list(request.path.raceId ?? '', beforeIn(request)) }),
  } satisfies Partial<ConsoleHandlers>;
};

const beforeIn = ({ query: { before = '' } }: Request): number | undefined =>
  /^\d{1,15}$/.test(before) ? Number(before) : undefined;

const queryOf = <S extends v.GenericSchema<unknown, unknown>>({ query }: Request, schema: S): v.InferOutput<S> => {
  const asked = read(schema, query);
  if ('errors' in asked) throw new ProblemError('invalid-request', { reason: 'fields', errors: asked.errors });
  return asked.output;
};

const nobody = () => new ProblemError('not-found', { reason: 'id', what: 'staff' });

const changed = (answer: StaffChange, integrations?: Integrations) => {
  switch (answer) {
    case 'changed':
      return reply(200, { status: 'changed', ...(integrations && { integrations }) });
    case 'last-owner':
      throw new ConsoleError('last-owner');
    case 'not-found':
      throw nobody();
  }
};
