import type { Guard } from './guard';
import { guardsOfBatches } from './guards-of-batches';
import { guardsOfBlocks } from './guards-of-blocks';
import { guardsOfCancelling } from './guards-of-cancelling';
import { guardsOfChecks } from './guards-of-checks';
import { guardsOfDealingTogether } from './guards-of-dealing-together';
import { guardsOfDoors } from './guards-of-doors';
import { guardsOfGroups } from './guards-of-groups';
import { guardsOfHolds } from './guards-of-holds';
import { guardsOfLimits } from './guards-of-limits';
import { guardsOfMail } from './guards-of-mail';
import { guardsOfMemory } from './guards-of-memory';
import { guardsOfMoneyTogether } from './guards-of-money-together';
import { guardsOfOffers } from './guards-of-offers';
import { guardsOfPayments } from './guards-of-payments';
import { guardsOfQueues } from './guards-of-queues';
import { guardsOfSessions } from './guards-of-sessions';
import { guardsOfSettling } from './guards-of-settling';
import { guardsOfStalls } from './guards-of-stalls';
import { guardsOfTheEdge } from './guards-of-the-edge';
import { guardsOfThePost } from './guards-of-the-post';
import { guardsOfTheProcessor } from './guards-of-the-processor';
import { guardsOfTheWaitingList } from './guards-of-the-waiting-list';
import { guardsOfTheWatch } from './guards-of-the-watch';
import { guardsOfTheWriter } from './guards-of-the-writer';
import { guardsOfTokens } from './guards-of-tokens';
import { guardsOfTransfers } from './guards-of-transfers';

/** All guards. */
export const guards: readonly Guard[] = [
  ...guardsOfBlocks,
  ...guardsOfStalls,
  ...guardsOfDealingTogether,
  ...guardsOfHolds,
  ...guardsOfLimits,
  ...guardsOfTheWaitingList,
  ...guardsOfOffers,
  ...guardsOfTheWriter,
  ...guardsOfBatches,
  ...guardsOfGroups,
  ...guardsOfCancelling,
  ...guardsOfTransfers,
  ...guardsOfChecks,
  ...guardsOfSettling,
  ...guardsOfPayments,
  ...guardsOfMoneyTogether,
  ...guardsOfTheWatch,
  ...guardsOfTheProcessor,
  ...guardsOfMail,
  ...guardsOfThePost,
  ...guardsOfTokens,
  ...guardsOfSessions,
  ...guardsOfDoors,
  ...guardsOfQueues,
  ...guardsOfMemory,
  ...guardsOfTheEdge,
];
