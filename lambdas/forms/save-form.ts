import { canonicalJson } from '../domain/canonical-json';
import { changedMeanings, type Form, type FormFault, groupsOfOthers, missingTexts, strayEvents } from './form';
import { formFor, hiddenEvents } from './form-for';
import type { FormRegister } from './ports';

interface Needs {
  readonly register: Pick<FormRegister, 'look' | 'add'>;
  readonly hash: (text: string) => string;
  /** The JSON Schema of the entries of a form. It is stored: what an immutable address shows must not change with a release. */
  readonly entrySchemaOf: (form: Form, eventIds: readonly string[], raceId: string, revision: number) => unknown;
}

/** `isNew`: false when the last revision has this content already. */
export type SaveFormAnswer =
  | { readonly kind: 'saved'; readonly revision: number; readonly isNew: boolean }
  | { readonly kind: 'no-such-race' }
  | { readonly kind: 'wrong'; readonly faults: readonly FormFault[] };

export interface SaveFormCommand {
  readonly raceId: string;
  readonly form: Form;
  /** Nothing is stored; the answer is what it would be. */
  readonly isDryRun: boolean;
}

export type SaveForm = (command: SaveFormCommand) => Promise<SaveFormAnswer>;

const maxTries = 5;

/** Keeps a form as the next revision of its race. No runner sees it before it is published. Safe to send again. */
export const saveForm =
  ({ register, hash, entrySchemaOf }: Needs): SaveForm =>
  async ({ raceId, form, isDryRun }) => {
    for (let tries = 1; ; tries++) {
      const race = await register.look(raceId);
      if (!race) return { kind: 'no-such-race' };
      const faults = [
        ...strayEvents(race.eventIds, form),
        ...missingTexts(race.texts, form),
        ...changedMeanings(race.published, form),
        ...groupsOfOthers(race.othersGroups, form),
      ];
      if (faults.length > 0) return { kind: 'wrong', faults };
      const { last, eventIds } = race;
      const own = hash(canonicalJson(form));
      if (last?.hash === own) return { kind: 'saved', revision: last.revision, isNew: false };
      const revision = (last?.revision ?? 0) + 1;
      if (isDryRun) return { kind: 'saved', revision, isNew: true };
      // It is as public as the form is.
      const hidden = hiddenEvents(form);
      const shown = eventIds.filter((id) => !hidden.has(id));
      const entrySchema = entrySchemaOf(formFor(form), shown, raceId, revision);
      if (await register.add({ raceId, revision, form, entrySchema, hash: own }))
        return { kind: 'saved', revision, isNew: true };
      if (tries === maxTries) throw new Error(`the form of ${raceId} is being saved by others all the time`);
    }
  };
