import * as v from 'valibot';
import { cancelled } from '../api/messages/changes';
import { holdGranted } from '../api/messages/holds';
import { raceList } from '../api/messages/races';
import { registrationAccepted, registrationStatus } from '../api/messages/registrations';
import { secretHeader } from '../api/messages/sessions';
import { count, log } from '../platform/observability';
import { canaryEventId, canaryRaceId } from '../races/canary-race';

interface Needs {
  /** The site's origin, as runners type it. */
  readonly site: string;
  readonly fetch: typeof globalThis.fetch;
  /** A proof that we ask. */
  readonly prove: () => Promise<string>;
  readonly newId: () => string;
  /** The secret of a new session. */
  readonly newSecret: () => string;
  /** Milliseconds, from any instant on. */
  readonly clock: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** For all of it. A registration takes a few seconds. */
const deadlineMs = 60_000;
const requestTimeoutMs = 10_000;
/** Between two tries, unless the answer says how long to wait. */
const pauseMs = 1000;

interface Call {
  readonly body?: unknown;
  readonly bearer?: string;
}

/**
 * Runs on a schedule. Registers through the front door, as a runner does, and gives the spot back. Publishes
 * `CanaryMissed` as 0 or 1, so that the alarm can tell a try that failed from no try. Like the page, it asks again when
 * it is told to.
 */
export const canaryWorker =
  ({ site, fetch, prove, newId, newSecret, clock, wait }: Needs) =>
  async (): Promise<void> => {
    const giveUpAt = clock() + deadlineMs;
    const registrationId = newId();
    const secret = newSecret();
    let step = 'races';
    let said = '';

    try {
      const began = clock();
      const { races } = await ask(raceList, 'GET', '/api/races');
      if (races.some(({ id }) => id === canaryRaceId)) throw new Error('The race of the canary is in the list.');

      step = 'hold';
      const hold = { registrationId, eventId: canaryEventId };
      const path = `/api/races/${canaryRaceId}/holds`;
      const held = await ask(holdGranted, 'POST', path, { body: hold, bearer: await prove() });

      step = 'pay';
      const mine = `/api/registrations/${registrationId}`;
      await ask(registrationAccepted, 'PUT', mine, { body: submissionOf(held) });

      step = 'outcome';
      const outcome = async () => {
        const status = await ask(registrationStatus, 'GET', mine, { bearer: held.hold });
        said = status.status;
        if (status.status !== 'confirmed') return status.status === 'processing' ? undefined : said;
        // Its spot cannot be given back before.
        return status.payment === 'captured' ? 'captured' : undefined;
      };
      const decided = await until(outcome);
      if (decided !== 'captured') throw new Error(`The registration is "${decided}", and was to be confirmed.`);

      step = 'cancellation';
      await ask(cancelled, 'POST', `${mine}/cancellation`, { body: { refund: 0 }, bearer: held.hold });
      count('CanaryMissed', 0);
      count('CanaryMilliseconds', clock() - began);
    } catch (error) {
      const see = 'docs/runbook.md, "The canary cannot register"';
      log.error('A runner could not register now.', error, { step, registrationId, said, see });
      count('CanaryMissed', 1);
    }

    /** The answer, once there is a good one. Throws at an answer that no repeat will change, and at the deadline. */
    async function ask<S extends v.GenericSchema>(
      schema: S,
      method: string,
      path: string,
      { body, bearer }: Call = {},
    ) {
      return until(async () => {
        const response = await fetch(`${site}${path}`, {
          method,
          headers: {
            accept: 'application/json',
            [secretHeader]: secret,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(requestTimeoutMs),
        }).catch((error: unknown) => {
          said = `no answer: ${String(error)}`;
          return undefined;
        });
        if (!response) return undefined;
        said = `${response.status}`;
        const mayChange = response.status === 429 || response.status >= 500 || isNotShownYet(method, response.status);
        if (mayChange) return undefined;
        if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}.`);
        return v.parse(schema, await response.json());
      });
    }

    async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
      for (;;) {
        const found = await look();
        if (found !== undefined) return found;
        if (clock() + pauseMs > giveUpAt) throw new Error(`Not within ${deadlineMs / 1000} seconds; at last ${said}.`);
        await wait(pauseMs);
      }
    }
  };

/** The standby may not have a registration yet that the writer decided a moment ago. */
const isNotShownYet = (method: string, status: number) => method === 'GET' && status === 404;

const submissionOf = ({ registrationId, hold, waiver }: v.InferOutput<typeof holdGranted>) => ({
  hold,
  runner: {
    firstName: 'Canary',
    // Another person each time: one that could not cancel must not keep the next one out.
    lastName: registrationId,
    email: 'canary@startline.invalid',
    birthDate: '1990-05-17',
    gender: 'non-binary',
    emergencyContact: 'nobody',
  },
  waiver: { hash: waiver.hash, accepted: true },
  // Nothing is to be paid, so the processor never sees it.
  paymentMethod: 'pm_canary',
});
