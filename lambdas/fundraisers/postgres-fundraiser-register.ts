import { writeAudit } from '../ledger/audit';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflict } from '../platform/retry';
import { slugOf } from './fundraiser';
import { totals } from './fundraiser-sql';
import type { FundraiserRegister, FundraiserWish, OwnFundraiser, Saved } from './ports';

/** In 24 hours: enough to correct a text, too few to keep the caches busy. */
const maxSavesPerDay = 20;

interface RegistrationRow {
  readonly live: boolean;
  readonly event_id: string;
  readonly race_id: string;
  readonly fundraising: boolean;
  readonly causes: readonly string[];
  readonly saves: number;
}

interface OwnRow {
  readonly race_id: string;
  readonly slug: string;
  readonly cause: string;
  readonly title: string;
  readonly story: string;
  readonly target: number | null;
  readonly state: 'open' | 'closed' | 'hidden';
  readonly shown_as: 'open' | 'closed';
  readonly raised: number;
  readonly gifts: number;
}

interface LockedBySlug {
  readonly id: string;
  readonly registration_id: string;
  readonly event_id: string;
  readonly hidden: boolean;
}

/** Fundraisers in the primary database. */
export class PostgresFundraiserRegister implements FundraiserRegister {
  readonly #postgres: Postgres;
  readonly #newId: () => string;

  constructor(postgres: Postgres, newId: () => string) {
    this.#postgres = postgres;
    this.#newId = newId;
  }

  save(registrationId: string, wish: FundraiserWish): Promise<Saved> {
    return this.#postgres.transaction((sql) => this.#save(sql, registrationId, wish), { retryOn: retryOnConflict });
  }

  async #save(sql: Sql, registrationId: string, wish: FundraiserWish): Promise<Saved> {
    await sql.query(lockRegistration, [registrationId]);
    const [row] = await sql.query<RegistrationRow>(findRegistration, [registrationId]);
    if (!row) return { kind: 'not-found' };
    const before = await findOwn(sql, registrationId);
    const { title, story, target = null, cause, isOpen } = wish;
    // The page stays, with the owner's name, when they give the spot back or pass it on: so they may still change and close it.
    if (!row.live && !(before && (before.isOpen || !isOpen))) return { kind: 'no-spot' };
    if (!row.fundraising) return { kind: 'not-here' };
    if (row.saves >= maxSavesPerDay) return { kind: 'too-often' };
    // A donor who gave for one cause did not give for another.
    if (before ? before.cause !== cause : !row.causes.includes(cause)) return { kind: 'no-such-cause' };
    const state = isOpen ? 'open' : 'closed';
    if (before) await sql.query(change, [registrationId, title, story, target, state]);
    else await this.#insert(sql, row.race_id, registrationId, wish);
    const detail = { isNew: !before };
    const { event_id: eventId } = row;
    await writeAudit(sql, [{ actor: 'runner', action: 'fundraiser-saved', eventId, registrationId, detail }]);
    const saved = await findOwn(sql, registrationId);
    if (!saved) throw new Error(`the fundraiser of ${registrationId} is saved and cannot be found`);
    return { kind: 'saved', fundraiser: saved };
  }

  /** Another one with the same title gets a number. Two at the same moment wait for each other at the unique address. */
  async #insert(sql: Sql, raceId: string, registrationId: string, wish: FundraiserWish) {
    const { title, story, target = null, cause, isOpen } = wish;
    const slug = slugOf(title);
    const [known] = await sql.query<{ n: number }>(countAlike, [raceId, slug]);
    for (let n = known?.n ?? 0; ; n++) {
      const state = isOpen ? 'open' : 'closed';
      const wanted = n === 0 ? slug : `${slug}-${n + 1}`;
      const rows = await sql.query(insert, [
        this.#newId(),
        raceId,
        cause,
        registrationId,
        wanted,
        title,
        story,
        target,
        state,
      ]);
      if (rows.length > 0) return;
    }
  }

  findOwn(registrationId: string) {
    return findOwn(this.#postgres, registrationId);
  }

  hide(...[raceId, slug, isHidden, isDryRun]: Parameters<FundraiserRegister['hide']>) {
    return this.#postgres.transaction(async (sql) => {
      const [row] = await sql.query<LockedBySlug>(lockBySlug, [raceId, slug]);
      if (!row) return undefined;
      const isChanged = row.hidden !== isHidden;
      if (isDryRun || !isChanged) return { isChanged };
      await sql.query(isHidden ? hide : show, [row.id]);
      const action = isHidden ? 'fundraiser-hidden' : 'fundraiser-shown';
      const { event_id: eventId, registration_id: registrationId } = row;
      await writeAudit(sql, [{ actor: 'director', action, eventId, registrationId, detail: { slug } }]);
      return { isChanged };
    });
  }
}

const findOwn = async (sql: Sql, registrationId: string): Promise<OwnFundraiser | undefined> => {
  const [row] = await sql.query<OwnRow>(selectOwn, [registrationId]);
  if (!row) return undefined;
  const { race_id: raceId, target, state, shown_as: shownAs, ...rest } = row;
  return {
    raceId,
    ...rest,
    ...(target !== null && { target }),
    isOpen: (state === 'hidden' ? shownAs : state) === 'open',
    isHidden: state === 'hidden',
  };
};

const lockRegistration = 'SELECT FROM registration WHERE id = $1 FOR NO KEY UPDATE';

/** In a statement after the lock, which sees what the lock's holder committed. */
const findRegistration = `
  SELECT r.live, r.event_id, e.race_id, coalesce((f.definition ->> 'fundraising')::boolean, false) AS fundraising,
         ARRAY (SELECT c.cause ->> 'id' FROM jsonb_array_elements(coalesce(f.definition -> 'causes', '[]')) AS c (cause)
                WHERE c.cause -> 'retired' IS DISTINCT FROM 'true') AS causes,
         (SELECT count(*)::int FROM audit u WHERE u.registration_id = r.id AND u.action = 'fundraiser-saved'
            AND u.at > clock_timestamp() - interval '1 day') AS saves
  FROM registration r JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  LEFT JOIN form f ON f.race_id = a.id AND f.revision = a.form_revision
  WHERE r.id = $1`;

const selectOwn = `
  SELECT f.race_id, f.slug, f.cause_id AS cause, f.title, f.story, f.target, f.state, f.shown_as, t.raised, t.gifts
  FROM fundraiser f ${totals} WHERE f.registration_id = $1`;

/** $2: an address, which has letters, digits and hyphens alone. */
const countAlike = `
  SELECT count(*)::int AS n FROM fundraiser WHERE race_id = $1 AND (slug = $2 OR slug ~ ('^' || $2 || '-[0-9]+$'))`;

/**
 * Somebody whose page a director hid could register once more and make it again. So another page of the same person in this race is
 * hidden, too, until a director shows it.
 */
const insert = `
  INSERT INTO fundraiser (id, race_id, cause_id, registration_id, slug, title, story, target, shown_as, state)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN EXISTS (
      SELECT FROM fundraiser f JOIN registration r ON r.id = f.registration_id JOIN registration own ON own.id = $4
      WHERE f.race_id = $2 AND f.state = 'hidden' AND person_key(r.person) = person_key(own.person))
    THEN 'hidden' ELSE $9 END)
  ON CONFLICT (race_id, slug) DO NOTHING RETURNING id`;

/** What a director hid stays hidden, and its owner may still correct it. */
const change = `
  UPDATE fundraiser
  SET title = $2, story = $3, target = $4, shown_as = $5, state = CASE WHEN state = 'hidden' THEN state ELSE $5 END
  WHERE registration_id = $1`;

const lockBySlug = `
  SELECT f.id, f.registration_id, r.event_id, f.state = 'hidden' AS hidden
  FROM fundraiser f JOIN registration r ON r.id = f.registration_id
  WHERE f.race_id = $1 AND f.slug = $2 FOR UPDATE OF f`;
const hide = `UPDATE fundraiser SET shown_as = state, state = 'hidden' WHERE id = $1`;
/** What its owner closed stays closed. */
const show = 'UPDATE fundraiser SET state = shown_as WHERE id = $1';
