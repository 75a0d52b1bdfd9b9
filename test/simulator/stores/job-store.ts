import type { Cancellations, JobQueue } from '../../../lambdas/jobs/ports';
import { cancelEvent } from '../../model/ledger/changes';
import type { Rules } from '../../model/ledger/rules-under-test';
import type { JobRules } from '../mutants/mutant';
import { currency, published, type Race } from '../race';
import type { Database, JobRow, State } from '../world/database';
import type { Machine } from '../world/machine';
import { tablesOf, withTables } from '../world/moves';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly race: Race;
  readonly newId: () => string;
  readonly rules: Rules;
}

/** The name in the history of the commit after which nothing of an event is promised any more. */
export const commitCancelled = 'cancel event';

/** The model's end of an event behind the port `Cancellations`. */
export const cancellationStore = ({ database, machine, race, newId, rules }: Needs): Omit<Cancellations, 'list'> => ({
  // Only the name is compared with what the director typed.
  plan: () =>
    database.ask(machine, 'plan to cancel', ({ jobs }) => ({
      ...{ raceName: published(race).name, currency, isCancelled: jobs.length > 0 },
      ...{ registered: 0, refund: 0, held: 0, waiting: 0, offered: 0 },
    })),

  cancelled: (raceId) =>
    database.ask(
      machine,
      'how it was cancelled',
      ({ jobs: [job] }) => job && { raceId, refundPercent: job.refundPercent, message: '' },
    ),

  begin: (wished) =>
    database.transact(machine, 'cancel race', (state) => {
      const [before] = state.jobs;
      if (before) return { state, answer: { ...wished, refundPercent: before.refundPercent } };
      const { refundPercent } = wished;
      const job: JobRow = { id: newId(), refundPercent, state: 'waiting', lease: null, leaseUntil: 0 };
      database.add({ kind: 'race-cancelled', refundPercent });
      return { state: { ...state, jobs: [job] }, answer: wished };
    }),

  closeEvents: () =>
    database.whileLocked(machine, () =>
      database.transact(machine, commitCancelled, (state) => ({
        state: state.tables.event.sale === 'cancelled' ? state : cancelled(state, rules),
        answer: undefined,
      })),
    ),

  stop: (_, id) =>
    changeJob(database, machine, 'stop job', (job) => {
      if (job.id !== id || (job.state !== 'waiting' && job.state !== 'running')) return undefined;
      return job.state === 'running' ? { ...job, state: 'stopping' } : { ...job, state: 'stopped' };
    }),

  resume: (_, id) =>
    changeJob(database, machine, 'resume job', (job) =>
      job.id === id && (job.state === 'stopping' || job.state === 'stopped')
        ? { ...job, state: 'waiting', lease: null, leaseUntil: 0 }
        : undefined,
    ),
});

/** Both events. */
const cancelled = (state: State, rules: Rules): State => {
  const first = { ...state, tables: cancelEvent(state.tables, rules) };
  return withTables(first, 'other', cancelEvent(tablesOf(first, 'other'), rules));
};

/** In one transaction; undefined leaves the row as it is. True when it changed. */
const changeJob = (
  database: Database,
  machine: Machine,
  by: string,
  change: (job: JobRow, state: State) => JobRow | undefined,
): Promise<boolean> =>
  database.transact(machine, by, (state) => {
    const [before] = state.jobs;
    const after = before && change(before, state);
    if (!after) return { state, answer: false };
    if (after.state !== before.state) database.add({ kind: 'job', state: after.state });
    return { state: { ...state, jobs: [after] }, answer: true };
  });

const leaseMs = 60_000;
const registrationsPerRead = 100;

/** Jobs as a worker takes them. */
export const jobQueueStore = (
  { database, machine, race }: Omit<Needs, 'newId' | 'rules'>,
  { isStopHeeded, isEndChecked }: JobRules,
): JobQueue => {
  const isAnybodyLeft = ({ tables }: State) => tables.registrations.some(({ isLive }) => isLive);
  const isFree = ({ leaseUntil }: JobRow) => leaseUntil < database.now;
  return {
    take: async (lease) => {
      await changeJob(database, machine, 'end stopping', (job) =>
        job.state === 'stopping' && isFree(job) ? { ...job, state: 'stopped', lease: null } : undefined,
      );
      const isTaken = await changeJob(database, machine, 'take job', (job) =>
        (job.state === 'waiting' || job.state === 'running') && isFree(job)
          ? { ...job, state: 'running', lease, leaseUntil: database.now + leaseMs }
          : undefined,
      );
      const [job] = database.state.jobs;
      return isTaken && job ? { id: job.id, raceId: race.raceId, refundPercent: job.refundPercent } : undefined;
    },

    goesOn: async (_, lease) => {
      const isMine = await changeJob(database, machine, 'renew lease', (job) =>
        job.lease === lease && (job.state === 'running' || !isStopHeeded)
          ? { ...job, leaseUntil: database.now + leaseMs }
          : undefined,
      );
      if (isMine) return true;
      await changeJob(database, machine, 'stop mine', (job) =>
        job.lease === lease && job.state === 'stopping' ? { ...job, state: 'stopped', lease: null } : undefined,
      );
      return false;
    },

    left: (_, after = '') =>
      database.ask(machine, 'left of job', ({ tables }) =>
        tables.registrations
          .flatMap(({ id, isLive }) => (isLive && id > after ? [id] : []))
          .sort()
          .slice(0, registrationsPerRead),
      ),

    unsettled: () =>
      database.ask(
        machine,
        'unsettled',
        ({ tables }) =>
          tables.payments.filter(({ wanted, state }) => wanted === 'refund' && state === 'captured').length,
      ),

    // Nobody in the simulator reads why one could not be cancelled yet.
    note: () => database.ask(machine, 'note', () => undefined),

    end: (_, lease) =>
      changeJob(database, machine, 'end job', (job, state) =>
        job.lease === lease && !(isEndChecked && isAnybodyLeft(state))
          ? { ...job, state: 'done', lease: null }
          : undefined,
      ),

    letGo: async (_, lease, seconds) => {
      await changeJob(database, machine, 'let go of job', (job) =>
        job.lease === lease
          ? {
              ...job,
              state: job.state === 'stopping' ? 'stopped' : 'waiting',
              lease: null,
              leaseUntil: database.now + seconds * 1000,
            }
          : undefined,
      );
    },
  };
};
