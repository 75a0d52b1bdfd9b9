import type { Guard } from './guard';
import { guardsOfAnnouncements } from './mail/announcements';
import { guardsOfMail } from './mail/once';
import { guardsOfSending } from './mail/sending';
import { guardsOfAuthenticating } from './payment/authenticating';
import { guardsOfCancelledRaces } from './payment/cancelled-races';
import { guardsOfDisputes } from './payment/disputes';
import { guardsOfDocuments } from './payment/documents';
import { guardsOfDueFees } from './payment/due-fees';
import { guardsOfGifts } from './payment/gifts';
import { guardsOfGroupPayments } from './payment/group-payments';
import { guardsOfLostDisputes } from './payment/lost-disputes';
import { guardsOfPartialCapture } from './payment/partial-capture';
import { guardsOfPayments } from './payment/payments';
import { guardsOfProcessor } from './payment/processor';
import { guardsOfQuotes } from './payment/quotes';
import { guardsOfRefundsByHand } from './payment/refunds-by-hand';
import { guardsOfSettling } from './payment/settling';
import { guardsOfUnpaidCharges } from './payment/unpaid-charges';
import { guardsOfApiKeys } from './platform/api-keys';
import { guardsOfBibs } from './platform/bibs';
import { guardsOfCanary } from './platform/canary';
import { guardsOfDesk } from './platform/desk';
import { guardsOfEdge } from './platform/edge';
import { guardsOfErasedNames } from './platform/erased-names';
import { guardsOfFeed } from './platform/feed';
import { guardsOfFiles } from './platform/files';
import { guardsOfMemcached } from './platform/memcached';
import { guardsOfOtherRaces } from './platform/other-races';
import { guardsOfPostgres } from './platform/postgres';
import { guardsOfQueues } from './platform/queues';
import { guardsOfSessions } from './platform/sessions';
import { guardsOfStaff } from './platform/staff';
import { guardsOfTokens } from './platform/tokens';
import { guardsOfWatch } from './platform/watch';
import { guardsOfWebhooks } from './platform/webhooks';
import { guardsOfAccess } from './registration/access';
import { guardsOfBatches } from './registration/batches';
import { guardsOfCancelling } from './registration/cancelling';
import { guardsOfChecks } from './registration/checks';
import { guardsOfForms } from './registration/forms';
import { guardsOfGroups } from './registration/groups';
import { guardsOfMoves } from './registration/moves';
import { guardsOfPaidMoves } from './registration/paid-moves';
import { guardsOfTransferFees } from './registration/transfer-fees';
import { guardsOfTransfers } from './registration/transfers';
import { guardsOfWriter } from './registration/writer';
import { guardsOfBlocks } from './spots/blocks';
import { guardsOfCodes } from './spots/codes';
import { guardsOfGroupHolds } from './spots/group-holds';
import { guardsOfHolds } from './spots/holds';
import { guardsOfLimits } from './spots/limits';
import { guardsOfLines } from './spots/lines';
import { guardsOfOffers } from './spots/offers';
import { guardsOfPermits } from './spots/permits';
import { guardsOfSales } from './spots/sale';
import { guardsOfStalls } from './spots/stalls';
import { guardsOfTeams } from './spots/teams';
import { guardsOfUnits } from './spots/units';
import { guardsOfWaitingList } from './spots/waiting-list';

/** All guards. */
export const guards: readonly Guard[] = [
  ...guardsOfBlocks,
  ...guardsOfUnits,
  ...guardsOfCodes,
  ...guardsOfTeams,
  ...guardsOfStalls,
  ...guardsOfGroupHolds,
  ...guardsOfHolds,
  ...guardsOfLimits,
  ...guardsOfWaitingList,
  ...guardsOfPermits,
  ...guardsOfOffers,
  ...guardsOfSales,
  ...guardsOfLines,
  ...guardsOfWriter,
  ...guardsOfBatches,
  ...guardsOfGroups,
  ...guardsOfCancelling,
  ...guardsOfTransfers,
  ...guardsOfMoves,
  ...guardsOfPaidMoves,
  ...guardsOfUnpaidCharges,
  ...guardsOfDueFees,
  ...guardsOfTransferFees,
  ...guardsOfChecks,
  ...guardsOfSettling,
  ...guardsOfAuthenticating,
  ...guardsOfCancelledRaces,
  ...guardsOfPayments,
  ...guardsOfGroupPayments,
  ...guardsOfPartialCapture,
  ...guardsOfDisputes,
  ...guardsOfLostDisputes,
  ...guardsOfRefundsByHand,
  ...guardsOfDocuments,
  ...guardsOfGifts,
  ...guardsOfWatch,
  ...guardsOfCanary,
  ...guardsOfProcessor,
  ...guardsOfQuotes,
  ...guardsOfMail,
  ...guardsOfSending,
  ...guardsOfTokens,
  ...guardsOfSessions,
  ...guardsOfAccess,
  ...guardsOfQueues,
  ...guardsOfMemcached,
  ...guardsOfPostgres,
  ...guardsOfOtherRaces,
  ...guardsOfEdge,
  ...guardsOfApiKeys,
  ...guardsOfFeed,
  ...guardsOfFiles,
  ...guardsOfAnnouncements,
  ...guardsOfWebhooks,
  ...guardsOfErasedNames,
  ...guardsOfForms,
  ...guardsOfDesk,
  ...guardsOfStaff,
  ...guardsOfBibs,
];
