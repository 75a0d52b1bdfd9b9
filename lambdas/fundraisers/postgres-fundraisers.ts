import { shortName } from '../domain/person/masking';
import type { Sql } from '../platform/postgres/postgres';
import type { Fundraiser } from './fundraiser';
import { publicGifts, totals } from './fundraiser-sql';
import type { Fundraisers } from './ports';

/** More than one page shows, and few enough for one value of the cache. */
const maxListed = 2_000;

interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

interface Row {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly story: string;
  readonly cause: string;
  readonly runner: Name | null;
  readonly target: number | null;
  readonly raised: number;
  readonly gifts: number;
  readonly state: 'open' | 'closed';
}

interface GiftRow {
  readonly runner: Name;
  readonly amount: number;
  readonly submitted_at: Date;
}

/** Fundraisers from the database or its standby. */
export class PostgresFundraisers implements Fundraisers {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async list(raceId: string) {
    return (await this.#sql.query<Row>(listShown, [raceId])).map(toFundraiser);
  }

  async find(raceId: string, slug: string) {
    const [row] = await this.#sql.query<Row>(findShown, [raceId, slug]);
    if (!row) return undefined;
    const gifts = await this.#sql.query<GiftRow>(publicGifts, [row.id]);
    return {
      id: row.id,
      ...toFundraiser(row),
      story: row.story,
      publicGifts: gifts.map(({ runner, amount, submitted_at }) => ({
        by: shortName(runner),
        amount,
        at: submitted_at.toISOString(),
      })),
    };
  }
}

const toFundraiser = ({ slug, title, cause, runner, target, raised, gifts, state }: Row): Fundraiser => ({
  slug,
  title,
  cause,
  ...(runner && { by: shortName(runner) }),
  ...(target !== null && { target }),
  raised,
  gifts,
  isOpen: state === 'open',
});

const shown = `
  SELECT f.id, f.slug, f.title, f.story, f.cause_id AS cause, r.runner, f.target, t.raised, t.gifts, f.state
  FROM fundraiser f ${totals} WHERE f.state <> 'hidden' AND f.race_id = $1`;

const listShown = `${shown} ORDER BY t.raised DESC, f.made_at, f.id LIMIT ${maxListed}`;
const findShown = `${shown} AND f.slug = $2`;
