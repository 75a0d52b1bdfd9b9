import type { Template } from '../domain/mail-order';
import type { ChargePurpose } from '../domain/money/payment';
import { mailAbout } from '../payment/settle/settlement';
import type { Sql } from '../platform/postgres/postgres';
import {
  dealing,
  disputesDue,
  eventBooks,
  expiringAuthorisations,
  leftInOutbox,
  missingConsents,
  missingMails,
  money,
  overdueBlocks,
  poolBooks,
  racesOnSale,
  stalledCancellations,
  stuckPayments,
  unknownMails,
  usesOver,
  waitingInVain,
} from './books-sql';
import { chargesUnpaid, failedRefunds, paymentsGivenBack } from './charges-sql';
import type { Comparison, DealtBlock, EventBooks, Figures, LateAfterSeconds, PoolBooks, Some } from './figures';
import { standingLines } from './lines-sql';
import type { Books } from './ports';

/** How many orders one pass repeats: a processor that comes back after an hour must not get all of them at once. */
const maxOrdersPerPass = 100;
const maxSamples = 5;
const settledStates = ['captured', 'voided', 'failed'] as const;

export class PostgresBooks implements Books {
  readonly #sql: Sql;
  readonly #lateAfter: LateAfterSeconds;

  constructor(sql: Sql, lateAfter: LateAfterSeconds) {
    this.#sql = sql;
    this.#lateAfter = lateAfter;
  }

  /** One query after the other: the function has one connection. */
  async look(): Promise<Figures> {
    const { payment, outbox, reclaim, offer, authorisation, evidence, cancellation, lineStep, lineCall } =
      this.#lateAfter;
    return {
      events: await this.#events(),
      pools: await this.#pools(),
      paymentsStuck: await this.#stuckPayments(payment),
      refundsFailed: await this.#some(failedRefunds),
      chargesUnpaid: await this.#some(chargesUnpaid),
      paymentsGivenBack: await this.#some(paymentsGivenBack),
      authorisationsExpiring: await this.#some(expiringAuthorisations, authorisation),
      disputesDue: await this.#some(disputesDue, evidence),
      outboxLeft: await this.#some(leftInOutbox, outbox),
      blocksOverdue: await this.#some(overdueBlocks, reclaim),
      waitingInVain: await this.#some(waitingInVain, offer),
      cancellationsStalled: await this.#some(stalledCancellations, cancellation),
      linesStanding: await this.#some(standingLines, lineStep, lineCall),
      dealing: await this.#dealing(),
      racesOnSale: (await this.#sql.query<{ id: string }>(racesOnSale)).map(({ id }) => id),
    };
  }

  async compare(): Promise<Comparison> {
    const { mail, unknownMail } = this.#lateAfter;
    return {
      ...(await this.#money()),
      mailsMissing: await this.#missingMails(mail),
      mailsUnknown: await this.#some(unknownMails, unknownMail),
      consentsMissing: await this.#some(missingConsents),
      usesOver: await this.#some(usesOver),
    };
  }

  async #events(): Promise<EventBooks[]> {
    const rows = await this.#sql.query<EventRow>(eventBooks);
    return rows.map((row) => ({
      eventId: row.event_id,
      capacity: row.capacity,
      nextNumber: row.next_number,
      spots: row.spots,
      highestNumber: row.highest_number,
      sellable: row.sellable,
      live: row.live,
      held: row.held,
    }));
  }

  async #pools(): Promise<PoolBooks[]> {
    const rows = await this.#sql.query<Omit<PoolBooks, 'poolId'> & { readonly pool_id: string }>(poolBooks);
    return rows.map(({ pool_id, ...counts }) => ({ poolId: pool_id, ...counts }));
  }

  async #money(): Promise<Pick<Comparison, 'runnersWithoutMoney' | 'moneyWithoutRunner'>> {
    const [row] = await this.#sql.query<MoneyRow>(money);
    return {
      runnersWithoutMoney: { count: row?.unpaid ?? 0, samples: row?.unpaid_ids ?? [] },
      moneyWithoutRunner: { count: row?.unseated ?? 0, samples: row?.unseated_ids ?? [] },
    };
  }

  async #stuckPayments(seconds: number): Promise<Figures['paymentsStuck']> {
    const rows = await this.#sql.query<StuckRow>(stuckPayments, [seconds, maxOrdersPerPass]);
    const orders = rows.map(
      ({ registration_id, race_id, event_id, wanted, authorisation, amount, held, before, currency, purpose }) => ({
        registrationId: registration_id,
        raceId: race_id,
        eventId: event_id,
        action: wanted,
        authorisation,
        amount,
        ...(before > 0 && { before }),
        ...(held !== null && { held }),
        currency,
        // Without it, the processor would be asked for another payment than the one that is to be let go.
        ...(purpose !== null && { purpose }),
      }),
    );
    return { ...totalOf(rows), orders };
  }

  async #missingMails(seconds: number): Promise<Comparison['mailsMissing']> {
    const told = settledStates.map((state) => mailAbout(state, true));
    const rows = await this.#sql.query<MailRow>(missingMails, [seconds, maxOrdersPerPass, settledStates, told]);
    const orders = rows.map(({ registration_id, template, generation }) => ({
      registrationId: registration_id,
      template,
      generation,
    }));
    return { ...totalOf(rows), orders };
  }

  async #dealing(): Promise<DealtBlock[]> {
    const rows = await this.#sql.query<{ block_id: string; furthest: number }>(dealing);
    return rows.map(({ block_id, furthest }) => ({ blockId: block_id, furthest }));
  }

  async #some(statement: string, ...seconds: readonly number[]): Promise<Some> {
    const [row] = await this.#sql.query<{ count: number; samples: string[] | null }>(statement, seconds);
    return { count: row?.count ?? 0, samples: row?.samples ?? [] };
  }
}

const totalOf = (rows: readonly { readonly registration_id: string; readonly total: number }[]): Some => ({
  count: rows[0]?.total ?? 0,
  samples: rows.slice(0, maxSamples).map(({ registration_id }) => registration_id),
});

interface EventRow {
  readonly event_id: string;
  readonly capacity: number;
  readonly next_number: number;
  readonly spots: number;
  readonly highest_number: number;
  readonly sellable: number;
  readonly live: number;
  readonly held: number;
}

interface MoneyRow {
  readonly unpaid: number;
  readonly unpaid_ids: string[] | null;
  readonly unseated: number;
  readonly unseated_ids: string[] | null;
}

interface StuckRow {
  readonly registration_id: string;
  readonly authorisation: string | null;
  readonly amount: number;
  /** Of a capture that takes less than the card holds. */
  readonly held: number | null;
  readonly before: number;
  readonly currency: string;
  readonly wanted: 'capture' | 'void' | 'refund';
  readonly purpose: ChargePurpose | null;
  readonly race_id: string;
  readonly event_id: string;
  readonly total: number;
}

interface MailRow {
  readonly registration_id: string;
  readonly template: Template;
  readonly generation: number;
  readonly total: number;
}
