import type { Failure } from '../http/failure';
import * as t from '../texts/page';
import type { Draft } from './draft';
import type { FlowEvent } from './events';
import { type Expired, type Flow, type Pause, type Stage, withStaleQuote } from './stage';

type Failed = Extract<FlowEvent, { kind: 'failed' }>;

const pauseFor = (failure: Failure): Pause => {
  if (failure.kind === 'network') return 'offline';
  if (failure.kind === 'timeout') return 'busy';
  if (failure.kind === 'unreadable') return failure.status === 429 || failure.status === 503 ? 'busy' : 'server-error';
  if (failure.name === 'all-held' || failure.name === 'sale-paused' || failure.name === 'busy') return failure.name;
  return failure.name === 'payment-unknown' ? 'unknown' : 'server-error';
};

/** Whether the failure passes, because the request itself did not cause it. Then the same request is repeated. */
const isOnTheWay = (failure: Failure): boolean => {
  if (failure.kind === 'problem')
    return ['busy', 'all-held', 'sale-paused', 'payment-unknown', 'internal-error'].includes(failure.name);
  if (failure.kind === 'unreadable') return failure.status === 429 || failure.status >= 500;
  return true;
};

const standBy = (flow: Flow, operation: 'hold' | 'pay', { failure, now, tryAt }: Failed): Flow => {
  const tries = flow.stage.kind === 'holding' || flow.stage.kind === 'paying' ? flow.stage.tries + 1 : 1;
  const stage: Stage = {
    kind: 'standing-by',
    operation,
    pause: pauseFor(failure),
    from: now,
    until: tryAt,
    tries,
    stopped: false,
  };
  return { ...flow, stage };
};

const holdFailed = (flow: Flow, failed: Failed): Flow => {
  const { failure } = failed;
  if (flow.stage.kind !== 'holding') return flow;
  if (isOnTheWay(failure)) return standBy(flow, 'hold', failed);
  if (failure.kind === 'problem') {
    const { name, opensAt, free, challenge } = failure;
    if (challenge) return { ...flow, stage: { kind: 'holding', tries: flow.stage.tries, after: 'crowded', challenge } };
    switch (name) {
      case 'not-open-yet':
      case 'sold-out':
      case 'waiting-list':
      case 'closed':
      case 'offer-ended':
      case 'too-many-holds':
      case 'too-few-spots':
      case 'wrong-size':
      case 'not-found':
      case 'access-needed':
        return {
          ...flow,
          stage: {
            kind: 'turned-away',
            why: name,
            detail: t.problem(failure),
            ...(opensAt ? { opensAt } : {}),
            ...(free === undefined ? {} : { free }),
          },
        };
    }
  }
  return { ...flow, stage: { kind: 'broken', operation: 'hold', failure } };
};

/** The draft after an attempt that registered nothing. The next card makes a new attempt. */
export const withoutAttempt = (draft: Draft): Draft => {
  const { attempt: _attempt, unsure: _unsure, submitted: _submitted, leftBank: _leftBank, ...rest } = draft;
  return rest;
};

/** Why an attempt whose hold is over registered nothing. */
const whyTooLate = ({ attempt }: Draft): Expired => {
  if (!attempt?.resume) return 'too-late';
  return attempt.answered === 'yes' ? 'bank-too-late' : 'bank-silent';
};

/** After an attempt that the server knows nothing of. `now` in milliseconds. */
export const nothingArrived = (draft: Draft, now: number): Flow => {
  const { attempt, hold, quoted } = draft;
  const rest = withoutAttempt(draft);
  // A card may be held all the same. With the same id the next attempt goes on with that payment.
  if (quoted?.isStale && hold && now < Date.parse(hold.expiresAt))
    return { draft: attempt?.resume ? { ...rest, leftBank: true } : rest, stage: { kind: 'filling' } };
  return { draft: rest, stage: { kind: 'expired', why: whyTooLate(draft) } };
};

const payFailed = (flow: Flow, failed: Failed): Flow => {
  const { failure, now } = failed;
  const { draft } = flow;
  if (flow.stage.kind !== 'paying' || !draft) return flow;
  if (isOnTheWay(failure)) return standBy({ ...flow, draft: { ...draft, unsure: true } }, 'pay', failed);
  const hold = draft.hold && failed.hold ? { hold: { ...draft.hold, hold: failed.hold } } : {};
  const back = (notice: Extract<Stage, { kind: 'filling' }>['notice'], more?: Partial<Draft>): Flow => ({
    draft: { ...withoutAttempt(draft), ...hold, ...more },
    stage: { kind: 'filling', ...(notice ? { notice } : {}) },
  });
  // An earlier request may have arrived in time, and only its answer was lost. So ask before saying that it is over.
  const check: Stage = { kind: 'waiting', pollAt: now, since: now, checking: true };
  if (failure.kind === 'problem') {
    switch (failure.name) {
      case 'card-declined':
        // No card can be tried on a canceled payment: a new one needs new ids.
        if (failure.reason === 'canceled')
          return { draft: withoutAttempt(draft), stage: { kind: 'expired', why: 'canceled' } };
        return back({ kind: 'declined', detail: t.problem(failure) });
      case 'waiver-changed':
        // The hold is signed with the old text. Asking again with the same id brings a hold with the new text.
        return { draft: { ...withoutAttempt(draft), accepted: undefined }, stage: { kind: 'holding', tries: 0 } };
      case 'page-outdated':
      case 'invalid-request':
        return back({ kind: 'invalid', errors: failure.faults ?? [], detail: t.problem(failure) });
      case 'quote-invalid':
      case 'entry-changed':
        if (draft.unsure) return { draft: withStaleQuote(draft), stage: check };
        return back(
          { kind: 'invalid', errors: [], detail: t.problem(failure) },
          { quoted: withStaleQuote(draft).quoted },
        );
      case 'paid-otherwise':
      case 'hold-expired':
      case 'hold-invalid':
        if (draft.unsure || failure.name === 'paid-otherwise') return { ...flow, stage: check };
        return {
          draft: withoutAttempt(draft),
          stage: { kind: 'expired', why: failure.name === 'hold-expired' ? whyTooLate(draft) : 'not-valid' },
        };
      case 'payment-differs':
        return { draft: withoutAttempt(draft), stage: { kind: 'expired', why: 'payment-differs' } };
      case 'sold-out':
      case 'closed':
      case 'not-the-one-who-waited':
        return {
          draft: withoutAttempt(draft),
          stage: { kind: 'turned-away', why: failure.name, detail: t.problem(failure) },
        };
    }
  }
  return { ...flow, stage: { kind: 'broken', operation: 'pay', failure } };
};

const pollFailed = (flow: Flow, { failure, now, tryAt }: Failed): Flow => {
  const { stage, draft } = flow;
  if (!draft) return flow;
  // The registration is confirmed; only its payment state could not be read.
  if (stage.kind === 'settled') return { ...flow, stage: { kind: 'settled', polls: stage.polls + 1 } };
  if (stage.kind !== 'polling') return flow;
  const isUnknownThere = failure.kind === 'problem' && (failure.name === 'not-found' || failure.name === 'not-yours');
  if (isUnknownThere && stage.checking && !draft.submitted) return nothingArrived(draft, now);
  if (failure.kind === 'problem' && failure.name === 'not-yours')
    return { ...flow, stage: { kind: 'broken', operation: 'poll', failure } };
  return {
    ...flow,
    stage: {
      kind: 'waiting',
      pollAt: Math.max(tryAt, now + 1000),
      since: stage.since,
      checking: stage.checking,
      pause: failure.kind === 'network' ? 'offline' : 'busy',
    },
  };
};

/** What a failed call means for the attempt. */
export const reduceFailure = (flow: Flow, failed: Failed): Flow => {
  switch (failed.operation) {
    case 'hold':
      return holdFailed(flow, failed);
    case 'pay':
      return payFailed(flow, failed);
    case 'poll':
      return pollFailed(flow, failed);
  }
};
