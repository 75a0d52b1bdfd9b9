import { isSameJson } from '../domain/canonical-json';
import { changedMeanings, groupsOfOthers, missingTexts, strayEvents, variantsWithoutStock } from '../forms/form';
import type { Part } from './plan';
import type { RaceFacts } from './ports';
import type { RaceDocument } from './race-document';

interface Question {
  readonly current: RaceDocument | undefined;
  readonly wanted: RaceDocument;
  readonly facts: RaceFacts;
}

/** What another form does to people who hold a spot or have one, and why it cannot be the form of the race. */
export const formParts = ({ current, wanted: { form, events }, facts }: Question): readonly Part[] => {
  if (!form) return current?.form ? [{ refusal: { kind: 'form-stays' } }] : [];
  const ids = events.map(({ id }) => id);
  const faults = [
    ...strayEvents(ids, form),
    ...missingTexts([...facts.texts, { kind: 'waiver', hash: facts.waiverHash }], form),
    ...changedMeanings(facts.forms, form),
    ...groupsOfOthers(facts.othersGroups, form),
    ...variantsWithoutStock(facts.stocked, form),
  ];
  if (faults.length > 0) return [{ refusal: { kind: 'form-not-possible', faults } }];
  const { counted, several } = facts.members;
  return [
    ...asked(current, form, facts),
    ...(counted > 0 ? [{ consequence: { kind: 'group-counts' as const, count: counted } }] : []),
    ...(several > 0 ? [{ consequence: { kind: 'group-several' as const, count: several } }] : []),
  ];
};

/** Who holds a spot now. */
const asked = (
  current: RaceDocument | undefined,
  form: RaceDocument['form'],
  { events }: RaceFacts,
): readonly Part[] => {
  const count = events.reduce((sum, { held }) => sum + held, 0);
  // A hold that was made without a form is good without one: its runner is not asked.
  if (current && !current.form)
    return events.some(({ wasCut }) => wasCut) ? [{ consequence: { kind: 'form-missed', count } }] : [];
  return count > 0 && !isSameJson(current?.form, form) ? [{ consequence: { kind: 'form-asks-again', count } }] : [];
};
