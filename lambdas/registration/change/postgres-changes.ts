import type { Runner } from '../../domain/person/person';
import type { Actor } from '../../domain/registration';
import type { FittingEntry } from '../../domain/transfer';
import { writeAudit } from '../../ledger/audit';
import { lockEvent } from '../../ledger/event-sql';
import { type MailMessage, type OutboxMessage, putInOutbox } from '../../ledger/outbox';
import { withdrawMoveOffer } from '../../ledger/postgres-move-offers';
import { lockUnits, sellUnitsAgain } from '../../ledger/postgres-returned-units';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import {
  changeFacts,
  endRegistration,
  factsNow,
  findForChange,
  findOfLink,
  findOfSession,
  freeSpot,
  lockPaymentOf,
  lockSeat,
  type RegistrationForChange,
} from '../../ledger/seat-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict, retryOnConflictOrDuplicate } from '../../platform/retry';
import { lowerCredit, prolongCredit } from './defer/postgres-credits';
import type {
  Cancelled,
  Changes,
  FeeRefund,
  FeeRefunded,
  FeeRefunds,
  LineRefund,
  LineRefunded,
  LineRefunds,
  RefundTerms,
  SentAgain,
  TransferAccepted,
  TransferCommand,
  TransferOffered,
  TransferView,
  Withdrawn,
} from './ports';
import { giveBackOf, returnLines } from './postgres-line-refunds';
import { orderRefunds, refundOrder, wantMoreRefund } from './postgres-refund-orders';
import { type FactsRow, type FeeRow, findFee, linesIf, lockFee, refundOfTotal, refundOn } from './postgres-refunds';
import { findTransfer, isPersonIn } from './transfer/postgres-offered-transfers';
import { acceptTransfer, offerTransfer, type TransferMail, withdrawTransfer } from './transfer/postgres-transfers';

interface Needs {
  readonly postgres: Postgres;
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'cancellation' | TransferMail>;
  readonly giveToWaiting: GiveToWaiting;
}

export class PostgresChanges implements Changes, LineRefunds, FeeRefunds {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async isOfSession(registrationId: string, sessionHash: string) {
    return (await this.#needs.postgres.query(findOfSession, [registrationId, sessionHash])).length > 0;
  }

  async isOfLink(registrationId: string, version: number) {
    return (await this.#needs.postgres.query(findOfLink, [registrationId, version])).length > 0;
  }

  cancel(registrationId: string, by: Actor, command?: RefundTerms): Promise<Cancelled> {
    return this.#needs.postgres.transaction((sql) => this.#cancel(sql, registrationId, by, command), {
      retryOn: retryOnConflict,
    });
  }

  /** Payment, event, spot, registration: every transaction that changes a seat locks in this order. */
  async #cancel(sql: Sql, registrationId: string, by: Actor, command?: RefundTerms): Promise<Cancelled> {
    const [early] = await sql.query<RegistrationForChange>(findForChange, [registrationId]);
    if (!early) return { kind: 'not-found' };
    // A request that is refused again and again must not take the lock that every cut waits for.
    const [before] = await sql.query<FactsRow>(factsNow, [registrationId]);
    const refused = before && refundOn(before, await linesIf(sql, registrationId, before), early.event_id, by, command);
    if (refused && 'kind' in refused) return refused;
    await sql.query(lockPaymentOf, [registrationId]);
    // While this waited for the lock, a director may have moved the registration to another event.
    const [found = early] = await sql.query<RegistrationForChange>(findForChange, [registrationId]);
    await sql.query(lockEvent, [found.event_id]);
    await sql.query(lockSeat, [registrationId]);
    const [row] = await sql.query<FactsRow>(changeFacts, [registrationId]);
    if (!row) throw new Error(`registration ${registrationId} is there and cannot be found`);
    const units = found.has_lines ? await lockUnits(sql, [registrationId]) : [];

    const lines = await linesIf(sql, registrationId, row);
    const answer = refundOn(row, lines, found.event_id, by, command);
    if ('kind' in answer) return answer;
    const { refund, refunds } = answer;
    const { amount, currency } = row;
    if (refunds) await returnLines(sql, registrationId, refunds);
    await sql.query(endRegistration, [registrationId, 'cancelled', refund > 0 ? refund : null]);
    await sql.query(freeSpot, [found.event_id, row.spot, row.block]);
    await sellUnitsAgain(sql, [registrationId], units);
    if (by === 'director' && found.has_lines) await prolongCredit(sql, registrationId);
    await withdrawTransfer(sql, registrationId);
    await withdrawMoveOffer(sql, registrationId);
    const orders = await orderRefunds(sql, this.#needs.newId, registrationId, { found, payment: row, refund });
    const detail = { spot: row.spot, paid: amount, refund, currency };
    await writeAudit(sql, [{ actor: by, action: 'cancelled', eventId: found.event_id, registrationId, detail }]);
    const { newId, mailMessage } = this.#needs;
    const mail = { ...mailMessage({ registrationId, template: 'cancellation', generation: 1 }), id: newId() };
    const outbox = await this.#put(sql, [mail, ...orders]);
    return {
      kind: 'cancelled',
      eventId: found.event_id,
      refund,
      currency,
      outbox: [...outbox, ...(await this.#needs.giveToWaiting(sql, found.event_id))],
    };
  }

  refundLine(command: LineRefund): Promise<LineRefunded> {
    return this.#needs.postgres.transaction((sql) => this.#refundLine(sql, command), { retryOn: retryOnConflict });
  }

  /** Payment, then registration: no spot is touched. */
  async #refundLine(sql: Sql, { registrationId, position, amount, isDryRun }: LineRefund): Promise<LineRefunded> {
    const [found] = await sql.query<RegistrationForChange>(findForChange, [registrationId]);
    if (!found) return { kind: 'not-found' };
    await sql.query(lockPaymentOf, [registrationId]);
    const [row] = await sql.query<FactsRow>(changeFacts, [registrationId]);
    const lines = row && (await linesIf(sql, registrationId, row));
    const line = lines?.find((one) => one.position === position);
    if (!row || !line) return { kind: 'no-such-line' };
    const verdict = refundOfTotal({ ...line, state: row.state, disputed: row.disputed }, amount);
    if (verdict.kind !== 'refunded') return verdict;
    const { refund } = verdict;
    const { currency } = row;
    // Whoever deferred has a credit for the entry. Nobody has the money and the credit.
    const credit = line.kind === 'entry' && row.ended === 'deferred' && refund > 0 ? verdict.left : undefined;
    if (credit !== undefined) {
      const lowered = await lowerCredit(sql, this.#needs.newId, { registrationId, worth: credit, isDryRun });
      if (lowered.kind !== 'lowered') return lowered;
    }
    const answer = { ...verdict, currency, ...(credit !== undefined && { credit }) } as const;
    if (isDryRun || refund === 0) return { ...answer, outbox: [] };
    await giveBackOf(sql, registrationId, { position, refund, isLive: row.live, share: row.amount });
    const orders = await orderRefunds(sql, this.#needs.newId, registrationId, { found, payment: row, refund });
    const detail = { position, kind: line.kind, refund, currency };
    const { event_id: eventId } = found;
    await writeAudit(sql, [{ actor: 'director', action: 'line-refunded', eventId, registrationId, detail }]);
    return { ...answer, outbox: await this.#put(sql, orders) };
  }

  refundTransferFee(command: FeeRefund): Promise<FeeRefunded> {
    return this.#needs.postgres.transaction((sql) => this.#refundTransferFee(sql, command), {
      retryOn: retryOnConflict,
    });
  }

  async #refundTransferFee(sql: Sql, { registrationId, amount, isDryRun }: FeeRefund): Promise<FeeRefunded> {
    await sql.query(lockFee, [registrationId]);
    const [fee] = await sql.query<FeeRow>(findFee, [registrationId]);
    if (!fee) return { kind: 'no-fee' };
    const { paidAs, eventId, raceId, authorisation, currency } = fee;
    const verdict = refundOfTotal(fee, amount);
    if (verdict.kind !== 'refunded') return verdict;
    const answer = { ...verdict, currency } as const;
    if (isDryRun || answer.refund === 0) return { ...answer, outbox: [] };
    const wanted = await wantMoreRefund(sql, paidAs, answer.refund);
    const detail = { refund: answer.refund, currency };
    await writeAudit(sql, [{ actor: 'director', action: 'transfer-fee-refunded', eventId, registrationId, detail }]);
    const orders = refundOrder(
      this.#needs.newId,
      { race_id: raceId, paid_as: paidAs },
      { authorisation, currency },
      wanted,
    );
    return { ...answer, outbox: await this.#put(sql, orders) };
  }

  offerTransfer(registrationId: string, command: TransferCommand): Promise<TransferOffered> {
    return this.#needs.postgres.transaction((sql) => offerTransfer(sql, this.#needs, registrationId, command), {
      retryOn: retryOnConflict,
    });
  }

  findTransfer(transferId: string): Promise<TransferView> {
    return findTransfer(this.#needs.postgres, transferId);
  }

  isPersonIn(transferId: string, who: Parameters<Changes['isPersonIn']>[1]): Promise<boolean> {
    return isPersonIn(this.#needs.postgres, transferId, who);
  }

  withdrawTransfer(registrationId: string): Promise<Withdrawn> {
    return this.#needs.postgres.transaction((sql) => withdrawTransfer(sql, registrationId));
  }

  acceptTransfer(
    transferId: string,
    runner: Runner | SentAgain,
    waiverHash: string,
    fitting?: FittingEntry,
  ): Promise<TransferAccepted> {
    return this.#needs.postgres.transaction(
      (sql) => acceptTransfer(sql, this.#needs, transferId, runner, waiverHash, fitting),
      // 23505: the recipient registers elsewhere at this moment. The retry finds that registration.
      { retryOn: retryOnConflictOrDuplicate },
    );
  }

  async #put(sql: Sql, messages: readonly OutboxMessage[]): Promise<string[]> {
    await putInOutbox(sql, messages);
    return messages.map(({ id }) => id);
  }
}
