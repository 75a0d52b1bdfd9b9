import * as v from 'valibot';
import { holdGranted } from '../lambdas/api/holds';
import { problem } from '../lambdas/api/problems';
import { race } from '../lambdas/api/races';
import { type RunnerMessage, registrationAccepted, registrationStatus } from '../lambdas/api/registrations';
import type { Answer, Browser, Call } from './browser';

export interface Site {
  readonly url: string;
  readonly processor: { readonly url: string; readonly publishableKey: string };
}

export interface Journey {
  readonly site: Site;
  readonly raceId: string;
  readonly eventId: string;
  readonly registrationId: string;
  readonly person: RunnerMessage;
  readonly card: string;
  /** Seconds a person needs for a form. */
  readonly think: () => number;
  /** Milliseconds since the epoch: who is not done by then has given up. */
  readonly deadline: number;
}

/** How it ended for the runner, in the words he was told. */
export type Ending =
  | { readonly kind: 'confirmed'; readonly registrationId: string; readonly number: number }
  | { readonly kind: 'sold-out' | 'duplicate' | 'refused' | 'payment-failed' | 'declined' }
  | { readonly kind: 'error'; readonly detail: string };

/** Notes one request: what it was, and how long the runner waited for the answer, in milliseconds. */
export type Note = (step: string, milliseconds: number) => void;

/** One person's way through the pages, as the page itself goes it. */
export const register = async (browser: Browser, journey: Journey, note: Note): Promise<Ending> => {
  const { site, raceId, eventId, registrationId, person, card, think } = journey;
  const step = stepper(browser, journey.deadline, note);
  try {
    const page = read(race, await step('race page', { method: 'GET', url: `${site.url}/api/races/${raceId}` }));
    await step('spots left', { method: 'GET', url: `${site.url}/api/races/${raceId}/availability` });

    const held = await step('hold', {
      method: 'POST',
      url: `${site.url}/api/races/${raceId}/holds`,
      json: { registrationId, eventId },
    });
    if (held.status !== 201) return ending(held);
    const { hold, waiver } = read(holdGranted, held);
    if (waiver.hash !== page.waiver.hash) throw new Error('the waiver of the hold is not the one of the page');

    await pause(think() + think());
    const method = await step('card', {
      method: 'POST',
      url: `${site.processor.url}/v1/payment_methods`,
      bearer: site.processor.publishableKey,
      form: {
        type: 'card',
        'card[number]': card,
        'card[exp_month]': '12',
        'card[exp_year]': '2034',
        'card[cvc]': '123',
      },
    });
    const paymentMethod = read(v.object({ id: v.string() }), method).id;

    const url = `${site.url}/api/registrations/${registrationId}`;
    const submitted = await step('submit', {
      method: 'PUT',
      url,
      json: { hold, runner: person, waiver: { hash: waiver.hash, accepted: true }, paymentMethod },
    });
    if (submitted.status !== 202) return ending(submitted);
    let { pollAfter } = read(registrationAccepted, submitted);
    while (Date.now() < journey.deadline) {
      await pause(pollAfter * (1 + Math.random() / 5));
      const status = read(registrationStatus, await step('status', { method: 'GET', url, bearer: hold }));
      if (status.status === 'processing') pollAfter = status.pollAfter;
      else if (status.status === 'confirmed') return { kind: 'confirmed', registrationId, number: status.number };
      else if (status.status === 'cancelled' || status.status === 'transferred')
        return { kind: 'error', detail: `was told ${status.status}, and never asked for it` };
      else return { kind: status.status };
    }
    return { kind: 'error', detail: 'gave up waiting for the confirmation' };
  } catch (error) {
    return { kind: 'error', detail: error instanceof Error ? error.message : String(error) };
  }
};

/** A server that is started again needs some seconds for it; who is turned away by the network asks for about half a minute. */
const mostFailures = 8;

/** Asks as the page does: again, with jitter, when told to come back or when there was no answer. */
const stepper =
  (browser: Browser, deadline: number, note: Note) =>
  async (name: string, call: Call): Promise<Answer> => {
    for (let failures = 0; ; ) {
      const started = performance.now();
      const asked = await browser.fetch(call).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      note(name, performance.now() - started);
      const again = 'error' in asked ? ++failures < mostFailures : asked.answer.retryAfter !== undefined;
      if (!again || Date.now() > deadline) {
        if ('error' in asked) throw asked.error;
        return asked.answer;
      }
      const wait = 'error' in asked ? failures : (asked.answer.retryAfter ?? 1);
      await pause(wait * (0.5 + Math.random()));
    }
  };

const ending = ({ status, body }: Answer): Ending => {
  const said = v.safeParse(problem, body);
  const name = said.success ? said.output.type.replace('/problems/', '') : '';
  if (name === 'sold-out') return { kind: 'sold-out' };
  if (name === 'card-declined') return { kind: 'declined' };
  return { kind: 'error', detail: `${status} ${name || JSON.stringify(body).slice(0, 200)}` };
};

const read = <Out>(schema: v.GenericSchema<unknown, Out>, { status, body }: Answer): Out => {
  const message = v.safeParse(schema, body);
  if (message.success) return message.output;
  throw new Error(`unexpected answer ${status}: ${JSON.stringify(body).slice(0, 200)}`);
};

const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
