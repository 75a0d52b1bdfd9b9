import { forgetAllowed } from '../forms/postgres-allow-list';
import { publishNewForm } from '../forms/postgres-forms';
import { writeRaceAudit } from '../ledger/audit';
import { endOffersBy, type GiveToWaiting } from '../ledger/postgres-waiting-offers';
import { lineEventsOf } from '../line/calling/arm-lines';
import { addToLine } from '../line/calling/postgres-line-register';
import { followMode, moveGun } from '../line/orders/postgres-line-orders';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflictOrDuplicate } from '../platform/retry';
import { addRace, changeRace, removeRace } from '../races/postgres-race-register';
import { PostgresRaces } from '../races/postgres-races';
import type { Race } from '../races/race';
import type { LeftOfEvent } from '../spots/blocks/ports';
import { changeCapacityIn } from '../spots/capacity/postgres-capacity';
import type {
  Draft,
  EditedRace,
  Edition,
  RaceDocuments,
  RaceEdit,
  Revision,
  UnpublishedRace,
  WantedRace,
} from './ports';
import { isRaceUsed, lockEvents, readFacts } from './postgres-race-facts';
import { actingStaff, formOf, keepFirstRevision, revisionColumns, withRevision } from './postgres-race-revisions';
import { type DraftContent, documentOf, type RaceDocument } from './race-document';

interface DocumentRow {
  readonly draft_version: number;
  readonly draft: DraftContent | null;
  readonly draft_base: RaceDocument | null;
  readonly draft_step: number | null;
  readonly draft_by: string | null;
  readonly draft_since: Date | null;
  readonly draft_at: Date | null;
  readonly now: Date;
}

/** Drafts and revisions of races in the primary database. */
export class PostgresRaceDocuments implements RaceDocuments {
  readonly #postgres: Postgres;
  readonly #giveToWaiting: GiveToWaiting;
  readonly #heldOf: (left: LeftOfEvent) => Promise<number>;

  constructor(postgres: Postgres, giveToWaiting: GiveToWaiting, heldOf: (left: LeftOfEvent) => Promise<number>) {
    this.#postgres = postgres;
    this.#giveToWaiting = giveToWaiting;
    this.#heldOf = heldOf;
  }

  find(raceId: string): Promise<EditedRace | undefined> {
    return this.look(raceId, async (edit) => edit?.race);
  }

  edit<T>(raceId: string, work: (edit: RaceEdit | undefined) => Promise<T>): Promise<T> {
    return this.#postgres.transaction(async (sql) => work(await this.#open(sql, raceId, true)), {
      retryOn: retryOnConflictOrDuplicate,
    });
  }

  look<T>(raceId: string, work: (edit: RaceEdit | undefined) => Promise<T>): Promise<T> {
    return this.#postgres.transaction(async (sql) => work(await this.#open(sql, raceId, false)));
  }

  async begin(raceId: string, content: DraftContent) {
    return this.#postgres.transaction(async (sql) => {
      const made = await sql.query(beginDraft, [raceId, JSON.stringify(content)]);
      if (made.length === 1) await writeRaceAudit(sql, raceId, 'race-begun', {});
      return made.length === 1;
    });
  }

  async unpublished(raceIds: readonly string[] | undefined): Promise<readonly UnpublishedRace[]> {
    const rows = await this.#postgres.query<UnpublishedRace & { name: string | null; step: number | null }>(
      listUnpublished,
      [raceIds ?? null],
    );
    return rows.map(({ name, step, ...race }) => ({ ...race, name: name ?? undefined, step: step ?? undefined }));
  }

  async revisions(raceId: string): Promise<readonly Revision[]> {
    const rows = await this.#postgres.query<{ revision: number; at: Date | null; by: string | null }>(listRevisions, [
      raceId,
    ]);
    return rows.map(({ revision, at, by }) => ({ revision, publishedAt: at ?? undefined, by: by ?? undefined }));
  }

  async revision(raceId: string, revision: number): Promise<RaceDocument | undefined> {
    const [found] = await this.#postgres.query<{ document: RaceDocument }>(
      'SELECT document FROM race_revision WHERE race_id = $1 AND revision = $2',
      [raceId, revision],
    );
    return found?.document;
  }

  async #open(sql: Sql, raceId: string, isLocked: boolean): Promise<RaceEdit | undefined> {
    const [row] = await sql.query<DocumentRow>(isLocked ? `${findDocument} FOR UPDATE OF d` : findDocument, [raceId]);
    if (!row) return undefined;
    // Other commands change the form under the lock of the race, so both rows are locked.
    if (isLocked) await sql.query('SELECT FROM race WHERE id = $1 FOR NO KEY UPDATE', [raceId]);
    const published = await new PostgresRaces(sql).find(raceId);
    const document = published && documentOf(published, await formOf(sql, published));
    const race = {
      raceId,
      revision: published?.revision ?? 0,
      draftVersion: row.draft_version,
      document,
      draft: draftOf(row),
    };
    return {
      race,
      now: row.now,
      facts: (wanted, waiverHash) => readFacts(sql, raceId, document, wanted, waiverHash, isLocked, this.#heldOf),
      mayJoin: async (series) => (await sql.query(findOthers, [raceId, series])).length === 0,
      keepDraft: (draft) => keepDraft(sql, race, draft),
      publish: (wanted) => this.#publish(sql, race, published, wanted),
      unpublish: () => unpublish(sql, race, published),
    };
  }

  async #publish(
    sql: Sql,
    { raceId, document }: EditedRace,
    before: Race | undefined,
    wanted: WantedRace,
  ): Promise<Edition> {
    const { form, plan } = wanted;
    if (before) {
      await changeRace(sql, before, wanted.race);
      if (wanted.race.closesAt < before.closesAt) await endOffersBy(sql, raceId, wanted.race.closesAt);
      await forgetAllowedOf(sql, before, wanted.race);
      const change = changeCapacityIn(this.#giveToWaiting);
      for (const { id, capacity } of wanted.race.events.toSorted(byId)) {
        const known = before.events.find((event) => event.id === id);
        if (known && known.capacity !== capacity) await change(sql, raceId, id, capacity);
      }
    } else {
      const [last] = await sql.query<{ next: number }>(nextRevision, [raceId]);
      await addRace(sql, { ...wanted.race, revision: last?.next ?? 1 });
    }
    if (form)
      await publishNewForm(sql, raceId, { form: form.definition, entrySchema: form.entrySchema, hash: form.hash });
    const race = await new PostgresRaces(sql).find(raceId);
    if (!race) throw new Error(`Race ${raceId} was published in this transaction and cannot be read.`);
    if (before) await lineFollows(sql, before, race);
    const { revision = 1 } = race;
    const { changes, consequences, facts } = plan;
    await writeRaceAudit(sql, raceId, 'race-published', { revision, paths: changes.map(({ path }) => path) });
    const [ended] = await sql.query<{ draft_version: number }>(
      addRevision,
      revisionColumns(
        raceId,
        before && document && { revision: before.revision ?? 1, document },
        { revision, document: documentOf(race, await formOf(sql, race)) },
        { changes, consequences, facts },
      ),
    );
    return { revision, draftVersion: ended?.draft_version ?? 0 };
  }
}

/** A line has the events of its race, and one that forms has the gun and the mode, too. */
const lineFollows = async (sql: Sql, before: Race, race: Race) => {
  const { id, opensAt, lineMode } = race;
  // New ones, and those that were hidden.
  const [known, shown] = [lineEventsOf(before), lineEventsOf(race)];
  if (shown.some((eventId) => !known.includes(eventId))) await addToLine(sql, id, shown);
  if (before.opensAt.getTime() !== opensAt.getTime()) await moveGun(sql, id, opensAt);
  if (before.lineMode !== lineMode) await followMode(sql, id, lineMode ?? 'auto');
};

const forgetAllowedOf = (sql: Sql, before: Race, after: Race) =>
  forgetAllowed(
    sql,
    before.events.flatMap(({ id }) => (after.events.some((event) => event.id === id) ? [] : [id])),
  );

const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);

const draftOf = (row: DocumentRow): Draft | undefined =>
  row.draft === null || row.draft_at === null
    ? undefined
    : {
        content: row.draft,
        base: row.draft_base ?? undefined,
        step: row.draft_step ?? undefined,
        by: row.draft_by ?? undefined,
        since: row.draft_since ?? undefined,
        at: row.draft_at,
      };

const keepDraft = async (
  sql: Sql,
  { raceId, revision, draft: before }: EditedRace,
  draft: Pick<Draft, 'content' | 'step' | 'base'> | undefined,
): Promise<Edition> => {
  const [kept] = draft
    ? await sql.query<{ draft_version: number }>(saveDraft, [
        raceId,
        JSON.stringify(draft.content),
        draft.base ? JSON.stringify(draft.base) : null,
        draft.step ?? before?.step ?? null,
      ])
    : await sql.query<{ draft_version: number }>(endDraft, [raceId]);
  await writeRaceAudit(sql, raceId, draft ? 'draft-saved' : 'draft-discarded', {});
  return { revision, draftVersion: kept?.draft_version ?? 0 };
};

const unpublish = async (
  sql: Sql,
  { raceId, document }: EditedRace,
  published: Race | undefined,
): Promise<Edition | undefined> => {
  if (!published) return undefined;
  const ids = published.events.map(({ id }) => id);
  await sql.query(lockEvents, [ids]);
  const [used] = await sql.query<{ is_used: boolean }>(isRaceUsed, [raceId]);
  if (used?.is_used) return undefined;
  await sql.query(keepFirstRevision, [raceId, published.revision ?? 1, JSON.stringify(document)]);
  await forgetAllowed(sql, ids);
  await removeRace(sql, published);
  await writeRaceAudit(sql, raceId, 'race-unpublished', {});
  const [kept] = await sql.query<{ draft_version: number }>(draftOfUnpublished, [raceId, JSON.stringify(document)]);
  return { revision: 0, draftVersion: kept?.draft_version ?? 0 };
};

/** The races of series $2, other than $1, that the person who is signed in does not direct. None for an operator. */
const findOthers = `
  SELECT r.id FROM race r, (SELECT nullif(current_setting('startline.staff', true), '')::uuid AS id) signed
  WHERE r.series = $2 AND r.id <> $1 AND signed.id IS NOT NULL AND NOT EXISTS (
    SELECT FROM staff_role s WHERE s.staff_id = signed.id AND coalesce(s.race_id, r.id) = r.id AND s.role IN ('owner', 'director'))
  LIMIT 1`;

const findDocument = `
  SELECT d.draft_version, d.draft, d.draft_base, d.draft_step, d.draft_at, clock_timestamp() AS now,
    (SELECT s.name FROM staff s WHERE s.id = d.draft_by) AS draft_by,
    (SELECT min(a.at) FROM audit a WHERE a.race_id = d.race_id AND a.action IN ('race-begun', 'draft-saved')
       AND a.staff_id = d.draft_by AND a.at > d.draft_at - interval '4 hours' AND a.id > coalesce((
         SELECT max(b.id) FROM audit b WHERE b.race_id = d.race_id AND (b.action IN ('draft-discarded', 'race-published')
           OR b.action = 'draft-saved' AND b.staff_id IS DISTINCT FROM d.draft_by)), 0)) AS draft_since
  FROM race_document d WHERE d.race_id = $1 AND NOT EXISTS (SELECT FROM race c WHERE c.id = d.race_id AND c.is_canary)`;

const beginDraft = `
  INSERT INTO race_document (race_id, draft, draft_version, draft_step, draft_at, draft_by)
  VALUES ($1, $2, 1, 1, clock_timestamp(), ${actingStaff}) ON CONFLICT DO NOTHING RETURNING 1`;

const saveDraft = `
  UPDATE race_document SET draft = $2, draft_base = $3, draft_step = $4, draft_at = clock_timestamp(), draft_by = ${actingStaff},
    draft_version = draft_version + 1
  WHERE race_id = $1 RETURNING draft_version`;

const endDraft = `
  UPDATE race_document SET draft = NULL, draft_base = NULL, draft_step = NULL, draft_at = NULL, draft_by = NULL,
    draft_version = draft_version + 1
  WHERE race_id = $1 RETURNING draft_version`;

const draftOfUnpublished = `
  UPDATE race_document SET draft = coalesce(draft, $2), draft_base = NULL, draft_step = coalesce(draft_step, 5),
    draft_at = clock_timestamp(), draft_by = ${actingStaff}, draft_version = draft_version + 1
  WHERE race_id = $1 RETURNING draft_version`;

const nextRevision = `SELECT coalesce(max(revision), 0) + 1 AS next FROM race_revision WHERE race_id = $1`;

/** Ends the draft. */
const addRevision = `${withRevision} ${endDraft}`;

const listRevisions = `
  SELECT v.revision, v.published_at AS at, coalesce(s.name, a.operator) AS by
  FROM race_revision v LEFT JOIN staff s ON s.id = v.published_by
  LEFT JOIN (
    SELECT (detail ->> 'revision')::int AS revision, min(operator) AS operator FROM audit
    WHERE race_id = $1 AND action = 'race-published' AND operator IS NOT NULL GROUP BY 1) a ON a.revision = v.revision
  WHERE v.race_id = $1 ORDER BY v.revision DESC`;

const listUnpublished = `
  SELECT d.race_id AS id, CASE jsonb_typeof(d.draft -> 'name') WHEN 'string' THEN d.draft ->> 'name' END AS name,
    d.draft_step AS step, d.draft_at AS at
  FROM race_document d
  WHERE d.draft_at IS NOT NULL AND NOT EXISTS (SELECT FROM race r WHERE r.id = d.race_id)
    AND ($1::text[] IS NULL OR d.race_id = ANY ($1))
  ORDER BY d.draft_at DESC`;
