import { CommandForm } from '../commands/command-form';
import { eventField, type Field, type Values } from '../commands/fields';
import type { RaceScreenProps } from '../race/race-screen';
import * as r from '../texts/results';
import type { ResultSet } from './result-set';
import * as lines from './set-lines';

interface Saved {
  readonly savedResultSet: { readonly name: string; readonly isNew: boolean };
}

/** Makes a ranking, or changes the rules of one. Its name and its event stay. */
export const SetForm = ({ race, set }: Pick<RaceScreenProps, 'race'> & { readonly set?: ResultSet }) => {
  const { rules } = set ?? {};
  const naming: readonly Field[] = [
    { name: 'name', label: r.set.name, hint: r.set.nameHint, kind: 'text' },
    eventField(race.events.filter(({ distance }) => distance > 0)),
  ];
  const fields: readonly Field[] = [
    ...(set ? [] : naming),
    { name: 'rankBy', label: r.set.rankBy, kind: 'choice', choices: r.set.rankBys, initial: rules?.rankBy ?? 'chip' },
    {
      name: 'gunPlaces',
      label: r.set.gunPlaces,
      hint: r.set.gunPlacesHint,
      kind: 'whole',
      initial: String(rules?.gunPlaces ?? 0),
    },
    {
      name: 'rounding',
      label: r.set.rounding,
      kind: 'choice',
      choices: r.set.roundings,
      initial: rules?.rounding ?? 'up-to-second',
    },
    {
      name: 'genders',
      label: r.set.genders,
      hint: r.set.gendersHint,
      kind: 'list',
      isOptional: true,
      initial: rules ? rules.genders.map(lines.writeGender).join('\n') : r.set.usualGenders,
      line: { read: lines.readGender, example: r.set.gendersExample },
    },
    {
      name: 'ageGroups',
      label: r.set.ageGroups,
      hint: r.set.ageGroupsHint,
      kind: 'list',
      isOptional: true,
      initial: (rules?.ageGroups ?? lines.usualAgeGroups).map(lines.writeAgeGroup).join('\n'),
      line: { read: lines.readAgeGroup, example: r.set.ageGroupsExample },
    },
    {
      name: 'points',
      label: r.set.points,
      hint: r.set.pointsHint,
      kind: 'list',
      isOptional: true,
      initial: (rules?.points ?? []).map(lines.writePoint).join('\n'),
      line: { read: lines.readPoint, example: r.set.pointsExample },
    },
  ];
  const wishOf = (values: Values): Values => ({
    genders: [],
    ageGroups: [],
    points: [],
    ...values,
    ...(set && { name: set.name, eventId: set.eventId }),
  });
  return (
    <CommandForm<Saved>
      race={race}
      command="saveResultSet"
      title={set ? r.set.change : r.set.title}
      lead={r.set.lead}
      act={r.set.act}
      fields={fields}
      content={wishOf}
      says={({ savedResultSet: { name, isNew } }, isDone) => (
        <p>{isDone ? r.set.did(name) : r.set.would(name, isNew)}</p>
      )}
    />
  );
};
