import { lockEvent, salePhase } from '../../ledger/event-sql';
import { type MailMessage, putInOutbox } from '../../ledger/outbox';
import type { AskToConfirm, LockedEvent } from '../../ledger/postgres-waiting-list';
import type { Postgres } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { askingLimits, placesToConfirm } from './confirmation-rules';
import type { Confirmations } from './ports';

interface Needs {
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'place-confirmation'>;
}

interface AskedRow {
  readonly id: string;
  readonly confirmation_asks: number;
}

export const askToConfirm =
  ({ newId, mailMessage }: Needs): AskToConfirm =>
  async (sql, { eventId, capacity, phase }, again = []) => {
    if (phase !== 'open') return [];
    const places = placesToConfirm(capacity);
    const { hoursUntilPassedOver, maxAsks, minutesBetweenAsks, maxAsksAfterJoiningAgain } = askingLimits;
    const asked = await sql.query<AskedRow>(askNext, [eventId, places, hoursUntilPassedOver, maxAsks]);
    const askedAgain =
      again.length === 0
        ? []
        : await sql.query<AskedRow>(askAgain, [
            eventId,
            2 * places,
            hoursUntilPassedOver,
            again,
            minutesBetweenAsks,
            maxAsksAfterJoiningAgain,
          ]);
    const all = [...asked, ...askedAgain];
    const messages = all.map(({ id, confirmation_asks: generation }) => ({
      ...mailMessage({ registrationId: id, template: 'place-confirmation', generation }),
      id: newId(),
    }));
    await putInOutbox(sql, messages);
    return messages.map(({ id }) => id);
  };

export class PostgresConfirmations implements Confirmations {
  readonly #postgres: Postgres;
  readonly #askToConfirm: AskToConfirm;

  constructor(postgres: Postgres, ask: AskToConfirm) {
    this.#postgres = postgres;
    this.#askToConfirm = ask;
  }

  async due() {
    const { hoursUntilPassedOver, maxAsks } = askingLimits;
    const rows = await this.#postgres.query<{ id: string }>(dueEvents, [hoursUntilPassedOver, maxAsks]);
    return rows.map(({ id }) => id);
  }

  ask(eventId: string) {
    return this.#postgres.transaction(
      async (sql) => {
        const [event] = await sql.query<Omit<LockedEvent, 'eventId'>>(lockEvent, [eventId]);
        return event ? (await this.#askToConfirm(sql, { ...event, eventId })).length : 0;
      },
      { retryOn: retryOnConflict },
    );
  }
}

// Uses the statement's own time: clock_timestamp() may differ for each row, so PostgreSQL cannot use an index with it.
const askedLately = (event: string, hours: string) =>
  `event_id = ${event} AND confirmed_at IS NULL AND confirmation_asked_at > statement_timestamp() - make_interval(hours => ${hours})`;

const mayBeAsked = (hours: string, most: string) => `
  w.state = 'waiting' AND w.confirmed_at IS NULL AND w.confirmation_asks < ${most}
  AND (w.confirmation_asked_at IS NULL OR w.confirmation_asked_at <= statement_timestamp() - make_interval(hours => ${hours}))`;

// Places that were never asked come first: ten thousand that never answer must not hide those behind them.
const askNext = `
  WITH room AS (
    SELECT $2::int
      - (SELECT count(*)::int FROM (SELECT FROM waiting WHERE event_id = $1 AND state = 'waiting' AND confirmed_at IS NOT NULL LIMIT $2) c)
      - (SELECT count(*)::int FROM (SELECT FROM waiting WHERE ${askedLately('$1', '$3::int')} LIMIT $2) a) AS places
  ), next AS (
    SELECT w.id FROM waiting w WHERE w.event_id = $1 AND ${mayBeAsked('$3::int', '$4::int')}
    ORDER BY w.confirmation_asks, w.rank, w.position LIMIT greatest(0, (SELECT places FROM room)) FOR UPDATE
  )
  UPDATE waiting w SET confirmation_asked_at = statement_timestamp(), confirmation_asks = w.confirmation_asks + 1
  FROM next WHERE w.id = next.id RETURNING w.id, w.confirmation_asks`;

const askAgain = `
  WITH next AS (
    SELECT w.id FROM waiting w
    WHERE w.event_id = $1 AND w.id = ANY ($4::uuid[])
      AND (w.confirmation_asked_at IS NULL OR w.confirmation_asked_at <= statement_timestamp() - make_interval(mins => $5::int))
      AND (w.confirmation_asks < $6::int OR w.confirmation_asked_at <= statement_timestamp() - make_interval(hours => $3::int))
    LIMIT greatest(0, $2::int - (SELECT count(*)::int FROM (SELECT FROM waiting WHERE ${askedLately('$1', '$3::int')} LIMIT $2) a)) FOR UPDATE
  )
  UPDATE waiting w SET confirmation_asked_at = statement_timestamp(), confirmation_asks = w.confirmation_asks + 1
  FROM next WHERE w.id = next.id RETURNING w.id, w.confirmation_asks`;

const dueEvents = `
  SELECT e.id FROM event e JOIN race r ON r.id = e.race_id
  WHERE ${salePhase} = 'open'
    AND EXISTS (SELECT FROM waiting w WHERE w.event_id = e.id AND ${mayBeAsked('$1::int', '$2::int')})`;
