import { registration } from './0001-registration';
import { analyzeSpots } from './0002-analyze-spots';
import { afterTheRush } from './0003-after-the-rush';
import { forTheWatch } from './0004-for-the-watch';
import { endedSessions } from './0005-ended-sessions';
import { interest } from './0006-interest';
import { together } from './0007-together';
import { ownersAndSales } from './0008-owners-and-sales';
import { confirmedPlaces } from './0010-confirmed-places';
import { mailToStrangers } from './0012-mail-to-strangers';
import { endsOfBlocks } from './0013-ends-of-blocks';
import { tracesOfMessages } from './0014-traces-of-messages';
import { canary } from './0015-canary';
import { disputes } from './0016-disputes';
import { receipts } from './0017-receipts';
import { billing } from './0018-billing';
import { partialCapture } from './0019-partial-capture';
import { forms } from './0020-forms';
import { pools } from './0021-pools';
import { rules } from './0023-rules';
import { codes } from './0024-codes';
import { teams } from './0025-teams';
import { gifts } from './0026-gifts';
import { fundraisers } from './0028-fundraisers';
import { staff } from './0029-staff';
import { commandsAndFundraisers } from './0030-commands-and-fundraisers';
import { relays } from './0031-relays';
import { paidCards } from './0032-paid-cards';
import { raceEditing } from './0033-race-editing';
import { deferrals } from './0034-deferrals';
import { results } from './0035-results';
import { participants } from './0036-participants';
import { corrections } from './0037-corrections';
import { eventSale } from './0038-event-sale';
import { jobs } from './0039-jobs';
import { publications } from './0040-publications';
import { apiKeys } from './0041-api-keys';
import { openings } from './0042-openings';
import { feed } from './0043-feed';
import { commentators } from './0044-commentators';
import { transferFees } from './0045-transfer-fees';
import { feedKeys } from './0046-feed-keys';
import { line } from './0047-line';
import { announcements } from './0048-announcements';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** In the order they are applied. Forward only: one that was applied anywhere is never edited again. */
export const migrations: readonly Migration[] = [
  { name: '0001-registration', sql: registration },
  { name: '0002-analyze-spots', sql: analyzeSpots },
  { name: '0003-after-the-rush', sql: afterTheRush },
  { name: '0004-for-the-watch', sql: forTheWatch },
  { name: '0005-ended-sessions', sql: endedSessions },
  { name: '0006-interest', sql: interest },
  { name: '0007-together', sql: together },
  { name: '0008-owners-and-sales', sql: ownersAndSales },
  { name: '0010-confirmed-places', sql: confirmedPlaces },
  { name: '0012-mail-to-strangers', sql: mailToStrangers },
  { name: '0013-ends-of-blocks', sql: endsOfBlocks },
  { name: '0014-traces-of-messages', sql: tracesOfMessages },
  { name: '0015-canary', sql: canary },
  { name: '0016-disputes', sql: disputes },
  { name: '0017-receipts', sql: receipts },
  { name: '0018-billing', sql: billing },
  { name: '0019-partial-capture', sql: partialCapture },
  { name: '0020-forms', sql: forms },
  { name: '0021-pools', sql: pools },
  { name: '0023-rules', sql: rules },
  { name: '0024-codes', sql: codes },
  { name: '0025-teams', sql: teams },
  { name: '0026-gifts', sql: gifts },
  { name: '0028-fundraisers', sql: fundraisers },
  { name: '0029-staff', sql: staff },
  { name: '0030-commands-and-fundraisers', sql: commandsAndFundraisers },
  { name: '0031-relays', sql: relays },
  { name: '0032-paid-cards', sql: paidCards },
  { name: '0033-race-editing', sql: raceEditing },
  { name: '0034-deferrals', sql: deferrals },
  { name: '0035-results', sql: results },
  { name: '0036-participants', sql: participants },
  { name: '0037-corrections', sql: corrections },
  { name: '0038-event-sale', sql: eventSale },
  { name: '0039-jobs', sql: jobs },
  { name: '0040-publications', sql: publications },
  { name: '0041-api-keys', sql: apiKeys },
  { name: '0042-openings', sql: openings },
  { name: '0043-feed', sql: feed },
  { name: '0044-commentators', sql: commentators },
  { name: '0045-transfer-fees', sql: transferFees },
  { name: '0046-feed-keys', sql: feedKeys },
  { name: '0047-line', sql: line },
  { name: '0048-announcements', sql: announcements },
];
