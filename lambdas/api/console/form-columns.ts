import type { Form } from '../form/definition/form';
import { privatePrefix, textIn } from '../form/definition/question';
import { type Question, rules } from '../form/definition/question-types';

/** What a registration has of its form. Amounts are in the currency's smallest unit. */
export interface FormRow {
  readonly answers?: Readonly<Record<string, unknown>> | null;
  readonly orderAnswers?: Readonly<Record<string, unknown>> | null;
  readonly lines?:
    | readonly { readonly kind: string; readonly ref: string; readonly amount: number; readonly state: string }[]
    | null;
}

/** A column of a file of participants that the form of their race has. */
export interface FormColumn {
  readonly id: string;
  readonly kind: 'answer' | 'item' | 'donation';
  readonly label: string;
  /** About health, or whom to call in an emergency. */
  readonly isSensitive: boolean;
  /** The words of its cells are of this question. */
  readonly madeBy?: Question;
  cell(row: { readonly more?: FormRow | undefined }): string | number | undefined;
}

/** In the form's own language. What is retired is there, too: somebody may have answered or bought it. */
export const formColumns = (form: Form | undefined): readonly FormColumn[] => {
  if (!form) return [];
  const text = (of: Question['label']) => textIn(form, of, form.language);
  const given = (row: Parameters<FormColumn['cell']>[0], kind: string, id: string) =>
    (row.more?.lines ?? []).filter((line) => line.kind === kind && line.ref === id && line.state === 'given');
  const questions = form.questions.map(
    (question): FormColumn => ({
      id: `answer:${question.id}`,
      kind: 'answer',
      label: text(question.label),
      isSensitive: question.id.startsWith(privatePrefix) || question.role === 'emergency-contact',
      madeBy: question,
      cell: ({ more }) => cellOf(question, more?.answers?.[question.id] ?? more?.orderAnswers?.[question.id], text),
    }),
  );
  const items = (form.items ?? []).flatMap(({ label, variants }) =>
    variants.map(
      (variant): FormColumn => ({
        id: `item:${variant.id}`,
        kind: 'item',
        label: [text(label), text(variant.label)].filter((one) => one !== '').join(' '),
        isSensitive: false,
        cell: (row) => given(row, 'item', variant.id).length || undefined,
      }),
    ),
  );
  const causes = (form.causes ?? []).map(
    (cause): FormColumn => ({
      id: `donation:${cause.id}`,
      kind: 'donation',
      label: text(cause.label),
      isSensitive: false,
      cell: (row) => given(row, 'donation', cause.id).reduce((sum, { amount }) => sum + amount, 0) || undefined,
    }),
  );
  return [...questions, ...items, ...causes];
};

/** An answer as people read it. A number stays one. */
const cellOf = (
  question: Question,
  answer: unknown,
  text: (of: Question['label']) => string,
): string | number | undefined => {
  if (answer === undefined || answer === null) return undefined;
  const { type, options = [] } = question;
  const words = (one: unknown): string => {
    const option = options.find(({ id }) => id === one);
    return option ? text(option.label) : String(one);
  };
  if (Array.isArray(answer)) return answer.map(words).join('; ');
  if (typeof answer === 'number') return type === 'duration' ? rules.duration.write(answer) : answer;
  return answer === true ? 'yes' : words(answer);
};
