import { offeredMove } from '../../../lambdas/registration/change/move/quote-move';
import { SignedTokens } from '../../../lambdas/registration/signed-tokens';
import { SqsInbox } from '../../../lambdas/registration/submit/sqs-inbox';
import { submitMove } from '../../../lambdas/registration/submit/submit-transfer';
import type { PayNeeds } from '../mutants/mutant';
import { findMoveIn, mailedMoveIn, moveStore, paidMoveStore } from '../stores/move-store';
import type { Offers } from '../stores/waiting-store';
import type { Machine } from '../world/machine';
import type { Surroundings } from './functions';

interface Parts {
  readonly newId: () => string;
  readonly offers: Offers;
}

/** What moves a runner to another event: by a director, or by a payment. */
export const movingIn = (all: Surroundings, parts: Parts) => {
  const { database, race, signer, times, lanes, queues, mutant } = all;
  const storeOf = (machine: Machine) => ({ ...mutant, database, machine, race, times, lanes, ...parts });
  return {
    moves: (machine: Machine) => moveStore(storeOf(machine)),
    record: (machine: Machine) => paidMoveStore(storeOf(machine)),
    mailed: (machine: Machine) => mailedMoveIn(storeOf(machine)),

    offered: (machine: Machine) =>
      offeredMove({
        tokens: new SignedTokens(signer),
        findMove: findMoveIn(storeOf(machine)),
        findDueFee: async () => undefined,
        newId: parts.newId,
        counts: { countOneMore: async () => 1 },
        now: machine.now,
        report: () => undefined,
      }),

    submit: (machine: Machine, needs: PayNeeds) => {
      const registrations = new SqsInbox(queues.registrations.client(machine));
      return submitMove({
        ...needs,
        tokens: new SignedTokens(signer),
        inbox: {
          putSweep: (sweep) => needs.inbox.putSweep(sweep),
          putMove: (move) => registrations.putMove(move),
        },
      });
    },
  };
};
