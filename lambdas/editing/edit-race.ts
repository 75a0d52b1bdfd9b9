import { canonicalJson, isSameJson } from '../domain/canonical-json';
import { merged } from '../domain/merged';
import type { Form } from '../forms/form';
import { formFor, hiddenEvents } from '../forms/form-for';
import { raceOf } from '../races/create-race';
import type { RaceNews } from '../races/race';
import type { CreateRaceCommand } from '../races/race-wish';
import { changesBetween } from './changes';
import { copied, withEventIds } from './draft-ids';
import type { Plan } from './plan';
import { planChange, planIdentity } from './plan-change';
import type { Draft, EditedRace, Edition, RaceDocuments, RaceEdit, WantedRace } from './ports';
import { type DraftContent, documentOf } from './race-document';

/** What is wrong with a field of a draft. `step`: the step of the wizard that has the field. */
export interface DraftError {
  readonly field: string;
  readonly message: string;
  /** The kind of fault, for clients with sentences of their own. */
  readonly code: string;
  readonly step: number;
}

interface Needs {
  readonly documents: RaceDocuments;
  readonly news: RaceNews;
  readonly newId: () => string;
  readonly hash: (text: string) => string;
  /** Reads a draft as a race that can be published. */
  readonly read: (
    content: DraftContent,
  ) =>
    | { readonly race: CreateRaceCommand; readonly form: Form | undefined }
    | { readonly errors: readonly DraftError[] };
  /** The series of a draft, as it would be published. */
  readonly seriesIn: (content: DraftContent) => string | undefined;
  /** The JSON Schema of a form's entries. */
  readonly entrySchemaOf: (form: Form, eventIds: readonly string[], raceId: string, revision: number) => unknown;
}

type NoRace = { readonly kind: 'no-such-race' };
/** Somebody else has saved or published meanwhile. */
type Meanwhile = { readonly kind: 'edited-meanwhile'; readonly race: EditedRace };
type Incomplete = { readonly kind: 'incomplete'; readonly errors: readonly DraftError[] };
type NoDraft = { readonly kind: 'no-draft' };

export type Planned = { readonly kind: 'planned'; readonly plan: Plan; readonly planHash: string } & Edition;

/** A race as its editor sees it. The draft already has what others changed after it was begun. */
interface ShownRace extends EditedRace {
  /** What is still missing or wrong in the draft. */
  readonly errors: readonly DraftError[];
  /** How many values of the draft are not published. None of a race that was never published. */
  readonly changes: number;
}

export interface EditRace {
  show(raceId: string): Promise<ShownRace | undefined>;
  /** Begins a race as a draft, which runners do not see: an empty one, or a copy of another race. */
  begin(raceId: string, copyOf: string | undefined): Promise<{ readonly kind: 'begun' | 'taken' } | NoRace>;
  /** Saves a draft, even if it has errors. `errors` lists them. */
  saveDraft(
    raceId: string,
    seen: Edition,
    draft: {
      readonly content: DraftContent;
      readonly base: DraftContent | undefined;
      readonly step: number | undefined;
    },
  ): Promise<
    | ({ readonly kind: 'saved'; readonly errors: readonly DraftError[]; readonly changes: number } & Edition)
    /** The draft would put the race into a series, and its editor does not direct every race of that series. */
    | { readonly kind: 'series-of-others'; readonly series: string }
    | Meanwhile
    | NoRace
  >;
  /** Deletes the draft of a published race. A race that was never published keeps its draft. */
  discardDraft(
    raceId: string,
    seen: Edition,
  ): Promise<({ readonly kind: 'discarded' } & Edition) | Meanwhile | NoDraft | NoRace>;
  plan(raceId: string, openNow: boolean): Promise<Planned | Incomplete | NoDraft | NoRace>;
  /** `planHash`: of the plan that the director agreed to. */
  publish(
    raceId: string,
    seen: Edition,
    planHash: string,
    openNow: boolean,
  ): Promise<
    | ({ readonly kind: 'published'; readonly plan: Plan; readonly seenWithin: number } & Edition)
    | (Omit<Planned, 'kind'> & { readonly kind: 'plan-changed' | 'refused' })
    | Meanwhile
    | Incomplete
    | NoDraft
    | NoRace
  >;
  /** Makes a published race a draft again, if nobody has used it yet. */
  unpublish(
    raceId: string,
    seen: Edition,
  ): Promise<({ readonly kind: 'unpublished' } & Edition) | { readonly kind: 'in-use' } | Meanwhile | NoRace>;
}

/** How soon everybody sees an edit: when the caches were told, and when they could not be told and must expire. */
const [toldSeconds, notToldSeconds] = [10, 60];

export const editRace = (needs: Needs): EditRace => {
  const { documents, news, newId, seriesIn } = needs;

  /** Tells the caches. Returns after how many seconds everybody sees the edit. */
  const tell = (raceId: string, isGone = false): Promise<number> =>
    news.changed(raceId, isGone).then(
      () => toldSeconds,
      () => notToldSeconds,
    );

  const errorsIn = (answer: ReturnType<Needs['read']>): readonly DraftError[] =>
    'errors' in answer ? answer.errors : [];

  /** What a draft still needs, and how much of it is not published. */
  const standing = ({ raceId, document }: Pick<EditedRace, 'raceId' | 'document'>, content: DraftContent) => {
    const answer = needs.read({ ...content, id: raceId });
    const wanted = wantedBy(answer, needs) ?? { ...content, id: raceId };
    return { errors: errorsIn(answer), changes: changesBetween(document, wanted).length };
  };

  return {
    async show(raceId) {
      const race = await documents.find(raceId);
      if (!race?.draft) return race && { ...race, errors: [], changes: 0 };
      const content = presentContent(race, race.draft);
      return { ...race, draft: { ...race.draft, content }, ...standing(race, content) };
    },

    async begin(raceId, copyOf) {
      const original = copyOf === undefined ? undefined : await documents.find(copyOf);
      if (copyOf !== undefined && !original) return { kind: 'no-such-race' };
      const content = original ? copied(original.document ?? original.draft?.content ?? {}, newId) : {};
      return { kind: (await documents.begin(raceId, content)) ? 'begun' : 'taken' };
    },

    saveDraft(raceId, seen, { content: wished, base, step }) {
      const content = withEventIds(wished, newId);
      return documents.edit(raceId, async (edit) => {
        if (!edit) return { kind: 'no-such-race' };
        if (!isSeen(edit.race, seen)) return { kind: 'edited-meanwhile', race: edit.race };
        const series = seriesIn(content);
        const before = [seriesIn(edit.race.draft?.content ?? {}), edit.race.document?.series];
        // Credits of this race would pay for entries in the other races of the series.
        if (series !== undefined && !before.includes(series) && !(await edit.mayJoin(series)))
          return { kind: 'series-of-others', series };
        const edition = await edit.keepDraft({
          content,
          step,
          base: edit.race.document && (base ?? edit.race.document),
        });
        return { kind: 'saved', ...edition, ...standing(edit.race, content) };
      });
    },

    discardDraft(raceId, seen) {
      return documents.edit(raceId, async (edit) => {
        if (!edit) return { kind: 'no-such-race' };
        if (!isSeen(edit.race, seen)) return { kind: 'edited-meanwhile', race: edit.race };
        if (!edit.race.draft || !edit.race.document) return { kind: 'no-draft' };
        return { kind: 'discarded', ...(await edit.keepDraft(undefined)) };
      });
    },

    plan: (raceId, openNow) =>
      documents.look(raceId, async (edit) => {
        if (!edit) return { kind: 'no-such-race' };
        const answer = await planOf(edit, openNow, needs);
        if (answer.kind !== 'planned') return answer;
        const { wanted, planHash } = answer;
        return { kind: 'planned', plan: wanted.plan, planHash, ...editionOf(edit.race) };
      }),

    async publish(raceId, seen, planHash, openNow) {
      const answer = await documents.edit(raceId, async (edit) => {
        if (!edit) return { kind: 'no-such-race' as const };
        if (!isSeen(edit.race, seen)) return { kind: 'edited-meanwhile' as const, race: edit.race };
        const planned = await planOf(edit, openNow, needs);
        if (planned.kind !== 'planned') return planned;
        const { plan } = planned.wanted;
        const told = { plan, planHash: planned.planHash, ...editionOf(edit.race) };
        if (plan.refusals.length > 0) return { kind: 'refused' as const, ...told };
        if (planned.planHash !== planHash) return { kind: 'plan-changed' as const, ...told };
        return { kind: 'done' as const, plan, edition: await edit.publish(planned.wanted) };
      });
      if (answer.kind !== 'done') return answer;
      return { kind: 'published', plan: answer.plan, seenWithin: await tell(raceId), ...answer.edition };
    },

    async unpublish(raceId, seen) {
      const answer = await documents.edit(raceId, async (edit) => {
        if (!edit?.race.document) return { kind: 'no-such-race' as const };
        if (!isSeen(edit.race, seen)) return { kind: 'edited-meanwhile' as const, race: edit.race };
        const edition = await edit.unpublish();
        return edition ? { kind: 'unpublished' as const, ...edition } : { kind: 'in-use' as const };
      });
      if (answer.kind === 'unpublished') await tell(raceId, true);
      return answer;
    },
  };
};

const isSeen = ({ revision, draftVersion }: Edition, seen: Edition): boolean =>
  revision === seen.revision && draftVersion === seen.draftVersion;

const editionOf = ({ revision, draftVersion }: Edition): Edition => ({ revision, draftVersion });

/** The plan of the draft, for the race as it is now. */
const planOf = async (
  { race: { raceId, document, draft }, now, facts }: RaceEdit,
  openNow: boolean,
  { read, hash, newId, entrySchemaOf }: Needs,
): Promise<{ kind: 'planned'; wanted: WantedRace; planHash: string } | Incomplete | NoDraft> => {
  if (!draft) return { kind: 'no-draft' };
  const wish = read({ ...presentContent({ document }, draft), id: raceId });
  if ('errors' in wish) return { kind: 'incomplete', errors: wish.errors };
  const race = raceOf(wish.race, newId, hash);
  const form = wish.form && withWaiver(wish.form, race.waiver.hash);
  const wanted = documentOf(race, form);
  const plan = planChange({ current: document, wanted, facts: await facts(wanted, race.waiver.hash), now, openNow });
  const eventIds = race.events.map(({ id }) => id);
  return {
    kind: 'planned',
    planHash: hash(canonicalJson(planIdentity(plan))),
    wanted: {
      race,
      plan,
      form:
        form && !isSameJson(form, document?.form)
          ? {
              definition: form,
              hash: hash(canonicalJson(form)),
              entrySchema: (revision) => {
                // The schema is public, so it must not name hidden events.
                const hidden = hiddenEvents(form);
                return entrySchemaOf(
                  formFor(form),
                  eventIds.filter((id) => !hidden.has(id)),
                  raceId,
                  revision,
                );
              },
            }
          : undefined,
    },
  };
};

/** The race document that a draft is about. Undefined while something is missing. */
const wantedBy = (wish: ReturnType<Needs['read']>, { newId, hash }: Pick<Needs, 'newId' | 'hash'>) => {
  if ('errors' in wish) return undefined;
  const race = raceOf(wish.race, newId, hash);
  return documentOf(race, wish.form && withWaiver(wish.form, race.waiver.hash));
};

/** The draft on top of the present race: other commands may have changed a capacity or the form meanwhile. */
const presentContent = ({ document }: Pick<EditedRace, 'document'>, { base, content }: Draft): DraftContent =>
  merged(base, content, document) as DraftContent;

/** When the form lists a waiver, it is the waiver of the race, so nobody accepts two. */
const withWaiver = (form: Form, hash: string): Form =>
  form.documents
    ? { ...form, documents: form.documents.map((one) => (one.kind === 'waiver' ? { ...one, hash } : one)) }
    : form;
