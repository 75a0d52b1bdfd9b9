import type { Bank } from '../flow/payment';
import { ownSecret, uuid7 } from '../flow/random-ids';
import { type Api, createApi } from '../http/api';
import type { Config } from '../http/config';
import type { Answered } from '../http/failure';
import { createRequest } from '../http/request';
import type { Challenge } from '../proof/proof-of-work';
import { serverClock } from '../time/ticker';

// Here, because a preview of the page has services of its own.
export { withLock } from './with-lock';

const wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

export const request = createRequest({
  fetch: (...args) => fetch(...args),
  random: Math.random,
  wait,
  secret: ownSecret(
    () => localStorage,
    (bytes) => crypto.getRandomValues(bytes),
  ),
});

export const api: Api = createApi(request);

/** Whether there is a file, such as the results of a race. */
export const isThere = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

let asked: Promise<Answered<Config>> | undefined;

/**
 * Where the payment processor is. A successful answer is kept until the document is left; a failed one is asked for again.
 */
export const readConfig = async (): Promise<Answered<Config>> => {
  asked ??= api.config();
  const answer = await asked;
  if (answer.kind !== 'ok') asked = undefined;
  return answer;
};

const payPages = () => import('../pay-pages');

/** Begins to load what the pay step needs, while the runner fills in the forms before it. */
export const prepareToPay = () =>
  void payPages().then(
    ({ loadWhenIdle }) => loadWhenIdle(),
    // The pay step loads it again, and says when it does not come.
    () => {},
  );

/** The bank's question, which the processor's script shows. */
export const bank: Bank = {
  ask: (question) =>
    payPages().then(
      ({ askBank }) => askBank(question),
      () => 'blocked',
    ),
  free: (registrationId, signal) => payPages().then(({ whenNoTabAsks }) => whenNoTabAsks(registrationId, signal)),
};

/**
 * Loads the script for proofs of work and searches a nonce. Undefined if the script does not load or `signal` was aborted.
 */
export const prove = (challenge: Challenge, signal: AbortSignal) =>
  import('../proof/prove').then(
    (own) => own.prove(challenge, signal),
    () => undefined,
  );

/** A new registration or place id: a UUID version 7 with the time of the server. */
export const newId = () => uuid7(serverClock.now(), crypto.getRandomValues(new Uint8Array(10)));
