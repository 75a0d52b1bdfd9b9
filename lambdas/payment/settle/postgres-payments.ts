import type { PaidCard, PaymentState, Settlement } from '../../domain/money/payment';
import { type MailMessage, type OutboxMessage, putInOutbox } from '../../ledger/outbox';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { noteDocumentsDue } from '../documents/postgres-sellers';
import type { Booked, MailTemplate, Payments } from '../ports';
import { feesAmong, giveUpDifferences, giveUpFees, giveUpSpots, noteUnpaid } from './postgres-failed-payments';
import { noteByHand, orderRests, type Rest } from './postgres-refund-rests';
import { mailAbout, type RecordedPayment, refundAfter, stateAfter } from './settlement';

interface Needs extends MailNeeds {
  readonly postgres: Postgres;
  readonly giveToWaiting: GiveToWaiting;
}

interface Row extends RecordedPayment {
  readonly registration_id: string;
  readonly captureAmount: number | null;
  readonly has_runner: boolean;
  readonly refunded: number;
  readonly isForGroup: boolean;
  readonly hasForm: boolean;
  /** Its race has a seller, who owes an invoice. */
  readonly isBilled: boolean;
}

interface Change {
  readonly registrationId: string;
  /** The state that the settlement reported. For a refund it may cover a part of the money only. */
  readonly reported: Settlement['state'];
  readonly reason: string | undefined;
  readonly row: Row;
  /** How much of a refund had been given back by hand. */
  readonly byHand: number | undefined;
  /** How much was taken, if this settlement says so. */
  readonly captured: number | null;
  readonly card: PaidCard | undefined;
  /** What the card held, where the row says something else. */
  readonly held: number | undefined;
  /** The total of the next refund to order; `undefined` when none is left. */
  readonly order: number | undefined;
}

const idOf = ({ registrationId }: { readonly registrationId: string }): string => registrationId;

/** Locked in the order of their ids, so that two batches wait for each other instead of deadlocking. */
const lockPayments = `
  SELECT p.registration_id, p.authorisation, p.amount, p.capture_amount AS "captureAmount", p.currency, p.wanted, p.refund, p.refund_ordered AS "refundOrdered",
         p.refunded, p.state, r.runner IS NOT NULL AS has_runner, r.share IS NOT NULL AS "isForGroup", r.form_revision IS NOT NULL AS "hasForm",
         a.seller_id IS NOT NULL AS "isBilled"
  FROM payment p JOIN registration r ON r.id = p.registration_id JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  WHERE p.registration_id = ANY ($1::uuid[])
  ORDER BY p.registration_id FOR NO KEY UPDATE OF p`;

// The time of capture or void is kept, also after later refunds.
const updatePayments = `
  UPDATE payment p
  SET state = m.state, authorisation = coalesce(p.authorisation, m.authorisation), refunded = m.refunded, refund_ordered = NULL,
      captured = coalesce(m.captured, p.captured), card = coalesce(m.card, p.card),
      settled_at = CASE WHEN m.refunded > 0 THEN p.settled_at ELSE clock_timestamp() END
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[], $6::jsonb[])
    AS m (id, state, authorisation, refunded, captured, card)
  WHERE p.registration_id = m.id AND p.state = CASE WHEN m.refunded > 0 THEN 'captured' ELSE 'authorised' END
  RETURNING p.registration_id`;

/** What was held and let go, where a sweep that came first knew only what its own request began with. */
const correctAmounts = `
  UPDATE payment p SET amount = m.amount FROM unnest($1::uuid[], $2::int[]) AS m (id, amount)
  WHERE p.registration_id = m.id AND p.wanted = 'void'`;

export class PostgresPayments implements Payments {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  settle(settlements: readonly Settlement[]): Promise<Booked> {
    return this.#needs.postgres.transaction(
      async (sql) => {
        const ids = [...new Set(settlements.map(idOf))].sort();
        const rows = new Map<string, Row>();
        for (const row of await sql.query<Row>(lockPayments, [ids])) rows.set(row.registration_id, row);

        const changes = new Map<string, Change>();
        const contradictions = new Set<string>();
        for (const settlement of settlements) {
          const { registrationId, reason, byHand, card } = settlement;
          const before = rows.get(registrationId);
          // Not one of ours, or not written yet: then its order comes later and settles it.
          if (!before) continue;
          const reported = stateAfter(before, settlement);
          if (reported === 'contradiction') contradictions.add(registrationId);
          if (reported === 'contradiction' || reported === 'unchanged') continue;
          const { row, order } = rowAfter(before, reported, settlement);
          const captured = reported === 'captured' ? (row.captureAmount ?? settlement.amount) : null;
          const held = reported === 'voided' && before.amount !== settlement.amount ? settlement.amount : undefined;
          changes.set(registrationId, { registrationId, reported, reason, row, byHand, captured, card, held, order });
          // Two messages in one batch may be about one payment: the second sees what the first changed.
          rows.set(registrationId, row);
        }

        const changed = [...changes.values()];
        const refused = changed.filter(({ reported }) => reported === 'failed');
        const fees = await feesAmong(sql, refused);
        // Nobody loses a spot, for which another runner paid, over a fee.
        const failed = refused.filter(({ registrationId }) => !fees.has(registrationId));
        await this.#update(sql, changed);
        await noteByHand(sql, changed);
        await noteDocumentsDue(
          sql,
          changed
            .filter(({ reported, row }) => row.isBilled && (reported === 'captured' || reported === 'refunded'))
            .map(idOf),
        );
        const offers = await giveUpSpots(sql, failed, this.#needs.giveToWaiting);
        // After the spots, because this locks registrations, for which a transaction that has locked an event may wait.
        const differences = await giveUpDifferences(sql, failed);
        const feesAgain = await giveUpFees(sql, failed);
        await noteUnpaid(sql, [...fees, ...differences, ...feesAgain]);
        // Whoever took a spot over has it, and its price was charged. They are told so, whatever became of the fee.
        const toldAs = ({ registrationId, reported }: Change) => (fees.has(registrationId) ? 'captured' : reported);
        const causes = changed.map((change) => ({ ...mailCauseOf(change), reported: toldAs(change) }));
        const messages = await mailsAbout(sql, this.#needs, causes);
        await putInOutbox(sql, messages);
        await orderRests(sql, this.#needs.newId, changed.flatMap(restOf));
        return {
          // Clients that poll are not told of partial refunds.
          changed: changed.flatMap((change) =>
            change.reported === change.row.state
              ? { registrationId: change.registrationId, state: toldAs(change) }
              : [],
          ),
          outbox: [...messages, ...offers],
          contradictions: [...contradictions],
        };
      },
      { retryOn: retryOnConflict },
    );
  }

  async #update(sql: Sql, changed: readonly Change[]): Promise<void> {
    if (changed.length === 0) return;
    const updated = await sql.query(updatePayments, [
      changed.map(idOf),
      changed.map(({ row }) => row.state),
      changed.map(({ row }) => row.authorisation),
      changed.map(({ row }) => row.refunded),
      changed.map(({ captured }) => captured),
      changed.map(({ card }) => (card ? JSON.stringify(card) : null)),
    ]);
    if (updated.length !== changed.length) {
      throw new Error(
        `${changed.length - updated.length} of ${changed.length} payments changed while they were locked.`,
      );
    }
    const others = changed.filter(({ held }) => held !== undefined);
    if (others.length > 0) await sql.query(correctAmounts, [others.map(idOf), others.map(({ held }) => held)]);
  }
}

const mailCauseOf = ({ registrationId, reported, row }: Change) => ({
  registrationId,
  reported,
  hasRunner: row.has_runner,
  isForGroup: row.isForGroup,
  hasForm: row.hasForm,
});

const rowAfter = (row: Row, reported: Settlement['state'], { authorisation, amount }: Settlement) => {
  const known = { ...row, authorisation: row.authorisation ?? authorisation };
  if (reported !== 'refunded') return { row: { ...known, state: reported satisfies PaymentState }, order: undefined };
  const { order, ...after } = refundAfter(row, amount);
  return { row: { ...known, ...after }, order };
};

const restOf = ({ registrationId, row, order }: Change): readonly Rest[] =>
  order === undefined || row.currency === null
    ? []
    : [
        {
          registrationId,
          authorisation: row.authorisation,
          amount: order,
          before: row.refunded,
          currency: row.currency,
        },
      ];

export interface MailNeeds {
  readonly newId: () => string;
  readonly mailMessage: MailMessage<MailTemplate>;
}

/** What became of a payment. */
interface MailCause {
  readonly registrationId: string;
  readonly reported: Settlement['state'];
  readonly hasRunner: boolean;
  readonly isForGroup: boolean;
  readonly hasForm: boolean;
}

/**
 * A confirmation goes to each runner of a group, and a copy of what was signed to the guardian of each minor. A failure
 * goes only to the runner who paid, who tells the others.
 */
const mailsAbout = async (
  sql: Sql,
  { newId, mailMessage }: MailNeeds,
  causes: readonly MailCause[],
): Promise<OutboxMessage[]> => {
  const taken = causes.filter(({ reported, isForGroup }) => reported === 'captured' && isForGroup);
  const companions = taken.length > 0 ? await sql.query<Companion>(findCompanions, [taken.map(idOf)]) : [];
  const signed = causes.filter(({ reported, hasForm }) => reported === 'captured' && hasForm);
  const minors = signed.length > 0 ? await sql.query<{ id: string }>(findMinors, [signed.map(idOf)]) : [];
  const mailOf = (id: string, template: MailTemplate): OutboxMessage => ({
    ...mailMessage({ registrationId: id, template, generation: 1 }),
    id: newId(),
  });
  const mails = causes.flatMap(({ registrationId, reported, hasRunner }) => {
    const template = mailAbout(reported, hasRunner);
    if (!template) return [];
    const others = companions.filter(({ paid_as }) => paid_as === registrationId).map(({ id }) => id);
    return [registrationId, ...others].map((id) => mailOf(id, template));
  });
  return [...mails, ...minors.map(({ id }) => mailOf(id, 'guardian-copy'))];
};

interface Companion {
  readonly id: string;
  readonly paid_as: string;
}

/** The registrations that share a payment and have a spot, without the one that paid. */
const findCompanions = `
  SELECT id, paid_as FROM registration
  WHERE paid_as = ANY ($1::uuid[]) AND live AND via <> 'transfer'
  ORDER BY paid_as, number`;

/** The registrations of these payments that have a spot, and that a guardian signed for. */
const findMinors = `
  SELECT id FROM registration
  WHERE (id = ANY ($1::uuid[]) OR paid_as = ANY ($1::uuid[])) AND live AND via <> 'transfer'
    AND signatures @> '[{"by": "guardian"}]' ORDER BY id`;
