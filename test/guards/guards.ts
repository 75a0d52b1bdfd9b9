import type { Guard } from './guard';
import { guardsOfBatches } from './guards-of-batches';
import { guardsOfBlocks } from './guards-of-blocks';
import { guardsOfCancelling } from './guards-of-cancelling';
import { guardsOfChecks } from './guards-of-checks';
import { guardsOfGroupHolds } from './guards-of-dealing-together';
import { guardsOfAccess } from './guards-of-doors';
import { guardsOfGroups } from './guards-of-groups';
import { guardsOfHolds } from './guards-of-holds';
import { guardsOfLimits } from './guards-of-limits';
import { guardsOfMail } from './guards-of-mail';
import { guardsOfMemcached } from './guards-of-memory';
import { guardsOfGroupPayments } from './guards-of-money-together';
import { guardsOfOffers } from './guards-of-offers';
import { guardsOfPayments } from './guards-of-payments';
import { guardsOfQueues } from './guards-of-queues';
import { guardsOfSessions } from './guards-of-sessions';
import { guardsOfSettling } from './guards-of-settling';
import { guardsOfStalls } from './guards-of-stalls';
import { guardsOfEdge } from './guards-of-the-edge';
import { guardsOfSending } from './guards-of-the-post';
import { guardsOfProcessor } from './guards-of-the-processor';
import { guardsOfWaitingList } from './guards-of-the-waiting-list';
import { guardsOfWatch } from './guards-of-the-watch';
import { guardsOfWriter } from './guards-of-the-writer';
import { guardsOfTokens } from './guards-of-tokens';
import { guardsOfTransfers } from './guards-of-transfers';

/** All guards. */
export const guards: readonly Guard[] = [
  ...guardsOfBlocks,
  ...guardsOfStalls,
  ...guardsOfGroupHolds,
  ...guardsOfHolds,
  ...guardsOfLimits,
  ...guardsOfWaitingList,
  ...guardsOfOffers,
  ...guardsOfWriter,
  ...guardsOfBatches,
  ...guardsOfGroups,
  ...guardsOfCancelling,
  ...guardsOfTransfers,
  ...guardsOfChecks,
  ...guardsOfSettling,
  ...guardsOfPayments,
  ...guardsOfGroupPayments,
  ...guardsOfWatch,
  ...guardsOfProcessor,
  ...guardsOfMail,
  ...guardsOfSending,
  ...guardsOfTokens,
  ...guardsOfSessions,
  ...guardsOfAccess,
  ...guardsOfQueues,
  ...guardsOfMemcached,
  ...guardsOfEdge,
];
