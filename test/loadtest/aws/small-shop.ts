import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import * as examples from '../../../lambdas/api/examples/examples';
import { holdRequest } from '../../../lambdas/api/messages/hold-request';
import { submission } from '../../../lambdas/api/messages/submission';

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

interface Faults {
  /** How many of the last numbers are dealt twice. */
  readonly twice?: number;
}

/** A race with one event and a processor, in memory: the part of the API that a runner without a group uses. */
export const smallShop = (capacity: number, { twice = 0 }: Faults = {}) => {
  const { race } = examples;
  let left = capacity;
  const numbers = new Map<string, number>();
  const emails: string[] = [];

  const hold = (body: unknown): Answered => {
    const { registrationId } = v.parse(holdRequest, body);
    if (left === 0) return { status: 409, body: { type: '/problems/sold-out', title: '', status: 409, detail: '' } };
    numbers.set(registrationId, Math.min(capacity - left + 1, capacity - twice));
    left--;
    return { status: 201, body: { ...examples.holdGranted, registrationId } };
  };

  const registration = (method: string, path: string, body: unknown): Answered => {
    const registrationId = path.split('?')[0]?.split('/').at(-1) ?? '';
    if (method === 'PUT') {
      emails.push(v.parse(submission, body).runner.email);
      return { status: 202, body: { ...examples.registrationAccepted, registrationId, pollAfter: 0 } };
    }
    const number = numbers.get(registrationId);
    return { status: 200, body: { ...examples.registrationStatuses.confirmed, registrationId, number } };
  };

  return {
    emails,
    answer(method: string, path: string, body: unknown): Answered {
      if (path === `/api/races/${race.id}`)
        return { status: 200, body: { ...race, events: race.events.map((event) => ({ ...event, capacity })) } };
      if (path.endsWith('/availability')) {
        const [event] = examples.availability.events;
        const events = [{ ...event, spotsLeft: left, state: left > 0 ? 'open' : 'sold-out' }];
        return { status: 200, body: { ...examples.availability, events } };
      }
      if (path.endsWith('/holds')) return hold(body);
      if (path === '/v1/payment_methods') return { status: 200, body: { id: 'pm_1' } };
      if (path.startsWith('/api/registrations/')) return registration(method, path, body);
      return { status: 200, body: '' };
    },
  };
};

/** The body of a request; undefined when it is not JSON. */
export const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return request.headers['content-type'] === 'application/json'
    ? JSON.parse(Buffer.concat(chunks).toString())
    : undefined;
};
