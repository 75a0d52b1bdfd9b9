import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../../../lambdas/api/form/definition/form';
import type { Question } from '../../../../lambdas/api/form/definition/question-types';
import { afterPress } from '../../form/after-press';
import type { SummaryLine } from '../../form/error-summary';
import { announce } from '../../page/announce';
import * as words from '../../texts/form';
import { type AnswerErrors, labelOf } from '../read-entry';
import { idOf } from './question-field';

interface Asked {
  readonly form: Form;
  readonly questions: readonly Question[];
  /** The errors that the page found. */
  readonly own: AnswerErrors;
  /** The errors from the server. */
  readonly faults: AnswerErrors;
  /** How often the form was submitted with errors. */
  readonly round: number;
  readonly onType: (question: Question, text: string) => void;
}

/** The questions of a screen. An error is shown after its boxes were left, or after the form was submitted. */
export const useQuestions = ({ form, questions, own, faults, round, onType }: Asked) => {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [typedSince, setTypedSince] = useState<readonly string[]>([]);
  // New errors from the server are about the current answers.
  useEffect(() => setTypedSince([]), [Object.values(faults).join()]);

  const ids = questions.map(({ id }) => id);
  const before = useRef<readonly string[]>(ids);
  useEffect(() => {
    const come = questions.filter(({ id }) => !before.current.includes(id));
    before.current = ids;
    if (come.length > 0) announce(words.appeared(come.map((question) => labelOf(form, question))));
  }, [ids.join()]);

  const errorOf = ({ id }: Question): string | undefined => {
    const fault = typedSince.includes(id) ? undefined : faults[id];
    return round > 0 || left.includes(id) ? (own[id] ?? fault) : fault;
  };

  const type = (question: Question, text: string) => {
    onType(question, text);
    if (!typedSince.includes(question.id)) setTypedSince([...typedSince, question.id]);
  };

  /** A question of several boxes is left when all of them were; one that is left empty shows no error yet. */
  const leave = ({ id }: Question, text: string, { relatedTarget, currentTarget }: FocusEvent) => {
    const group = currentTarget instanceof Element ? currentTarget.closest('fieldset') : null;
    if (group && relatedTarget instanceof Node && group.contains(relatedTarget)) return;
    if (text !== '') afterPress(() => setLeft((all) => (all.includes(id) ? all : [...all, id])));
  };

  const lines: readonly SummaryLine[] = questions.flatMap((question) => {
    const message = round > 0 || Object.keys(faults).length > 0 ? errorOf(question) : undefined;
    return message ? [{ to: idOf(question), message }] : [];
  });
  return { questions, errorOf, type, leave, lines };
};

export type AskedQuestions = ReturnType<typeof useQuestions>;
