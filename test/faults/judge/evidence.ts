import * as v from 'valibot';
import { localhost } from '../../../local/addresses';
import type { Client } from '../crowd/crowd';
import type { FreshRace } from '../crowd/fresh-race';
import type { FaultSystem } from '../system/fault-system';

/** A registration as the database has it. */
export interface Row {
  readonly id: string;
  /** Under whose id it was paid: their own, or that of who brought them. */
  readonly lead: string;
  /** This one's share of a payment for a group, in cents. */
  readonly share: number | null;
  readonly person: string | null;
  readonly outcome: 'confirmed' | 'duplicate' | 'refused';
  readonly live: boolean;
  readonly number: number | null;
  readonly spot: number | null;
  readonly via: string;
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly payment: 'authorised' | 'captured' | 'voided' | 'failed' | 'refunded' | null;
  readonly settledAt: number | null;
  /** What was to be taken for all of the group, in cents. */
  readonly amount: number | null;
  /** State of the confirmation in the mail ledger. */
  readonly mail: 'claimed' | 'accepted' | 'rejected' | 'suppressed' | 'unknown' | null;
}

/** A payment as the processor has it. */
export interface Payment {
  readonly registrationId: string;
  readonly status: string;
  readonly received: number;
}

/**
 * What three independent witnesses say about one race: its clients, the database, and the processor with the mail
 * server.
 */
export interface Evidence {
  readonly spots: number;
  /** `offered`: kept for somebody on the waiting list. */
  readonly ledger: { readonly rows: number; readonly sellable: number; readonly offered: number };
  readonly clients: readonly Pick<Client, 'registrationId' | 'answers' | 'ending'>[];
  readonly rows: readonly Row[];
  readonly payments: readonly Payment[];
  /** Registration id → number of confirmations SES has accepted. */
  readonly confirmations: ReadonlyMap<string, number>;
  readonly deadLetters: number;
}

const intents = v.object({
  has_more: v.boolean(),
  data: v.array(
    v.object({
      id: v.string(),
      status: v.string(),
      amount_received: v.number(),
      metadata: v.object({ registration_id: v.string() }),
    }),
  ),
});
const mails = v.object({ mails: v.array(v.object({ tags: v.record(v.string(), v.string()) })) });

const get = async <Out>(schema: v.GenericSchema<unknown, Out>, url: string, bearer = ''): Promise<Out> => {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${bearer}` },
    signal: AbortSignal.timeout(10_000),
  });
  return v.parse(schema, await answer.json());
};

/** The processor's own list, back to an instant. */
export const paymentsSince = async (
  { system, processorKey }: FaultSystem,
  since: number,
): Promise<readonly Payment[]> => {
  const found: Payment[] = [];
  for (let after = ''; ; ) {
    const url = `${system.urls.processor}/v1/payment_intents?limit=100&created[gte]=${Math.floor(since / 1000)}${after}`;
    const { data, has_more } = await get(intents, url, processorKey);
    for (const { status, amount_received, metadata } of data)
      found.push({ registrationId: metadata.registration_id, status, received: amount_received });
    const last = data.at(-1);
    if (!has_more || !last) return found;
    after = `&starting_after=${last.id}`;
  }
};

/** A claim is given up when the next mail leaves; without a next mail, the watch counts it after an hour. */
const rowsOf = `
  SELECT r.id, coalesce(r.paid_as, r.id) AS lead, r.share, r.person, r.outcome, r.live, r.number, r.spot, r.via, extract(epoch FROM r.recorded_at) * 1000 AS "recordedAt",
    p.state AS payment, extract(epoch FROM p.settled_at) * 1000 AS "settledAt", coalesce(p.capture_amount, p.amount) AS amount,
    CASE WHEN m.state = 'claimed' AND m.claimed_at < clock_timestamp() - interval '1 hour' THEN 'unknown' ELSE m.state END AS mail
  FROM registration r LEFT JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  LEFT JOIN mail m ON m.registration_id = r.id AND m.template = 'confirmation' AND m.generation = 1
  WHERE r.event_id = $1`;

export const gather = async (
  target: FaultSystem,
  { eventId, spots }: FreshRace,
  clients: readonly Client[],
  payments: readonly Payment[],
  deadLetters: number,
): Promise<Evidence> => {
  const { database, system } = target;
  const found = await database.query<Row & { recordedAt: string; settledAt: string | null }>(rowsOf, [eventId]);
  const rows = found.rows.map((row) => ({
    ...row,
    recordedAt: Number(row.recordedAt),
    settledAt: row.settledAt === null ? null : Number(row.settledAt),
  }));
  const ledger = await database.query<Evidence['ledger']>(
    `SELECT count(*)::int AS rows, (count(*) FILTER (WHERE s.block IS NULL))::int AS sellable,
       (count(*) FILTER (WHERE b.owner IS NOT NULL AND NOT EXISTS
         (SELECT FROM registration r WHERE r.event_id = s.event_id AND r.spot = s.number)))::int AS offered
     FROM spot s LEFT JOIN block b ON b.id = s.block WHERE s.event_id = $1`,
    [eventId],
  );
  const confirmations = new Map<string, number>();
  for (const { id, outcome } of rows) {
    if (outcome !== 'confirmed') continue;
    const sent = await get(mails, `${localhost(system.ports.mail)}/local/mails?registrationId=${id}`);
    confirmations.set(id, sent.mails.filter(({ tags }) => tags.template === 'confirmation').length);
  }
  const ours = new Set([...rows.map(({ id }) => id), ...clients.map(({ registrationId }) => registrationId)]);
  return {
    spots,
    ledger: ledger.rows[0] ?? { rows: 0, sellable: 0, offered: 0 },
    clients,
    rows,
    payments: payments.filter(({ registrationId }) => ours.has(registrationId)),
    confirmations,
    deadLetters,
  };
};
