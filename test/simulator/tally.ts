import { authenticationGraceSeconds } from '../../lambdas/domain/registration';
import { CompanionsSoFar } from './checks/companions-so-far';
import type { Entry } from './history';
import type { Temper } from './people/temper';
import { commitByJob } from './stores/change-store';
import { commitCut } from './stores/ledger-store';
import { again } from './world/bank';
import { type Fault, outages, strikes } from './world/fault-plan';

/** Rare paths: a simulation that never took them has shown nothing about them. */
export const rarePaths = [
  'late', // the held spot was gone, another one was free
  'deferred', // nothing was free, but something might come back
  'refused',
  'duplicate', // the same person again
  'repeated', // a delivery of what was decided already
  'swept', // decided by the sweep
  'sweep first', // accepted, and the sweep came before the submission
  'dealt twice', // two runners were given one number
  'cache with old data',
  'reclaimed', // a spot came back
  'payment failed', // and the spot came back
  'voided',
  'mail unknown', // may have left or not
  'mail rejected',
  'mail claimed by the dead', // and never settled by anybody
  'refused runner on the list',
  'offered',
  'offer taken up',
  'offer expired',
  'dead letter',
  'a function died',
  'a stranger was turned away',
  'a capture was refused',
  'given back', // by its runner
  'refunded',
  'passed on',
  'a spot was passed on to somebody who has one',
  'passed on for a fee',
  'a fee was let go',
  'an offer of a spot was taken back',
  'a change was too late',
  'more spots',
  'fewer spots',
  'a block for several', // of their own
  'several dealt spots of a block for all',
  'several confirmed',
  'several duplicate', // one of them is in already
  'several refused',
  'several deferred',
  'several late',
  'several whose sweep came first',
  'payment for several failed',
  'offered to several',
  'offer to several taken up',
  'too few for several',
  'refunded in part',
  'more wanted back while a refund is under way',
  'work was asked', // many spots were held and not paid for
  'got a spot for work',
  'asked by the bank',
  'the bank did not believe',
  'left the bank waiting',
  'swept while the bank waited',
  'came back without an answer to the bank',
  'answered the bank twice',
  'two tabs at the bank',
  'another card while the bank asked',
  'named the payment of somebody else',
  'held after the end of the hold', // the bank had asked before
  'answered the bank too late',
  'turned away while the sale was paused',
  'cancelled with the race',
  'a job was stopped',
  // The processor was silent, or its answer was lost.
  'no answer to a new payment',
  'no answer to a card',
  'no answer to a confirmation after the bank',
  'no answer to a look at a payment',
  'no answer to a capture',
  'no answer to a void',
  'no answer to a refund',
] as const;

export type RarePath = (typeof rarePaths)[number];

export interface Tally {
  runs: number;
  entries: number;
  readonly faults: Record<Fault, number>;
  readonly paths: Record<RarePath, number>;
}

const zeros = <Key extends string>(keys: readonly Key[]): Record<Key, number> => {
  const counts: Partial<Record<Key, number>> = {};
  for (const key of keys) counts[key] = 0;
  return counts as Record<Key, number>;
};

export const emptyTally = (): Tally => ({
  runs: 0,
  entries: 0,
  faults: zeros([...strikes, ...outages]),
  paths: zeros(rarePaths),
});

const unanswered = new Set<Fault>(['processor-silent', 'processor-answer-lost']);

const silentCalls: readonly (readonly [RegExp, RarePath])[] = [
  [/ POST \/v1\/payment_intents$/, 'no answer to a new payment'],
  [/ POST \S+\/confirm$/, 'no answer to a card'],
  [new RegExp(` POST \\S+/confirm${again}$`), 'no answer to a confirmation after the bank'],
  [/ GET \/v1\/payment_intents\/pi_/, 'no answer to a look at a payment'],
  [/ POST \S+\/capture$/, 'no answer to a capture'],
  [/ POST \S+\/cancel$/, 'no answer to a void'],
  [/ POST \/v1\/refunds$/, 'no answer to a refund'],
];

const pathOf: Partial<Record<Temper, RarePath>> = {
  abandons: 'left the bank waiting',
  'comes back': 'came back without an answer to the bank',
  'answers twice': 'answered the bank twice',
  'has two tabs': 'two tabs at the bank',
  'takes another card': 'another card while the bank asked',
};

/** Adds what one history shows. */
export const count = (tally: Tally, history: readonly Entry[]): void => {
  tally.runs += 1;
  tally.entries += history.length;
  const dealt = new Map<string, string>();
  const accepted = new Set<string>();
  const fees = new Set<string>();
  const current = new Set<string>();
  const groups = new CompanionsSoFar();
  const askedForWork = new Set<string>();
  const blockOf = new Map<number, string | null>();
  const add = (path: RarePath) => {
    tally.paths[path] += 1;
  };

  const ends = new Map<string, number>();
  const asking = new Set<string>();

  for (const entry of history) {
    if (entry.kind === 'hold' && entry.expiresAt !== undefined) ends.set(entry.registrationId, entry.expiresAt);
    if (entry.kind === 'asked') {
      add('asked by the bank');
      asking.add(entry.authorisation);
    }
    if (entry.kind === 'not-authenticated') add('the bank did not believe');
    if (entry.kind === 'questioned') {
      const path = pathOf[entry.does];
      if (path) add(path);
    }
    if (entry.kind === 'voided' && asking.has(entry.authorisation)) add('swept while the bank waited');
    if (entry.kind === 'authenticated' || entry.kind === 'not-authenticated') asking.delete(entry.authorisation);
    if (entry.kind === 'submit' && entry.isStrange) add('named the payment of somebody else');
    const end = 'registrationId' in entry ? (ends.get(entry.registrationId) ?? entry.at) : entry.at;
    if (entry.kind === 'authorised' && entry.at > end) add('held after the end of the hold');
    if (entry.kind === 'authenticated' && entry.at > end + authenticationGraceSeconds * 1000)
      add('answered the bank too late');
    if (entry.kind === 'fault' && unanswered.has(entry.fault))
      for (const [call, path] of silentCalls) if (call.test(entry.about)) add(path);
    if (entry.kind === 'fault') tally.faults[entry.fault] += 1;
    if (entry.kind === 'job' && entry.state === 'stopped') add('a job was stopped');
    if (entry.kind === 'died') add('a function died');
    if (entry.kind === 'dead-letter') add('dead letter');
    if (entry.kind === 'voided') add('voided');
    if (entry.kind === 'capture-refused') add('a capture was refused');
    if (entry.kind === 'shown' && entry.isStranger && entry.answer === 'not-yours') add('a stranger was turned away');
    if (entry.kind === 'submitted' && entry.answer === 'accepted') accepted.add(entry.registrationId);
    if (entry.kind === 'fee-quoted') fees.add(entry.registrationId);
    groups.note(entry);
    if (entry.kind === 'note' && entry.about.startsWith('deferred'))
      add(groups.sizeOf(entry.about.slice('deferred '.length)) > 1 ? 'several deferred' : 'deferred');
    if (entry.kind === 'hold' && entry.answer === 'prove-work') {
      add('work was asked');
      askedForWork.add(entry.registrationId);
    }
    if (entry.kind === 'hold' && entry.answer === 'granted' && askedForWork.delete(entry.registrationId))
      add('got a spot for work');
    if (entry.kind === 'hold' && entry.answer === 'paused') add('turned away while the sale was paused');
    if (entry.kind === 'hold' && entry.answer === 'too-few') add('too few for several');
    if (entry.kind === 'note' && entry.about.startsWith('repeated')) add('repeated');
    if (entry.kind === 'note' && entry.about.includes('old data')) add('cache with old data');
    if (entry.kind === 'hold' && entry.block !== undefined) {
      const { spots = [], block, registrationId } = entry;
      for (const spot of spots) {
        const other = dealt.get(`${block} ${spot}`);
        if (other !== undefined && other !== registrationId) add('dealt twice');
        dealt.set(`${block} ${spot}`, registrationId);
      }
      if (spots.length > 1 && current.has(block)) add('several dealt spots of a block for all');
    }
    if (entry.kind === 'changed') {
      if (entry.answer === 'too-late') add('a change was too late');
      if (entry.answer === 'withdrawn') add('an offer of a spot was taken back');
      if (entry.answer === 'same-person') add('a spot was passed on to somebody who has one');
    }
    if (entry.kind === 'end')
      for (const { state } of entry.mails) if (state === 'claimed') add('mail claimed by the dead');
    if (entry.kind !== 'committed') continue;
    const { registrations, payments, spots, blocks, waiting, mails, gone, capacity } = entry.changes;
    for (const { id } of entry.by === commitCut ? blocks : []) current.add(id);
    if (entry.by.startsWith(`${commitCut} for`)) add('a block for several');
    if (gone.length > 0) add('fewer spots');
    if (capacity !== undefined && spots.length > 0 && entry.by === 'change capacity') add('more spots');
    for (const row of registrations) {
      if (row.share !== null && row.ended === null && row.via !== 'transfer') add(`several ${row.outcome}`);
      if (row.share !== null && row.via === 'late') add('several late');
      if (row.share !== null && row.via === 'sweep') add('several whose sweep came first');
      if (row.share !== null && row.ended === 'payment-failed') add('payment for several failed');
      if (row.ended === 'cancelled') add(entry.by === commitByJob ? 'cancelled with the race' : 'given back');
      if (row.ended === 'transferred') add('passed on');
      if (fees.has(row.id)) add(row.via === 'transfer' ? 'passed on for a fee' : 'a fee was let go');
      if (row.isLive && row.via === 'late') add('late');
      if (row.outcome === 'duplicate') add('duplicate');
      if (row.via === 'sweep') add(accepted.has(row.id) ? 'sweep first' : 'swept');
      else if (row.outcome === 'refused') add('refused');
    }
    for (const { state, refundOrdered, refunded } of payments) {
      if (refundOrdered !== null) add('more wanted back while a refund is under way');
      if (state === 'captured' && refunded > 0) add('refunded in part');
      if (state === 'failed') add('payment failed');
      if (state === 'refunded') add('refunded');
    }
    for (const { number, block } of spots) {
      if (block === null && blockOf.get(number)) add('reclaimed');
      blockOf.set(number, block);
    }
    for (const { state, rank, offers, size } of waiting) {
      if (size > 1 && state === 'offered') add('offered to several');
      if (size > 1 && state === 'registered' && offers > 0) add('offer to several taken up');
      if (state === 'waiting' && rank === 0) add('refused runner on the list');
      if (state === 'offered') add('offered');
      if (state === 'expired') add('offer expired');
      if (state === 'registered' && offers > 0) add('offer taken up');
    }
    for (const { state } of mails) {
      if (state === 'unknown') add('mail unknown');
      if (state === 'rejected') add('mail rejected');
    }
  }
};
