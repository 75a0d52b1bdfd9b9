import type { PaidMove } from '../../domain/move';
import type { Put, Relay } from '../../domain/outbox';
import { personOf } from '../../domain/person/person';
import { membersOf, personIn, type Submission } from '../../domain/registration';
import type { PaidTransfer } from '../../domain/transfer';
import type { Join, WaitingList } from '../../domain/waiting';
import { type Amount, amountsPaid, type Tally } from '../../spots/limits/limits';
import { unitsPaid } from '../../spots/limits/unit-limits';
import type { AskedJoin } from '../../spots/waiting-list/waiting-list';
import type { Outcomes, Recorded, Registrations, RememberedRunners, Seated, Sweep } from '../ports';
import { type Decided, type Status, statusesOf } from '../show/status';

interface Needs {
  readonly registrations: Registrations;
  readonly waitingList: WaitingList;
  readonly outcomes: Pick<Outcomes, 'put' | 'changed'>;
  readonly remembered: Pick<RememberedRunners, 'seated' | 'ended'>;
  /** A hold that is paid for no longer counts as unpaid. */
  readonly unpaid: Pick<Tally, 'takeBack'>;
  readonly relay: Relay;
  /**
   * Called with failures after the commit (the database has the result, so the batch is done all the same), and with
   * poison messages.
   */
  readonly report: (error: unknown) => void;
  /** Is the message at fault, rather than the database? Then retrying the whole batch would fail for ever. */
  readonly isPoison: (error: unknown) => boolean;
  readonly now: () => Date;
}

/**
 * Groups and joins wait for the event's lock, each in turn with those of other batches. After this time in milliseconds
 * the batch starts no further group or join. It is half of the function's time, so that runners are told what was
 * written.
 */
const latestStartMs = 5_000;

export interface Batch {
  readonly submissions: readonly Submission[];
  readonly transfers?: readonly PaidTransfer[];
  readonly moves?: readonly PaidMove[];
  readonly sweeps: readonly Sweep[];
  readonly joins: readonly AskedJoin[];
  /** When the oldest submission of each race was sent, in milliseconds since the epoch. */
  readonly oldest?: ReadonlyMap<string, number>;
}

export type Item = Submission | PaidTransfer | PaidMove | Sweep | AskedJoin;

/**
 * Items that must be delivered again: no spot is free but some are held, the item cannot be written, or there was no
 * time. Returns the items themselves, not their ids: a sweep and a submission that cannot be written may share an id,
 * and the sweep must still void the payment.
 */
export type RecordRegistrations = (batch: Batch) => Promise<ReadonlySet<Item>>;

/**
 * Writes a batch, event by event, and each group by itself. Throws a database failure, but only after telling the
 * results decided before it: then the whole batch comes back, and Lambda polls the queue more slowly.
 */
export const recordRegistrations =
  ({
    registrations,
    waitingList,
    outcomes,
    remembered,
    unpaid,
    relay,
    report,
    isPoison,
    now,
  }: Needs): RecordRegistrations =>
  async ({ submissions, transfers = [], moves = [], sweeps, joins, oldest = new Map<string, number>() }) => {
    const began = now().getTime();
    const deferred = new Set<Item>();
    const statuses: Status[] = [];
    const seated: Seated[] = [];
    const paid: Amount[] = [];
    const outbox: Put[] = [];
    /** Registrations that gave their spot to another runner, and those that got one, or did not. */
    const [given, changed]: [string[], string[]] = [[], []];
    const collect = (recorded: Recorded, of: readonly Submission[]) => {
      const decided = new Map(recorded.decisions.map((decision) => [decision.registrationId, decision]));
      // Of several submissions with one id the first was written.
      const firsts = new Map<string, Submission>();
      for (const one of of) if (!firsts.has(one.hold.registrationId)) firsts.set(one.hold.registrationId, one);
      // A repeat may name another runner or address than the row does, so only the row's content is told.
      for (const submission of firsts.values()) {
        statuses.push(...statusesOf(submission, decided, recorded.lines));
        seated.push(...seatedOf(submission, decided));
        const decision = decided.get(submission.hold.registrationId);
        if (decision?.outcome === 'confirmed' && !decision.isRepeat) paid.push(...paidBy(submission));
      }
      const again = new Set(recorded.deferred);
      for (const submission of of) if (again.has(submission.hold.registrationId)) deferred.add(submission);
      outbox.push(...recorded.outbox);
    };

    /** Finds the message that makes a batch fail by halving the batch, so that it fails alone. */
    const isolating = async <T extends Item>(items: readonly T[], write: (items: readonly T[]) => Promise<void>) => {
      try {
        if (items.length > 0) await write(items);
      } catch (error) {
        if (!isPoison(error)) throw error;
        const [only] = items;
        if (items.length === 1 && only) {
          report(error);
          deferred.add(only);
          return;
        }
        const middle = Math.ceil(items.length / 2);
        await isolating(items.slice(0, middle), write);
        await isolating(items.slice(middle), write);
      }
    };

    /** Submissions first, then sweeps: a sweep beside the submission it checks must not refuse it. */
    const decide = async () => {
      const alone = submissions.filter(({ hold }) => !hold.companions);
      for (const [eventId, ofEvent] of byEvent(alone, ({ hold }) => hold.eventId))
        await isolating(ofEvent, async (some) => collect(await registrations.record(eventId, some), some));
      const postponed = new Set<string>();
      for (const [n, group] of submissions.filter(({ hold }) => hold.companions).entries()) {
        if (n > 0 && now().getTime() - began >= latestStartMs) {
          deferred.add(group);
          postponed.add(group.hold.registrationId);
        } else await isolating([group], async () => collect(await registrations.recordGroup(group), [group]));
      }
      for (const [n, paidFor] of [...transfers, ...moves].entries()) {
        const { registrationId } = paidFor.quote;
        const spentMs = now().getTime() - began;
        if (n > 0 && spentMs >= latestStartMs) {
          deferred.add(paidFor);
          postponed.add(registrationId);
        } else
          await isolating([paidFor], async () => {
            changed.push(registrationId);
            if ('runner' in paidFor) {
              const recorded = await registrations.transfer(paidFor);
              outbox.push(...recorded.outbox);
              if (recorded.fromId !== undefined) given.push(recorded.fromId);
            } else {
              const { moved, ...recorded } = await registrations.move(paidFor);
              outbox.push(...recorded.outbox);
              if (!moved) return;
              given.push(moved.registrationId);
              changed.push(moved.paidAs);
            }
          });
      }
      for (const sweep of sweeps) if (postponed.has(sweep.registrationId)) deferred.add(sweep);
      const due = sweeps.filter((sweep) => !deferred.has(sweep));
      await isolating(due, async (some) => {
        const recorded = await registrations.sweep(some);
        collect(recorded, []);
        for (const sweep of some) if (recorded.deferred.includes(sweep.registrationId)) deferred.add(sweep);
      });
    };

    const publish = async () => {
      const results = await Promise.allSettled([
        outcomes.put(statuses, lagsAt(now(), oldest)),
        remembered.seated(seated),
        ...[...changed, ...given].map((id) => outcomes.changed(id)),
        // Who passed a spot on, or left its event, may register there again.
        ...given.map((id) => remembered.ended(id)),
        unpaid.takeBack(paid),
        outbox.length > 0 ? relay(outbox) : undefined,
      ]);
      for (const result of results) if (result.status === 'rejected') report(result.reason);
    };

    /** A join has no payment: it must not hold up a registration, nor bring back one that is written. */
    const join = async () => {
      const mails: string[] = [];
      for (const [eventId, ofEvent] of byEvent(joins, ({ eventId }) => eventId)) {
        if (now().getTime() - began >= latestStartMs) {
          for (const one of ofEvent) deferred.add(one);
          continue;
        }
        try {
          await isolating(ofEvent, async (some) => {
            mails.push(...(await waitingList.join(eventId, some.map(joinOf))));
          });
        } catch (error) {
          // A batch of joins alone is retried like any other batch, which makes Lambda poll more slowly.
          if (submissions.length + sweeps.length === 0) throw error;
          report(error);
          for (const one of ofEvent) deferred.add(one);
        }
      }
      // Relayed now, because the next run of the relay may be hours away and a person waits for the mail that makes
      // their place count.
      if (mails.length > 0) await relay(mails).catch(report);
    };

    try {
      await decide();
    } finally {
      // Also when the rest fails: what is committed is a repeat in the next delivery, and would not be told then.
      await publish();
    }
    await join();
    return deferred;
  };

/** How long the oldest submission of each race waited for the writer, in seconds. */
const lagsAt = (now: Date, oldest: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...oldest].map(([raceId, sentAt]) => [raceId, Math.max(0, Math.round((now.getTime() - sentAt) / 1000))]));

const paidBy = ({ hold, quoted }: Submission): readonly Amount[] => [
  ...amountsPaid(hold),
  ...(quoted ? unitsPaid(hold, quoted) : []),
];

const seatedOf = (submission: Submission, decided: Decided): readonly Seated[] => {
  const { eventId, registrationId: leadId } = submission.hold;
  return membersOf(submission).flatMap((member) => {
    const { registrationId } = member;
    const decision = decided.get(registrationId);
    if (decision?.outcome !== 'confirmed' || decision.isRepeat) return [];
    return [
      {
        eventId,
        person: personIn(submission, member),
        registrationId,
        ...(registrationId !== leadId && { paidAs: leadId }),
      },
    ];
  });
};

const joinOf = ({ placeId, runner, size, askedAt }: AskedJoin): Join => ({
  placeId,
  person: personOf(runner),
  runner,
  size,
  askedAt,
});

const byEvent = <T>(items: readonly T[], eventOf: (item: T) => string): Map<string, T[]> => {
  const events = new Map<string, T[]>();
  for (const item of items) {
    const ofEvent = events.get(eventOf(item));
    if (ofEvent) ofEvent.push(item);
    else events.set(eventOf(item), [item]);
  }
  return events;
};
