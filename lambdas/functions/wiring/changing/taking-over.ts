import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { uuid7 } from '../../../platform/uuid';
import { findMove } from '../../../registration/change/move/postgres-offered-moves';
import { offeredMove } from '../../../registration/change/move/quote-move';
import type { Changes } from '../../../registration/change/ports';
import { MemcachedTransferQuotes } from '../../../registration/change/transfer/memcached-transfer-quotes';
import { findDueFee } from '../../../registration/change/transfer/postgres-due-fees';
import { quoteTransfer } from '../../../registration/change/transfer/quote-transfer';
import type { SignedTokens } from '../../../registration/signed-tokens';
import { now } from '../connections/clock';
import type { openDataCache } from '../connections/data-cache';
import { log } from '../connections/observability';
import { openRecipients } from './recipients';

interface Needs extends Pick<ReturnType<typeof openDataCache>, 'races' | 'cache'> {
  readonly data: Memcached;
  readonly postgres: Postgres;
  readonly tokens: SignedTokens;
  readonly changes: Changes;
}

/** What the recipient of a spot says is read by the present form of the race; and what it costs them, where it does. */
export const openTakingOver = ({ races, cache, data, postgres, tokens, changes }: Needs) => {
  const readRecipient = openRecipients({ races, cache, database: postgres });
  const counted = {
    counts: new MemcachedTransferQuotes(data),
    report: (error: unknown) =>
      log.warn('A quote or an answer of an offer could not be counted.', { reason: String(error) }),
  };
  const needs = { ...counted, tokens, newId: () => uuid7(), now };
  const quote = quoteTransfer({ ...needs, changes, readRecipient, hash: sha256 });
  const move = offeredMove({
    ...needs,
    findMove: (offerId) => findMove(postgres, offerId),
    findDueFee: (transferId) => findDueFee(postgres, transferId),
  });
  return { readRecipient, quote, move, counted };
};
