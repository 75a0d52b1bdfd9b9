import { described, Field, FieldError } from '../form/field';
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

const hints = { name: '', email: words.guardianEmailHint, relationship: words.guardianRelationshipHint };

/** Who signs for a minor: an adult among those who register, or somebody who does not run. */
export const Guardian = ({ person, people, who, adultAge, errors, onType }: GuardianProps) => {
  const { name, typed, adults, asksElse } = person;
  const { guardian = {} } = typed;
  const change = (more: TypedGuardian) => onType({ ...typed, guardian: { ...guardian, ...more } });
  const id = idOf('guardian', who);
  const error = errors.guardian;
  const options = [
    ...adults.map((member) => ({
      key: String(member),
      name: people[member]?.name ?? words.runner(member + 1),
      member,
    })),
    { key: 'else', name: words.guardianElse, member: undefined },
  ];
  return (
    <fieldset class="field guardian" data-wrong={error ? '' : undefined} aria-describedby={described(id, true, error)}>
      <legend>{words.guardianTitle(name)}</legend>
      <p class="hint" id={`${id}-hint`}>
        {words.guardianHint(name, adultAge)}
      </p>
      {error && <FieldError id={id}>{error}</FieldError>}
      {adults.length > 0 && (
        <div class="choices">
          {options.map(({ key, name: label, member }, n) => {
            const to = n === 0 ? id : `${id}-${key}`;
            return (
              <label key={key} class="choice" for={to}>
                <input
                  type="radio"
                  id={to}
                  name={id}
                  checked={member === undefined ? asksElse : guardian.member === member}
                  onChange={() => change({ member, isElse: member === undefined })}
                />
                {label}
              </label>
            );
          })}
        </div>
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
    </fieldset>
  );
};
