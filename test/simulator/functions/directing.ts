import { cancelRace, shutRace } from '../../../lambdas/jobs/cancel-race';
import { runJobs } from '../../../lambdas/jobs/run-jobs';
import { cancelForDirector } from '../../../lambdas/registration/change/cancel-for-director';
import { type Moves, moveEvent } from '../../../lambdas/registration/change/move/move-event';
import type { Changes } from '../../../lambdas/registration/change/ports';
import { MemcachedOutcomes } from '../../../lambdas/registration/show/memcached-outcomes';
import { MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import type { Ledger } from '../../../lambdas/spots/blocks/ports';
import { changeCapacity } from '../../../lambdas/spots/capacity/change-capacity';
import { changeSale } from '../../../lambdas/spots/sale/change-sale';
import { capacityStore } from '../stores/capacity-store';
import { cancellationStore, jobQueueStore } from '../stores/job-store';
import { saleStore } from '../stores/sale-store';
import type { Offers } from '../stores/waiting-store';
import type { Machine } from '../world/machine';
import type { Surroundings } from './functions';

/** As in lambdas/jobs/worker.ts. */
const jobsWorkMs = 45_000;
const silently = () => undefined;

interface Parts {
  readonly newId: () => string;
  readonly offers: Offers;
  readonly ledgerFor: (machine: Machine) => Ledger;
  readonly changesFor: (machine: Machine) => Changes;
  readonly movesFor: (machine: Machine) => Moves;
}

/** The functions that carry out what a director orders. */
export const directingIn = (
  { race, database, data, mutant }: Pick<Surroundings, 'race' | 'database' | 'data' | 'mutant'>,
  { newId, offers, ledgerFor, changesFor, movesFor }: Parts,
) => {
  const { rules } = mutant;
  const cancellingFor = (machine: Machine) => ({
    cancellations: cancellationStore({ database, machine, race, newId, rules }),
    changeSale: changeSale({
      sales: saleStore({ database, machine, race, offers, rules }),
      counters: new MemcachedCounters(data.client(machine)),
      ledger: ledgerFor(machine),
      heldOf: async () => 0,
      raceChanged: async () => undefined,
      report: silently,
    }),
  });

  return {
    direct: (machine: Machine) => {
      const cancelling = cancellingFor(machine);
      const moves = movesFor(machine);
      const outcomes = new MemcachedOutcomes(data.client(machine));
      return {
        moveEvent: moveEvent({ moves, outcomes, remembered: { ended: async () => undefined } }),
        withdrawMove: moves.withdraw,
        changeCapacity: changeCapacity({
          capacities: capacityStore(database, machine, offers, rules),
          raceChanged: async () => undefined,
        }),
        changeSale: cancelling.changeSale,
        cancelRace: cancelRace({ ...cancelling, raceChanged: async () => undefined }),
        cancellations: cancelling.cancellations,
      };
    },

    'run-jobs': (machine: Machine) => {
      const cancelling = cancellingFor(machine);
      const cancel = cancelForDirector({
        changes: changesFor(machine),
        outcomes: new MemcachedOutcomes(data.client(machine)),
        remembered: { ended: async () => undefined },
      });
      const run = runJobs({
        jobs: jobQueueStore({ database, machine, race }, mutant.jobRules),
        shut: (raceId) => shutRace(cancelling, raceId),
        cancel: (id, percent) => cancel(id, mutant.jobRules.isShareOfCancellation ? percent : undefined),
        newId,
        now: () => machine.now().getTime(),
        pause: machine.pause,
        report: silently,
      });
      return () => run(machine.now().getTime() + jobsWorkMs);
    },
  };
};
