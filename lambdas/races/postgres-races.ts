import { type EventSale, saleOfRace } from '../domain/event-sale';
import type { ShortKind } from '../domain/hold';
import { givesBibs, hiddenEventsOf, isForRunners, salesOf } from '../domain/race-sql';
import type { Sql } from '../platform/postgres/postgres';
import type { LineMode, ListedRace, Race, RaceLimits, RaceMedia, RaceSummary, Races } from './race';

interface SummaryRow {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly date: string;
  readonly time_zone: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly listed: boolean;
}

interface ListedRow extends SummaryRow {
  /** Of the events that are run. */
  readonly sales: readonly EventSale[];
}

interface RaceRow extends SummaryRow {
  readonly description: string;
  readonly currency: string;
  readonly waiver_version: string;
  readonly waiver_text: string;
  readonly waiver_hash: string;
  readonly cancel_until: Date | null;
  readonly refund_percent: number;
  readonly transfer_until: Date | null;
  readonly series: string | null;
  readonly defer_until: Date | null;
  readonly defer_worth: 'entry' | 'paid' | null;
  readonly defer_fee: number | null;
  readonly credit_until: Date | null;
  readonly hold_seconds: number;
  readonly offer_seconds: number;
  readonly hold_limits: RaceLimits | null;
  readonly form_revision: number | null;
  readonly revision: number;
  readonly notice: string | null;
  readonly line_mode: LineMode;
  readonly media: RaceMedia | null;
  readonly has_line: boolean;
  readonly is_cancelled: boolean;
  readonly draw: string | null;
  readonly gives_bibs: boolean;
  readonly events: readonly EventRow[];
}

/** Of a race that has a form. */
interface MoreRow {
  /** The events that its form hides. */
  readonly hidden: readonly string[];
  readonly has_codes: boolean;
}

interface FeeRow {
  readonly transfer_fee: number | null;
}

interface EventRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'run' | ShortKind;
  readonly distance: number;
  readonly capacity: number;
  readonly prices: readonly { readonly label: string; readonly from: string; readonly amount: number }[];
}

/** Races from the database or its standby. */
export class PostgresRaces implements Races {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async list() {
    return (await this.#sql.query<ListedRow>(listRaces)).map(toListed);
  }

  /** Also finds the canary's: its callers have read the list, or checked that the canary asks. */
  async find(raceId: string) {
    const [row] = await this.#sql.query<RaceRow>(findRace, [raceId]);
    if (!row) return undefined;
    // A statement of its own, so that a plain race has the one above. A revision never changes: both belong to one moment.
    const [more] =
      row.form_revision === null ? [] : await this.#sql.query<MoreRow>(moreOfForm, [raceId, row.form_revision]);
    // Another one, for the same reason.
    const [fee] = row.transfer_until === null ? [] : await this.#sql.query<FeeRow>(findTransferFee, [raceId]);
    return toRace(row, more, fee?.transfer_fee ?? undefined);
  }
}

const summaryColumns = `id, name, place, to_char(date, 'YYYY-MM-DD') AS date, time_zone, opens_at, closes_at, listed`;

const listRaces = `
  SELECT ${summaryColumns}, ${salesOf('race')} AS sales FROM race WHERE ${isForRunners('race')} ORDER BY date, id`;

// One statement, so that race, events and prices belong to one moment.
const findRace = `
  SELECT ${summaryColumns}, description, currency, waiver_version, waiver_text, waiver_hash,
    cancel_until, refund_percent, transfer_until, series, defer_until, defer_worth, defer_fee, credit_until, hold_seconds,
    offer_seconds, hold_limits, form_revision, revision, notice, line_mode, media, cancelled_at IS NOT NULL AS is_cancelled,
    EXISTS (SELECT FROM line WHERE race_id = race.id AND state NOT IN ('open', 'over')) AS has_line,
    (SELECT id FROM line WHERE race_id = race.id AND seed IS NOT NULL ORDER BY gun DESC LIMIT 1) AS draw,
    ${givesBibs('race.id')} AS gives_bibs, (
    SELECT coalesce(json_agg(json_build_object(
      'id', e.id, 'name', e.name, 'kind', e.kind, 'distance', e.distance, 'capacity', e.capacity, 'prices', (
        SELECT coalesce(json_agg(json_build_object('label', p.label, 'from', p.starts_at, 'amount', p.amount)
          ORDER BY p.starts_at), '[]')
        FROM price p WHERE p.event_id = e.id
      )) ORDER BY e.position), '[]')
    FROM event e WHERE e.race_id = race.id
  ) AS events
  FROM race WHERE id = $1`;

const findTransferFee = 'SELECT transfer_fee FROM race WHERE id = $1';

const moreOfForm = `
  SELECT ${hiddenEventsOf('$1', '$2')} AS hidden, EXISTS (SELECT FROM code WHERE race_id = $1 AND withdrawn_at IS NULL) AS has_codes`;

const toSummary = ({ id, name, place, date, time_zone, opens_at, closes_at, listed }: SummaryRow): RaceSummary => ({
  id,
  name,
  place,
  date,
  timeZone: time_zone,
  opensAt: opens_at,
  closesAt: closes_at,
  ...(!listed && { isUnlisted: true as const }),
});

const toListed = ({ sales, ...row }: ListedRow): ListedRace => {
  const sale = saleOfRace(sales);
  return { ...toSummary(row), ...(sale && { sale }) };
};

const deferralIn = ({ defer_until: until, defer_worth: worth, defer_fee: fee, credit_until: creditUntil }: RaceRow) =>
  until && worth && fee !== null && creditUntil ? { deferral: { until, worth, fee, creditUntil } } : {};

const toRace = (row: RaceRow, more: MoreRow | undefined, transferFee: number | undefined): Race => ({
  ...toSummary(row),
  description: row.description,
  currency: row.currency,
  waiver: { version: row.waiver_version, text: row.waiver_text, hash: row.waiver_hash },
  events: row.events.map(({ prices, kind, ...event }) => ({
    ...event,
    ...(kind !== 'run' && { kind }),
    prices: prices.map(({ label, from, amount }) => ({ label, from: new Date(from), amount })),
    ...(more?.hidden.includes(event.id) && { isHidden: true as const }),
  })),
  changes: {
    refundPercent: row.refund_percent,
    ...(row.cancel_until && { cancelUntil: row.cancel_until }),
    ...(row.transfer_until && { transferUntil: row.transfer_until }),
    ...(transferFee !== undefined && { transferFee }),
    ...deferralIn(row),
  },
  sale: {
    holdSeconds: row.hold_seconds,
    offerSeconds: row.offer_seconds,
    ...(row.hold_limits && { limits: row.hold_limits }),
  },
  revision: row.revision,
  ...(row.notice !== null && { notice: row.notice }),
  ...(row.line_mode !== 'auto' && { lineMode: row.line_mode }),
  ...(row.media && { media: row.media }),
  ...(row.draw !== null && { draw: row.draw }),
  ...(row.has_line && { hasLine: true as const }),
  ...(row.is_cancelled && { isCancelled: true as const }),
  ...(row.gives_bibs && { givesBibs: true as const }),
  ...(row.series !== null && { series: row.series }),
  ...(row.form_revision !== null && { form: row.form_revision }),
  // A runner who deferred in another race of the series has a code.
  ...((more?.has_codes || (row.series !== null && row.form_revision !== null)) && { hasCodes: true }),
});
