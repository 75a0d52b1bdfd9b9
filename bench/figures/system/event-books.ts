import pg from 'pg';
import * as v from 'valibot';
import { get } from '../../../loadtest/target/get';
import type { Books } from '../../../loadtest/verdict/verdict';
import { benchEventId } from './bench-race';
import type { OwnSystem } from './own-system';

/**
 * The books of the benchmark's own event, looked up by index. The load test reads the status page, which joins all
 * tables: with half a million rows of former years it times out.
 */
export interface EventBooks extends Omit<Books, 'capacity' | 'heldByOthers'> {
  /** Registrations a second, from the second row, which is the first of the crowd, to the last. */
  readonly committedPerSecond: number;
}

const statement = `
  SELECT (count(*) FILTER (WHERE r.live))::int AS rows,
    (count(p.registration_id) FILTER (WHERE p.state = 'captured'))::int AS charges,
    coalesce(sum(p.amount) FILTER (WHERE p.state = 'captured'), 0)::float8 AS charged,
    (SELECT count(*)::int FROM spot s WHERE s.event_id = $1 AND s.block IS NOT NULL AND NOT EXISTS (
      SELECT FROM registration g WHERE g.event_id = s.event_id AND g.spot = s.number)) AS held,
    (SELECT (count(*) - 1) / nullif(extract(epoch FROM max(recorded_at) - min(recorded_at)), 0)
      FROM (SELECT recorded_at FROM registration WHERE event_id = $1 ORDER BY recorded_at OFFSET 1) crowd)::float8 AS rate
  FROM registration r LEFT JOIN payment p ON p.registration_id = r.id WHERE r.event_id = $1`;

interface Row {
  readonly rows: number;
  readonly charges: number;
  readonly charged: number;
  readonly held: number;
  readonly rate: number | null;
}

const summary = v.object({ byTemplate: v.record(v.string(), v.number()), duplicates: v.number() });
const status = v.object({ queues: v.array(v.object({ deadLetters: v.number() })) });

const mailsOf = ({ windows }: OwnSystem) => get(summary, `${windows.mail}/local/summary`);

/** Confirmations accepted for sending. */
export const confirmationsOf = async (own: OwnSystem): Promise<number> =>
  (await mailsOf(own)).byTemplate.confirmation ?? 0;

/** Throws when a queue does not report its dead letters. */
export const readEventBooks = async (own: OwnSystem): Promise<EventBooks> => {
  const client = new pg.Client({ connectionString: own.system.urls.ownerDatabase });
  await client.connect();
  try {
    const [row] = (await client.query<Row>(statement, [benchEventId])).rows;
    const { queues } = await get(status, `${own.windows.status}/status.json`);
    if (!row || queues.length === 0) throw new Error('The books could not be read: the status page knows no queue.');
    const { byTemplate, duplicates } = await mailsOf(own);
    return {
      rows: row.rows,
      charges: row.charges,
      charged: row.charged,
      // Everybody comes alone.
      inPart: 0,
      heldAtLast: row.held,
      mails: byTemplate.confirmation ?? 0,
      mailedTwice: duplicates,
      deadLetters: queues.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
      committedPerSecond: row.rate ?? Number.NaN,
    };
  } finally {
    await client.end();
  }
};
