import type { Guard } from './guard';
import { guardsOfBatches } from './registration/batches';
import { guardsOfBlocks } from './spots/blocks';
import { guardsOfCancelling } from './registration/cancelling';
import { guardsOfChecks } from './registration/checks';
import { guardsOfGroupHolds } from './spots/group-holds';
import { guardsOfAccess } from './registration/access';
import { guardsOfGroups } from './registration/groups';
import { guardsOfHolds } from './spots/holds';
import { guardsOfLimits } from './spots/limits';
import { guardsOfMail } from './mail/once';
import { guardsOfMemcached } from './platform/memcached';
import { guardsOfGroupPayments } from './payment/group-payments';
import { guardsOfOffers } from './spots/offers';
import { guardsOfPayments } from './payment/payments';
import { guardsOfQueues } from './platform/queues';
import { guardsOfSessions } from './platform/sessions';
import { guardsOfSettling } from './payment/settling';
import { guardsOfStalls } from './spots/stalls';
import { guardsOfEdge } from './platform/edge';
import { guardsOfSending } from './mail/sending';
import { guardsOfProcessor } from './payment/processor';
import { guardsOfWaitingList } from './spots/waiting-list';
import { guardsOfWatch } from './platform/watch';
import { guardsOfWriter } from './registration/writer';
import { guardsOfTokens } from './platform/tokens';
import { guardsOfTransfers } from './registration/transfers';

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
