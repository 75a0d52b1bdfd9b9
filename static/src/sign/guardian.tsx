import { Radios } from '../entry/boxes';
import { Field, FieldGroup } from '../form/field';
import * as words from '../texts/sign';
import { guardianFields, idOf, labels, type PersonSigning, type TypedGuardian, type TypedSigning } from './signing';

interface GuardianProps {
  readonly person: PersonSigning;
  readonly people: readonly PersonSigning[];
  readonly who: number;
  readonly adultAge: number;
  readonly errors: PersonSigning['errors'];
  readonly onType: (signing: TypedSigning) => void;
}

/** Among the adults to choose from: nobody who registers. */
const somebodyElse = 'else';

const hints = { name: '', email: words.guardianEmailHint, relationship: words.guardianRelationshipHint };

/** Who signs for a minor: an adult among those who register, or somebody who does not run. */
export const Guardian = ({ person, people, who, adultAge, errors, onType }: GuardianProps) => {
  const { name, typed, adults, asksElse } = person;
  const { guardian = {} } = typed;
  const change = (more: TypedGuardian) => onType({ ...typed, guardian: { ...guardian, ...more } });
  const id = idOf('guardian', who);
  const options = [
    ...adults.map((member) => ({ id: String(member), name: people[member]?.name ?? words.runner(member + 1) })),
    { id: somebodyElse, name: words.guardianElse },
  ];
  const choose = (of: string) =>
    change(of === somebodyElse ? { member: undefined, isElse: true } : { member: Number(of), isElse: false });
  return (
    <FieldGroup
      id={id}
      class="guardian"
      legend={words.guardianTitle(name)}
      hint={words.guardianHint(name, adultAge)}
      error={errors.guardian}
    >
      {adults.length > 0 && (
        <Radios {...{ id, options }} chosen={[asksElse ? somebodyElse : String(guardian.member)]} onChoose={choose} />
      )}
      {asksElse &&
        guardianFields.map((field) => (
          <Field
            key={field}
            id={idOf(field, who)}
            label={labels[field]}
            {...(hints[field] && { hint: hints[field] })}
            error={errors[field]}
            input={{
              inputMode: field === 'email' ? 'email' : 'text',
              value: guardian[field] ?? '',
              autoComplete: 'off',
              onInput: ({ currentTarget: { value } }) => change({ [field]: value }),
            }}
          />
        ))}
    </FieldGroup>
  );
};
