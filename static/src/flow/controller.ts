import type { HoldRequest } from '../../../lambdas/api/messages/hold-request';
import type { Api } from '../http/api';
import { missedPollSeconds, pollSeconds, waitSeconds } from '../http/backoff';
import { type Failure, retryAfterOf } from '../http/failure';
import type { Challenge } from '../proof/proof-of-work';
import * as t from '../texts/page';
import { type Draft, type Ids, idsOf, type Offer, sizeOf } from './draft';
import { type Effect, effectOf } from './effects';
import type { FlowEvent } from './events';
import type { KeptDraft } from './keep-draft';
import { attemptOf, type Bank, submissionOf, type Tokenise } from './payment';
import { reduce } from './reduce';
import { type Flow, type Operation, resume, type Stage } from './stage';
import { type Watched, watched } from './watched';

interface Services {
  readonly raceId: string;
  readonly api: Pick<Api, 'hold' | 'submit' | 'moreTries' | 'status'>;
  readonly bank: Bank;
  /** The nonce that answers a challenge. Undefined if the search was aborted or is not possible. */
  readonly prove: (challenge: Challenge, signal: AbortSignal) => Promise<string | undefined>;
  readonly kept: KeptDraft;
  /** The server's time, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly learnTime: (serverNow: string) => void;
  readonly random: () => number;
  readonly newId: () => string;
  /** Calls `work` once after this time. Gives a function that cancels it. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
  /** Runs work while no other tab of this browser runs work for the same race. */
  readonly lock: <T>(work: () => Promise<T>) => Promise<T>;
}

/** One attempt to register, as the screens see it. */
export interface Controller {
  readonly flow: Pick<Watched<Flow>, 'peek' | 'watch'>;
  dispatch(event: FlowEvent): void;
  /** Asks for a hold. `size`: how many people are in the group. */
  ask(eventId: string, size?: number): void;
  startOver(eventId: string, keepTyped: boolean, size?: number): void;
  takeOffer(offer: Offer): void;
  /** Pays with the card in the processor's fields. Without `tokenise` there is nothing to pay. */
  pay(tokenise?: Tokenise): Promise<void>;
  /** Takes over the draft that another tab wrote. */
  adopt(draft: Draft | undefined): void;
  close(): void;
}

const longestTimerMs = 60_000;

/** The day in UTC as `yyyy-mm-dd`. `now` in milliseconds. */
export const today = (now: number) => new Date(now).toISOString().slice(0, 10);

const holdRequestOf = (draft: Draft): HoldRequest => {
  const [registrationId, ...companions] = idsOf(draft);
  const { eventId, offer } = draft;
  return {
    registrationId,
    eventId,
    ...(companions.length > 0 && { companions }),
    ...(offer && { ticket: offer.ticket }),
  };
};

/**
 * Runs one attempt to register: stores the draft, runs the effect of each stage (a call or a timer) and dispatches its result
 * to the reducer.
 */
export const openController = (services: Services): Controller => {
  const { raceId, api, bank, prove, kept, now, learnTime, random, newId, later, lock } = services;
  const flow = watched(resume(kept.read(), now()));
  let cancel = () => {};
  let leaving = new AbortController();
  let closed = false;

  const dispatch = (event: FlowEvent) => {
    if (closed) return;
    const before = flow.peek();
    const after = reduce(before, event);
    if (after === before) return;
    // Stored before anything is sent: after a crash the page finds the same id and the same request.
    if (after.draft !== before.draft && event.kind !== 'adopted') kept.write(after.draft);
    flow.put(after);
    if (after.stage !== before.stage) runEffect();
  };

  /** How long the runner has waited for the outcome, in seconds. */
  const waitedAt = ({ since }: { readonly since: number }) => (now() - since) / 1000;

  const failed = (operation: Operation, failure: Failure, hold?: string) => {
    const { stage } = flow.peek();
    const tries = 'tries' in stage ? stage.tries : 1;
    const wait =
      stage.kind === 'polling'
        ? missedPollSeconds(waitedAt(stage), random(), retryAfterOf(failure))
        : waitSeconds(tries, random(), retryAfterOf(failure));
    dispatch({ kind: 'failed', operation, failure, hold, now: now(), tryAt: now() + wait * 1000 });
  };

  /** Runs a call. Drops its answer if the stage has changed in the meantime. */
  const whileHere = async <T>(call: () => Promise<T>, then: (answer: T) => void) => {
    const { stage } = flow.peek();
    const answer = await call();
    if (!closed && flow.peek().stage === stage) then(answer);
  };

  const proofFor = async (stage: Stage) => {
    if (stage.kind !== 'holding' || !stage.challenge) return undefined;
    const nonce = await prove(stage.challenge, leaving.signal);
    return nonce ? { challenge: stage.challenge.token, nonce } : 'none';
  };

  const hold = (draft: Draft) =>
    whileHere(
      async () => {
        const { stage } = flow.peek();
        const proof = await proofFor(stage);
        return proof === 'none' || flow.peek().stage !== stage
          ? ({ kind: 'network' } as const)
          : lock(() => api.hold(raceId, { ...holdRequestOf(draft), ...(proof && { proof }) }));
      },
      (answer) => {
        if (answer.kind === 'problem' && answer.name === 'registration-id-taken')
          return dispatch({ kind: 'id-was-taken', freshIds: freshIds(sizeOf(draft)) });
        if (answer.kind !== 'ok') return failed('hold', answer);
        learnTime(answer.value.now);
        dispatch({ kind: 'held', hold: answer.value });
      },
    );

  const submit = (draft: Draft) =>
    whileHere(
      async () => {
        const body = submissionOf(draft, flow.peek().unkept);
        const answer = await api.submit(draft.registrationId, body);
        if (answer.kind !== 'problem' || answer.triesLeft !== 0) return { answer };
        // The page asks for another try by itself. The runner only hears of it if there are no more.
        const more = await api.moreTries(draft.registrationId, body.hold);
        if (more.kind === 'ok') return { answer, more: more.value.hold };
        return {
          answer:
            more.kind === 'problem' && more.name === 'no-more-tries' ? { ...answer, detail: t.problem(more) } : answer,
        };
      },
      ({ answer, more }) => {
        if (answer.kind !== 'ok') return failed('pay', answer, more);
        if (answer.value.status === 'action-required') {
          const { clientSecret, payment, until } = answer.value;
          return dispatch({ kind: 'bank-asked', clientSecret, payment, until: Date.parse(until) });
        }
        dispatch({
          kind: 'accepted',
          now: now(),
          pollAt: now() + pollSeconds(answer.value.pollAfter, random()) * 1000,
        });
      },
    );

  const authenticate = ({ registrationId }: Draft, clientSecret: string, take: boolean) =>
    whileHere(
      () => bank.ask({ registrationId, clientSecret, take, signal: leaving.signal }),
      (said) =>
        dispatch(
          said === 'yes' || said === 'no'
            ? { kind: 'bank-answered', answered: said }
            : { kind: 'bank-window', window: said },
        ),
    );

  const poll = ({ registrationId, hold: held }: Draft) =>
    whileHere(
      () => {
        const { stage } = flow.peek();
        return api.status(
          registrationId,
          held?.hold ?? '',
          stage.kind === 'polling' ? { waited: waitedAt(stage) } : {},
        );
      },
      (answer) => {
        if (answer.kind !== 'ok') return failed('poll', answer);
        const pollAfter = answer.value.status === 'processing' ? answer.value.pollAfter : 4;
        dispatch({
          kind: 'told',
          status: answer.value,
          now: now(),
          pollAt: now() + pollSeconds(pollAfter, random()) * 1000,
        });
      },
    );

  /** Long waits are split into short timers: after a laptop has slept, a long timer would fire too late. */
  const at = (instant: number, then: () => void): void => {
    const left = Math.max(0, instant - now());
    cancel = later(Math.min(left, longestTimerMs), () => (now() >= instant ? then() : at(instant, then)));
  };

  const run = (effect: Effect, draft: Draft): void => {
    switch (effect.kind) {
      case 'hold':
        void hold(draft);
        break;
      case 'pay':
        void submit(draft);
        break;
      case 'poll':
        void poll(draft);
        break;
      case 'poll-later':
        at(effect.until, () => void poll(draft));
        break;
      case 'wait':
        at(effect.until, () => dispatch({ kind: flow.peek().stage.kind === 'filling' ? 'ran-out' : 'time-came' }));
        break;
      case 'authenticate':
        at(effect.until, () => dispatch({ kind: 'time-came' }));
        void authenticate(draft, effect.clientSecret, effect.take);
        break;
      case 'await-tab':
        at(effect.until, () => dispatch({ kind: 'time-came' }));
        // The other tab is done, or gone.
        void whileHere(
          () => bank.free(draft.registrationId, leaving.signal),
          () => dispatch({ kind: 'time-came' }),
        );
        break;
      case 'nothing':
        break;
    }
  };

  const leave = () => {
    cancel();
    cancel = () => {};
    leaving.abort();
    leaving = new AbortController();
  };

  const runEffect = () => {
    leave();
    const { draft } = flow.peek();
    if (draft) run(effectOf(flow.peek()), draft);
  };

  const pay = async (tokenise?: Tokenise) => {
    dispatch({ kind: 'card-given' });
    const { stage } = flow.peek();
    // The first click is still being worked on.
    if (stage.kind !== 'tokenising' || paying) return;
    paying = true;
    await lock(async () => {
      const stored = kept.read();
      const mine = flow.peek().draft;
      // Another tab was faster. Its attempt counts.
      if (stored && stored.registrationId === mine?.registrationId && stored.attempt)
        return dispatch({ kind: 'card-not-taken' });
      const attempt = await attemptOf(mine, today(now()), tokenise);
      if (attempt === 'incomplete') dispatch({ kind: 'card-not-taken' });
      else if ('kind' in attempt) dispatch({ kind: 'card-not-taken', notice: attempt });
      else dispatch({ kind: 'card-taken', attempt });
    });
    paying = false;
    const stored = kept.read();
    if (stored) adopt(stored);
  };
  let paying = false;

  const freshIds = (size: number): Ids => [newId(), ...Array.from({ length: size - 1 }, newId)];

  const adopt = (draft: Draft | undefined) => dispatch({ kind: 'adopted', draft, now: now() });

  runEffect();

  return {
    flow,
    dispatch,
    pay,
    adopt,
    ask: (eventId, size = 1) => dispatch({ kind: 'asked', eventId, freshIds: freshIds(size) }),
    takeOffer: (offer) => dispatch({ kind: 'offer-taken', offer, freshIds: freshIds(offer.size) }),
    startOver: (eventId, keepTyped, size = 1) =>
      dispatch({ kind: 'started-over', eventId, freshIds: freshIds(size), keepTyped }),
    close: () => {
      closed = true;
      leave();
    },
  };
};
