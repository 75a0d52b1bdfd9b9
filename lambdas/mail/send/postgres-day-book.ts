import { priorityOf, templates } from '../../domain/mail-order';
import type { Sql } from '../../platform/postgres/postgres';
import type { DayBook } from '../ports';
import type { LastDay } from './quota';

const freshForMs = 60_000;

export class PostgresDayBook implements DayBook {
  readonly #sql: Sql;
  readonly #now: () => Date;
  #known: { readonly day: LastDay; readonly readAt: number } | undefined;

  constructor(sql: Sql, now: () => Date) {
    this.#sql = sql;
    this.#now = now;
  }

  async lastDay(): Promise<LastDay> {
    const now = this.#now().getTime();
    if (this.#known && now - this.#known.readAt < freshForMs) return this.#known.day;
    const [day] = await this.#sql.query<LastDay>(lastDay);
    if (!day) throw new Error('a count of mails has no row');
    this.#known = { day, readAt: now };
    return day;
  }
}

const listOf = (priority: 'urgent' | 'low') =>
  templates.flatMap((template) => (priorityOf(template) === priority ? `'${template}'` : [])).join(', ');

/**
 * A bounce or complaint counts on the day of its mail: yesterday's complaints must not count against the few mails of
 * today.
 */
export const lastDay = `
  SELECT count(*)::int AS mails,
         (count(*) FILTER (WHERE template IN (${listOf('urgent')})))::int AS urgent,
         (count(*) FILTER (WHERE template IN (${listOf('low')})))::int AS low,
         (count(*) FILTER (WHERE event = 'bounce'))::int AS bounces,
         (count(*) FILTER (WHERE event = 'complaint'))::int AS complaints
  FROM mail
  WHERE claimed_at > statement_timestamp() - interval '1 day' AND state IN ('claimed', 'accepted', 'unknown')`;
