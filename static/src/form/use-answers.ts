import { useEffect, useState } from 'preact/hooks';
import type { Typed, TypedField } from '../flow/draft';
import type { RunnerErrors, RunnerField } from '../flow/runner';
import { afterPress } from './after-press';

interface Asked {
  readonly typed: Typed;
  readonly fields: readonly RunnerField[];
  /** The errors that the page found in `typed`. */
  readonly own: RunnerErrors;
  /** The errors from the server, by field. */
  readonly faults: RunnerErrors;
  readonly onType: (field: TypedField, text: string) => void;
}

const firstBox: Record<RunnerField, string> = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  birthDate: 'birthDay',
  gender: 'gender-female',
  emergencyContact: 'emergencyContact',
};

/** The inputs of a form about a runner. An error is shown after its input was left, or after the form was submitted. */
export const useAnswers = ({ typed, fields, own, faults, onType }: Asked) => {
  const [left, setLeft] = useState<readonly RunnerField[]>([]);
  const [round, setRound] = useState(0);
  const [typedSince, setTypedSince] = useState<readonly RunnerField[]>([]);
  // New errors from the server are about the current answers.
  useEffect(() => setTypedSince([]), [Object.values(faults).join()]);

  const errorOf = (field: RunnerField): string | undefined =>
    round > 0 || left.includes(field) ? (own[field] ?? fault(field)) : fault(field);
  const fault = (field: RunnerField) => (typedSince.includes(field) ? undefined : faults[field]);

  const box = (field: TypedField, of: RunnerField = field as RunnerField) => ({
    name: field,
    value: typed[field],
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      onType(field, event.currentTarget.value);
      if (!typedSince.includes(of)) setTypedSince([...typedSince, of]);
    },
    onBlur: (event: FocusEvent) => leave(of, event),
  });

  /** An input that is left empty shows no error yet. A date is checked when all of its inputs were left. */
  const leave = (field: RunnerField, { relatedTarget, currentTarget }: FocusEvent) => {
    const group = currentTarget instanceof Element ? currentTarget.closest('fieldset') : null;
    if (group && relatedTarget instanceof Node && group.contains(relatedTarget)) return;
    const isEmpty = currentTarget instanceof HTMLInputElement && currentTarget.value === '';
    if (!isEmpty) afterPress(() => setLeft((before) => (before.includes(field) ? before : [...before, field])));
  };

  const lines = fields.flatMap((field) => {
    const message = round > 0 || Object.keys(faults).length > 0 ? errorOf(field) : undefined;
    return message ? [{ to: firstBox[field], message }] : [];
  });

  /** After submitting a form with errors: shows all of them, and the summary takes the focus. */
  const judge = () => setRound(round + 1);

  return { errorOf, box, lines, round, judge };
};

export type Answers = ReturnType<typeof useAnswers>;
