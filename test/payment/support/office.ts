import { randomUUID } from 'node:crypto';
import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { Settlement } from '../../../lambdas/domain/money/payment';
import { relayPut } from '../../../lambdas/ledger/outbox';
import { giveToWaiting } from '../../../lambdas/ledger/postgres-waiting-offers';
import { PostgresDisputes } from '../../../lambdas/payment/disputes/postgres-disputes';
import { PostgresFailedRefunds } from '../../../lambdas/payment/reconcile/postgres-failed-refunds';
import { PostgresPayments } from '../../../lambdas/payment/settle/postgres-payments';
import { recordSettlements } from '../../../lambdas/payment/settle/settlement';
import { settlementWorker } from '../../../lambdas/payment/settle/worker';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import type { Outgoing } from '../../../lambdas/platform/queue/queue';
import { times } from '../../../lambdas/spots/blocks/block';
import { lockWaiters } from '../../support/postgres/lock-waiters';
import { joinConfirmed } from '../../support/races/waiting-list';
import { newRegistration } from './shop';

export interface Given {
  wanted?: 'capture' | 'void';
  outcome?: 'confirmed' | 'duplicate' | 'refused';
  runner?: boolean;
  authorisation?: string | null;
  /** How much of 75 euros is to be taken, in cents. Default: all. */
  captureAmount?: number;
  /** The refund that the database wants, of a captured payment. */
  refund?: number;
}

/** What the processor says of a payment of 75 euros. */
export const settlement = (
  registrationId: string,
  state: Settlement['state'],
  change: Partial<Settlement> = {},
): Settlement => ({
  registrationId,
  state,
  authorisation: 'pi_1',
  amount: 7500,
  currency: 'EUR',
  ...change,
});

/** Runners of one race, and the store that records what became of their payments. */
export const openOffices = async (postgres: Postgres) => {
  await postgres.query(
    `INSERT INTO race (id, name, place, date, time_zone, description, currency, opens_at, closes_at, waiver_version, waiver_text, waiver_hash)
     VALUES ('city', 'City run', 'Ulm', '2027-05-01', 'Europe/Berlin', '', 'EUR', now(), now() + '1 day', '1', 'w', 'h')`,
  );
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []) => postgres.query<Row>(text, values);

  /** A runner as the writer leaves one: confirmed on spot 1 of an event of their own, or refused. */
  const runner = async ({
    wanted = 'capture',
    outcome = wanted === 'capture' ? 'confirmed' : 'refused',
    runner = true,
    authorisation = 'pi_1',
    captureAmount,
    refund,
  }: Given = {}) => {
    const [id, event, block] = [newRegistration(), randomUUID(), randomUUID()];
    const [{ next } = { next: 1 }] = await sql<{ next: number }>(`SELECT count(*)::int + 1 AS next FROM event`);
    const live = outcome === 'confirmed';
    await sql(`INSERT INTO event VALUES ($1, 'city', $2, '10 km', 10000, 1, 2)`, [event, next]);
    await sql(`INSERT INTO spot VALUES ($1, 1, $2)`, [event, block]);
    await sql(
      `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner)
     VALUES ($1, $2, 'ada', $3, $4, $5, $6, $5, $7, $8)`,
      [
        id,
        event,
        outcome,
        live,
        live ? 1 : null,
        live ? block : null,
        runner ? 'block' : 'sweep',
        runner ? '{"email":"ada@example.com"}' : null,
      ],
    );
    await sql(
      `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted, capture_amount)
       VALUES ($1, $2, 7500, 'EUR', $3, $4)`,
      [id, authorisation, wanted, captureAmount],
    );
    if (refund !== undefined) {
      await sql(`UPDATE payment SET state = 'captured', wanted = 'refund', refund = $2 WHERE registration_id = $1`, [
        id,
        refund,
      ]);
    }
    return { id, event };
  };

  /** The store that records settlements, and what it sent: mails and announcements. */
  const newOffice = ({ relayFails = false, cacheFails = false } = {}) => {
    const mails: Outgoing[] = [];
    const announced: string[] = [];
    const reported: unknown[] = [];
    const mail = {
      send: async (message: Outgoing) => void mails.push(message),
      sendAll: async (messages: readonly Outgoing[]) => void mails.push(...messages),
    };
    const record = recordSettlements({
      payments: new PostgresPayments({
        postgres,
        newId: newRegistration,
        mailMessage: (order) => mailMessage(order, 8),
        giveToWaiting: giveToWaiting({ newId: newRegistration, mailMessage: (order) => mailMessage(order, 8), times }),
      }),
      relay: async (put) => {
        if (relayFails) throw new Error('SQS is away');
        await relayPut(postgres, { mail }, put);
      },
      announcements: {
        settled: async (id, state) => {
          if (cacheFails) throw new Error('memcached is away');
          announced.push(`${id} ${state}`);
        },
      },
      report: (error) => void reported.push(error),
    });
    const templates = () => mails.map(({ body }) => Object(body).template);
    return { record, mails, templates, announced, reported };
  };

  /** Handles one batch of the queue; resolves with the messages that must come again. */
  const deliver = async (...bodies: readonly object[]): Promise<readonly string[]> => {
    const worker = settlementWorker(
      newOffice().record,
      new PostgresFailedRefunds(postgres),
      new PostgresDisputes(postgres),
    );
    const Records = bodies.map((body, index) => ({
      messageId: `m${index}`,
      body: JSON.stringify(body),
      attributes: { ApproximateReceiveCount: '1' },
    }));
    return (await worker(Object({ Records }))).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };

  const payment = async (id: string) =>
    (
      await sql<{ state: string; authorisation: string; captured: number | null }>(
        `SELECT state, authorisation, captured FROM payment WHERE registration_id = $1`,
        [id],
      )
    )[0];
  /** How many messages wait in the outbox. */
  const waiting = async () => (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM outbox`))[0]?.n;

  const audit = (event: string) =>
    sql<{ actor: string; action: string; registration_id: string; detail: object }>(
      `SELECT actor, action, registration_id, detail FROM audit WHERE event_id = $1 ORDER BY id`,
      [event],
    );
  /** Somebody on the waiting list; resolves with the id of their place. */
  const waiter = async (event: string, person: string): Promise<string> => {
    const placeId = newRegistration();
    const runner = { firstName: person, lastName: '', email: `${person}@example.com`, birthDate: '1990-01-01' };
    await joinConfirmed(postgres, event, [{ placeId, person, runner, size: 1 }]);
    return placeId;
  };

  return { sql, runner, newOffice, deliver, payment, waiting, audit, waiter, lockWaiters: () => lockWaiters(postgres) };
};

export type Offices = Awaited<ReturnType<typeof openOffices>>;
