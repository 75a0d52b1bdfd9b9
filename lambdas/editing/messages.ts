import * as v from 'valibot';
import type { FaultCode } from '../api/faults';
import { newRaceId, raceId } from '../api/fields';
import { formDefinition } from '../api/form/definition/definition';
import { read } from '../api/read';
import { fieldSentences } from '../api/texts/en/faults';
import type { Form } from '../forms/form';
import { mostEvents, raceFields } from '../races/messages';
import type { CreateRaceCommand } from '../races/race-wish';
import type { DraftError } from './edit-race';
import type { DraftContent } from './race-document';

/** Any content may be saved. What is wrong with it is said when it is read as a race. */
const draftContent = v.record(v.string(), v.unknown());
const step = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)));
const seen = v.pipe(
  v.string(),
  v.regex(/^r(0|[1-9]\d{0,8})\.d(0|[1-9]\d{0,8})$/, 'edition'),
  v.transform((text) => {
    const [revision = 0, draftVersion = 0] = text.slice(1).split('.d').map(Number);
    return { revision, draftVersion };
  }),
);
const openNow = v.optional(v.boolean(), false);

/** `{ "beginRace": { … } }`: begins a race as a draft. `copyOf`: the race that is copied. */
export const beginRaceMessage = v.strictObject({
  beginRace: v.strictObject({ id: newRaceId, copyOf: v.optional(raceId) }),
});

/**
 * `{ "saveDraft": { … } }`: saves the draft of a race. `seen`: the state that its author saw last, as `r17.d4`. `base`: the published
 * race that the draft was made from; without it, the present one.
 */
export const saveDraftMessage = v.strictObject({
  saveDraft: v.strictObject({ raceId, seen, draft: draftContent, base: v.optional(draftContent), step }),
});

/** `{ "discardDraft": { … } }`: deletes the draft of a published race. */
export const discardDraftMessage = v.strictObject({ discardDraft: v.strictObject({ raceId, seen }) });

/** `{ "planRace": { … } }`: says what publishing would do now. */
export const planRaceMessage = v.strictObject({ planRace: v.strictObject({ raceId, openNow }) });

/** `{ "publishRace": { … } }`: publishes the draft. `plan`: the hash of the plan that the director agreed to. */
export const publishRaceMessage = v.strictObject({
  publishRace: v.strictObject({ raceId, seen, plan: v.pipe(v.string(), v.maxLength(100)), openNow }),
});

/** `{ "unpublishRace": { … } }`: makes a published race a draft again, if nobody has used it yet. */
export const unpublishRaceMessage = v.strictObject({ unpublishRace: v.strictObject({ raceId, seen }) });

/** The series of a draft, as it would be published. */
export const seriesIn = ({ series }: DraftContent): string | undefined => {
  const read = v.safeParse(raceFields.entries.series, series);
  return read.success ? read.output : undefined;
};

/** Reads a draft as a race that can be published, or says what is wrong with it. */
export const readDraft = ({
  form: formContent,
  ...raceContent
}: DraftContent):
  | { readonly race: CreateRaceCommand; readonly form: Form | undefined }
  | { readonly errors: readonly DraftError[] } => {
  const { events } = raceContent;
  // One too many is too many. For each fault of an event, the schema looks through the faults of all others.
  const race = read(raceFields, {
    ...raceContent,
    ...(Array.isArray(events) && { events: events.slice(0, mostEvents + 1) }),
  });
  const form = formContent === undefined ? undefined : read(formDefinition, formContent);
  if ('output' in race && (form === undefined || 'output' in form)) return { race: race.output, form: form?.output };
  const errors = [
    ...('errors' in race ? race.errors : []),
    ...(form && 'errors' in form
      ? form.errors.map((error) => ({ ...error, field: ['form', error.field].filter(Boolean).join('.') }))
      : []),
  ];
  const sentences = fieldSentences(errors);
  return {
    errors: errors.map(({ field, code }, n) => ({
      field,
      code,
      message: sentences[n]?.message ?? '',
      step: stepOf(field, code),
    })),
  };
};

/** The step of the wizard that has a field. */
const stepOf = (field: string, code: FaultCode): number => {
  const [top = ''] = field.split('.');
  if (top === 'events') return code === 'no-price-at-opening' || /^events\.\d+\.prices/.test(field) ? 3 : 2;
  return steps[top] ?? 1;
};

const steps: Readonly<Record<string, number>> = {
  currency: 3,
  form: 3,
  opensAt: 3,
  closesAt: 3,
  description: 4,
  notice: 4,
  waiver: 4,
  media: 4,
  changes: 5,
  sale: 5,
  isUnlisted: 5,
  lineMode: 5,
};
