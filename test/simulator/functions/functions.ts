import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { settlementQueue } from '../../../lambdas/functions/wiring/connections/queues';
import { type Put, relayOutbox, relayPut } from '../../../lambdas/ledger/outbox';
import { registrationLinks } from '../../../lambdas/mail/letters/registration-links';
import { writeLetters } from '../../../lambdas/mail/letters/write-letter';
import { sendMails } from '../../../lambdas/mail/send/send-mails';
import { mailWorker } from '../../../lambdas/mail/send/worker';
import { receiveWebhook } from '../../../lambdas/payment/reconcile/receive-webhook';
import { Pace } from '../../../lambdas/payment/settle/pace';
import { settlePayment, settlePayments } from '../../../lambdas/payment/settle/settle-payments';
import { recordSettlements } from '../../../lambdas/payment/settle/settlement';
import { settlementWorker, settleWorker } from '../../../lambdas/payment/settle/worker';
import { throwWhenLimited } from '../../../lambdas/payment/stripe/call';
import { stripeProcessor } from '../../../lambdas/payment/stripe/processor';
import { stripeWebhook } from '../../../lambdas/payment/stripe/webhook';
import { type Signer, sha256 } from '../../../lambdas/platform/signed-tokens';
import { changeRegistration } from '../../../lambdas/registration/change/change-registration';
import { quoteTransfer } from '../../../lambdas/registration/change/transfer/quote-transfer';
import { recordRegistrations } from '../../../lambdas/registration/record/record-registrations';
import { registrationWorker } from '../../../lambdas/registration/record/worker';
import { MemcachedOutcomes } from '../../../lambdas/registration/show/memcached-outcomes';
import { showRegistration } from '../../../lambdas/registration/show/show-registration';
import { SignedTokens } from '../../../lambdas/registration/signed-tokens';
import { SqsInbox } from '../../../lambdas/registration/submit/sqs-inbox';
import {
  type QuotedCommand,
  type SubmitCommand,
  submitRegistration,
} from '../../../lambdas/registration/submit/submit-registration';
import {
  type MoveSubmission,
  submitTransfer,
  type TransferSubmission,
} from '../../../lambdas/registration/submit/submit-transfer';
import type { Times } from '../../../lambdas/spots/blocks/block';
import { MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import type { Counters } from '../../../lambdas/spots/blocks/ports';
import { reclaimSpots } from '../../../lambdas/spots/blocks/reclaim-spots';
import { MemcachedTally } from '../../../lambdas/spots/limits/memcached-tally';
import { SignedPermits } from '../../../lambdas/spots/waiting-list/signed-permits';
import { confirmPlace, joinWaitingList } from '../../../lambdas/spots/waiting-list/waiting-list';
import { type QueueName, sqsName } from '../../../lib/event-sources';
import { noOtherLetters, unsignedTokens } from '../../support/announcements';
import type { Mutant } from '../mutants/mutant';
import type { Race } from '../race';
import { changeStore, transferOfferStore } from '../stores/change-store';
import { ledgerStore } from '../stores/ledger-store';
import { mailLedgerStore, mailRecordStore } from '../stores/mail-store';
import { outboxStore } from '../stores/outbox-store';
import { paymentStore } from '../stores/payment-store';
import { PoisonError, recordStore, registrationStore } from '../stores/registration-store';
import { unitStore } from '../stores/unit-store';
import { offersBy, waitingPlaceStore, waitingStore } from '../stores/waiting-store';
import { type Bank, webhookSecret } from '../world/bank';
import type { Database } from '../world/database';
import type { Machine, World } from '../world/machine';
import type { MemcachedNode } from '../world/memcached-node';
import type { PostOffice } from '../world/post-office';
import type { WorkQueue } from '../world/work-queue';
import { directingIn } from './directing';
import { movingIn } from './moving';
import { sellingIn } from './selling';

/** Everything that the functions of one world reach over its network. */
export interface Surroundings {
  readonly world: World;
  readonly race: Race;
  readonly database: Database;
  readonly data: MemcachedNode;
  readonly sessions: readonly MemcachedNode[];
  readonly bank: Bank;
  readonly postOffice: PostOffice;
  readonly queues: Readonly<
    Record<
      Exclude<QueueName, 'capacity' | 'publications' | 'webhooks' | 'webhook-results' | `line-${string}`>,
      WorkQueue
    >
  >;
  readonly outboxLocks: Map<string, Machine>;
  readonly signer: Signer;
  readonly times: Times;
  readonly lanes: number;
  readonly mutant: Mutant;
}

/** The simulated bank has none. */
const noDisputes = { find: async () => undefined, ofPayment: async () => [] };

/** As in the routes. */
const payDeadlineMs = 7_000;

export type Batch = (event: SQSEvent, remainingMs: () => number) => Promise<SQSBatchResponse>;

/** The functions, wired as in lambdas/functions/, each for the machine it runs on. */
export const functionsIn = (all: Surroundings) => {
  const { world, race, database, data, bank, postOffice, queues, signer, times, lanes, mutant } = all;
  const newId = () => world.random.uuid(world.time.now);
  const silently = () => undefined;
  /** Here nothing bounces, and a day has no mail quota. */
  const quietDay = { mails: 0, urgent: 0, low: 0, bounces: 0, complaints: 0 };
  const { rules, unitRules } = mutant;
  const processorFor = (machine: Machine, http = mutant.http(bank.client(machine))) =>
    mutant.processor(stripeProcessor({ http }));
  const patientProcessorFor = (machine: Machine) =>
    processorFor(machine, throwWhenLimited(mutant.http(bank.client(machine))));
  const relayFor = (machine: Machine, queueNames: readonly ('payments' | 'mail' | 'urgent-mail')[]) => {
    const postgres = outboxStore(database, machine, all.outboxLocks);
    const clients = Object.fromEntries(queueNames.map((name) => [name, queues[name].client(machine)]));
    return {
      put: (put: readonly Put[]) => relayPut(postgres, clients, put),
      older: (olderThanSeconds: number) => relayOutbox(postgres, clients, { olderThanSeconds }),
    };
  };
  const offers = offersBy(database, race, newId, times, lanes);
  const unitsFor = (machine: Machine, counters: Pick<Counters, 'open'>) =>
    unitStore({ database, machine, counters, race, newId, times, rules: unitRules });
  const waitingFor = (machine: Machine) => waitingStore({ database, machine, race, rules, offers });
  const ledgerFor = (machine: Machine) =>
    mutant.ledger(
      ledgerStore({
        database,
        machine,
        race,
        newId,
        times,
        offers,
        rules,
        counters: new MemcachedCounters(data.client(machine)),
      }),
    );

  const changesFor = (machine: Machine) =>
    mutant.changes(changeStore({ ...mutant, database, machine, race, newId, offers, lanes }));
  const moving = movingIn(all, { newId, offers });
  return {
    'change-registration': (machine: Machine) => {
      const relay = relayFor(machine, ['payments', 'mail']);
      const needs = {
        tokens: new SignedTokens(signer),
        // Nobody is asked anything when they take a spot over.
        readRecipient: async () => ({ kind: 'no-form' as const }),
        changes: changesFor(machine),
      };
      const quote = quoteTransfer({
        ...needs,
        counts: { countOneMore: async () => 1 },
        hash: sha256,
        newId,
        now: machine.now,
        report: silently,
      });
      const change = changeRegistration({
        ...needs,
        outcomes: new MemcachedOutcomes(data.client(machine)),
        remembered: { ended: async () => undefined },
        relay: relay.put,
        counted: { counts: { countOneMore: async () => 1, spareOne: async () => undefined }, report: silently },
        report: silently,
      });
      return { ...change, quote, move: moving.offered(machine) };
    },

    ...sellingIn(all, { ledgerFor, unitsFor, waitingFor }),

    ...directingIn(all, { newId, offers, ledgerFor, changesFor, movesFor: moving.moves }),

    pay: (machine: Machine) => {
      const needs = mutant.pay({
        tokens: mutant.tokens(new SignedTokens(signer)),
        processor: processorFor(machine),
        inbox: mutant.inbox(new SqsInbox(queues.registrations.client(machine))),
        hash: sha256,
        now: machine.now,
      });
      const submit = submitRegistration(needs);
      const submitFee = submitTransfer({
        ...needs,
        tokens: new SignedTokens(signer),
        inbox: mutant.inbox(new SqsInbox(queues.registrations.client(machine))),
      });
      // The processor's adapter reads the clock that all machines share here: see virtual-globals.ts.
      return (wish: SubmitCommand | QuotedCommand | TransferSubmission | MoveSubmission) => {
        const deadline = world.time.now + payDeadlineMs;
        if ('move' in wish) return moving.submit(machine, needs)(wish, deadline);
        return 'transfer' in wish ? submitFee(wish, deadline) : submit(wish, deadline);
      };
    },

    'join-waiting-list': (machine: Machine) =>
      joinWaitingList({
        inbox: new SqsInbox(queues.registrations.client(machine)),
        permits: new SignedPermits(signer),
        signTicket: (ticket) => new SignedTokens(signer).signTicket(ticket),
        hash: sha256,
        now: machine.now,
      }),

    'show-registration': (machine: Machine) =>
      showRegistration({
        tokens: new SignedTokens(signer),
        outcomes: new MemcachedOutcomes(data.client(machine)),
        records: recordStore(database, machine, race),
        latest: recordStore(database, machine, race),
        refundable: { recent: async () => undefined, latest: async () => undefined },
        refundRules: async () => undefined,
        report: silently,
        now: machine.now,
      }),

    'record-registrations': (machine: Machine): Batch => {
      const relay = relayFor(machine, ['payments', 'mail']);
      const record = recordRegistrations({
        registrations: mutant.registrations(
          registrationStore({ database, machine, race, newId, lanes, mutant, move: moving.record(machine) }),
        ),
        waitingList: waitingFor(machine),
        outcomes: new MemcachedOutcomes(data.client(machine)),
        remembered: { seated: async () => undefined, ended: async () => undefined },
        unpaid: mutant.unpaid(new MemcachedTally(data.client(machine), silently)),
        relay: relay.put,
        report: silently,
        isPoison: (error) => error instanceof PoisonError,
        now: machine.now,
      });
      return registrationWorker(mutant.record(record));
    },

    'settle-payments': (machine: Machine): Batch =>
      settleWorker(
        settlePayments({
          settle: mutant.settle(settlePayment(patientProcessorFor(machine), noDisputes), patientProcessorFor(machine)),
          settlements: settlementQueue(queues.settlements.client(machine)),
          pace: new Pace({ now: () => machine.now().getTime(), pause: (ms) => machine.pause(ms) }),
          now: () => machine.now().getTime(),
          report: silently,
          putOff: silently,
        }),
      ),

    'record-settlements': (machine: Machine): Batch => {
      const relay = relayFor(machine, ['mail']);
      return settlementWorker(
        recordSettlements({
          payments: mutant.payments(
            paymentStore({ ...mutant, database, machine, raceId: race.raceId, newId, offers, lanes }),
          ),
          relay: relay.put,
          announcements: new MemcachedOutcomes(data.client(machine)),
          report: silently,
        }),
        { note: async () => [] },
        { note: async () => [], noteWarnings: async () => [] },
      );
    },

    'send-mail': (machine: Machine): Batch => {
      const waiting = {
        hide: async (
          deliveries: readonly { readonly receiptHandle: string; readonly queueName: string }[],
          seconds: number,
        ) => {
          for (const name of ['mail', 'urgent-mail'] as const) {
            const here = deliveries.filter(({ queueName }) => queueName === sqsName(name));
            // Like the real one: they come back anyway.
            if (here.length > 0)
              await queues[name]
                .hide(
                  machine,
                  here.map(({ receiptHandle }) => receiptHandle),
                  seconds,
                )
                .catch(silently);
          }
        },
      };
      const tokens = new SignedTokens(signer);
      const send = mailWorker({
        visibility: waiting,
        sendMails: sendMails({
          ledger: mutant.mailLedger(mailLedgerStore(database, machine)),
          dayBook: { lastDay: async () => quietDay },
          writeLetters: writeLetters({
            records: mailRecordStore(database, machine, race, moving.mailed(machine)),
            links: registrationLinks('https://startline.example', tokens, unsignedTokens, unsignedTokens),
            places: waitingPlaceStore(database, machine, race),
            transfers: transferOfferStore(database, machine, race),
            ...noOtherLetters,
          }),
          post: postOffice.client(machine),
          visibility: waiting,
          alerts: { count: silently, warn: silently, error: silently },
          lanes: mutant.lanes(lanes),
          now: machine.now,
          pause: machine.pause,
        }),
      });
      return (event, remainingMs) => send(event, { getRemainingTimeInMillis: remainingMs });
    },

    'receive-webhook': (machine: Machine) =>
      receiveWebhook({
        webhook: stripeWebhook({ secret: async () => ({ webhookSecret }), now: machine.now }),
        processor: processorFor(machine),
        refunds: { failed: async () => undefined, byHand: async () => undefined },
        disputes: noDisputes,
        settlements: settlementQueue(queues.settlements.client(machine)),
      }),

    'confirm-place': (machine: Machine) =>
      confirmPlace({
        readTicket: (token) => new SignedTokens(signer).readTicket(token),
        places: waitingFor(machine),
      }),

    'reclaim-spots': (machine: Machine) =>
      reclaimSpots({
        ledger: ledgerFor(machine),
        units: unitsFor(machine, new MemcachedCounters(data.client(machine))),
        gifts: { due: async () => [], topUp: async () => 0 },
        // Every place is asked to confirm at once.
        confirmations: { due: async () => [], ask: async () => 0 },
      }),

    'relay-outbox': (machine: Machine) => {
      const relay = relayFor(machine, ['payments', 'mail', 'urgent-mail']);
      return () => relay.older(20);
    },
  };
};
