import type { Form } from '../../../../lambdas/api/form/definition/form';
import { textIn } from '../../../../lambdas/api/form/definition/question';
import type { Question } from '../../../../lambdas/api/form/definition/question-types';
import { rules } from '../../../../lambdas/api/form/definition/question-types';
import { described, FieldGroup, Notes } from '../../form/field';
import * as words from '../../texts/form';
import * as t from '../../texts/page';
import { inputs } from './inputs';

export const idOf = ({ id }: Pick<Question, 'id'>): string => `q-${id}`;

interface QuestionFieldProps {
  readonly form: Form;
  readonly question: Question;
  readonly text: string;
  readonly error: string | undefined;
  /** The race began to ask it while the form was filled in. */
  readonly isNew?: boolean;
  readonly onType: (text: string) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** What is said below the label: the race's own help, and how an answer of this type is typed. */
const hintOf = (form: Form, { type, help, min, max }: Question): string => {
  const bound = (value: number | string | undefined) =>
    value === undefined ? undefined : type === 'duration' ? rules.duration.write(value) : String(value);
  const [least, most] = [bound(min), bound(max)];
  const own = words.typeHints[type]?.({ ...(least !== undefined && { least }), ...(most !== undefined && { most }) });
  return [help && textIn(form, help, t.locale), own].filter(Boolean).join(' ');
};

/** A question with its label, help, error and boxes. */
export const QuestionField = ({ form, question, text, error, isNew, onType, onBlur }: QuestionFieldProps) => {
  const { type, required, label } = question;
  const { Input, isGroup } = inputs[type];
  const id = idOf(question);
  const said = textIn(form, label, t.locale);
  const name = required ? said : words.optional(said);
  const hint = hintOf(form, question);
  const describedBy = described(id, hint, error);
  const group = isGroup?.(question);
  const heading = (
    <>
      {name}
      {isNew && <span class="mark-new">{words.newQuestion}</span>}
    </>
  );
  const notes = <Notes {...{ id, hint, error }} />;
  const input = (
    <Input
      {...{ form, question, text, error, onType, onBlur, id }}
      label={name}
      describedBy={group && type !== 'consent' ? undefined : describedBy}
    />
  );
  const wrong = error ? '' : undefined;
  // A consent is one box, and what it says is its label.
  if (type === 'consent')
    return (
      <div class="field" data-wrong={wrong}>
        {isNew && <span class="mark-new">{words.newQuestion}</span>}
        {notes}
        {input}
      </div>
    );
  return group ? (
    <FieldGroup {...{ id, hint, error }} legend={heading}>
      {input}
    </FieldGroup>
  ) : (
    <div class="field" data-wrong={wrong}>
      <label for={id}>{heading}</label>
      {notes}
      {input}
    </div>
  );
};
