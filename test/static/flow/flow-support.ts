import type { HoldGranted } from '../../../lambdas/api/messages/holds';
import type { RegistrationStatus } from '../../../lambdas/api/messages/registrations';
import type { ProblemName } from '../../../lambdas/api/problems';
import { type Draft, newDraft, type Typed } from '../../../static/src/flow/draft';
import type { FlowEvent } from '../../../static/src/flow/events';
import { reduce } from '../../../static/src/flow/reduce';
import type { Flow } from '../../../static/src/flow/stage';
import type { Failure } from '../../../static/src/http/failure';

export const id = '01890000-0000-7000-8000-000000000001';
export const otherId = '01890000-0000-7000-8000-000000000002';
export const marathon = '0b9f3b52-8a3d-4d7e-9c55-000000000001';
export const half = '0b9f3b52-8a3d-4d7e-9c55-000000000002';
export const start = Date.parse('2027-03-01T10:00:00.000Z');

export const ada: Typed = {
  firstName: 'Ada',
  lastName: 'Runner',
  email: 'ada@example.com',
  birthDay: '17',
  birthMonth: '5',
  birthYear: '1990',
  gender: 'female',
  emergencyContact: 'Grace, 040 123',
};

export const holdOf = (registrationId: string, hash = 'w1'): HoldGranted => ({
  registrationId,
  raceId: 'harbour',
  eventId: marathon,
  hold: `hold.${registrationId}.${hash}`,
  expiresAt: '2027-03-01T10:10:00.000Z',
  now: '2027-03-01T10:00:00.000Z',
  quote: { currency: 'EUR', lines: [{ label: 'Marathon', amount: 8900 }], total: 8900 },
  waiver: { version: '1', text: 'I am fit.', hash },
});

export const attempt = {
  confirmationToken: 'ctoken_1',
  waiverHash: 'w1',
  runner: {
    firstName: 'Ada',
    lastName: 'Runner',
    email: 'ada@example.com',
    birthDate: '1990-05-17',
    gender: 'female' as const,
    emergencyContact: 'Grace, 040 123',
  },
};

const about = { registrationId: id, raceId: 'harbour', raceName: 'Harbour', eventId: marathon, eventName: 'Marathon' };

export const confirmed = (payment: 'authorised' | 'captured' = 'captured'): RegistrationStatus => ({
  ...about,
  status: 'confirmed',
  number: 7,
  payment,
  amount: 8900,
  currency: 'EUR',
  runner: { firstName: 'Ada', lastName: 'Runner', email: 'ada@example.com' },
  registeredAt: '2027-03-01T10:05:00.000Z',
});

export const ended = (status: 'duplicate' | 'refused' | 'payment-failed'): RegistrationStatus => ({ ...about, status });

export const processing: RegistrationStatus = { registrationId: id, status: 'processing', pollAfter: 2 };

export const problem = (name: ProblemName, more: object = {}): Failure => ({
  kind: 'problem',
  name,
  detail: `about ${name}`,
  ...more,
});

export const failed = (operation: 'hold' | 'pay' | 'poll', failure: Failure): FlowEvent => ({
  kind: 'failed',
  operation,
  failure,
  now: start,
  tryAt: start + 3000,
});

export const draftWith = (more: Partial<Draft> = {}): Draft => ({ ...newDraft([id], marathon, [ada]), ...more });

export const holding: Flow = { draft: draftWith(), stage: { kind: 'holding', tries: 0 } };
export const filling: Flow = { draft: draftWith({ hold: holdOf(id), accepted: 'w1' }), stage: { kind: 'filling' } };
export const tokenising: Flow = { ...filling, stage: { kind: 'tokenising' } };
export const paying: Flow = {
  draft: draftWith({ hold: holdOf(id), accepted: 'w1', attempt }),
  stage: { kind: 'paying', tries: 0 },
};
export const polling: Flow = {
  draft: { ...draftWith({ hold: holdOf(id), accepted: 'w1', attempt }), submitted: true },
  stage: { kind: 'polling', since: start, checking: false },
};

/** The flow after these events. */
export const following = (flow: Flow, ...events: readonly FlowEvent[]): Flow => events.reduce(reduce, flow);
