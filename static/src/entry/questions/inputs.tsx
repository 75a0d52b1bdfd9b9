import type { ComponentType, InputHTMLAttributes } from 'preact';
import type { Form } from '../../../../lambdas/api/form/definition/form';
import { type Option, textIn } from '../../../../lambdas/api/form/definition/question';
import type { Question, QuestionType } from '../../../../lambdas/api/form/definition/question-types';
import { namedCountries } from '../../form/countries';
import * as words from '../../texts/form';
import * as t from '../../texts/page';
import { Radios } from '../boxes';

export interface InputProps {
  readonly form: Form;
  readonly question: Question;
  /** The label of the question, for a box that has no label beside it. */
  readonly label: string;
  /** What was typed. */
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onBlur: (event: FocusEvent) => void;
  /** Of the first box: an error's link leads to it. */
  readonly id: string;
  readonly error: string | undefined;
  /** The ids of help and error. */
  readonly describedBy: string | undefined;
}

/** How a type of question is asked. */
export interface QuestionInput {
  readonly Input: ComponentType<InputProps>;
  /** Several boxes, which have a legend; otherwise one, which has a label. */
  readonly isGroup?: (question: Question) => boolean;
}

const marksOf = ({ id, question, error, describedBy, onBlur }: InputProps) => ({
  id,
  name: question.id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': describedBy,
  onBlur,
});

/** One line, which is typed as the browser's keyboard for `box` suggests. */
const lineInput =
  (box: InputHTMLAttributes<HTMLInputElement> = {}) =>
  (props: InputProps) => (
    <input
      autoComplete="off"
      dir="auto"
      {...box}
      {...marksOf(props)}
      value={props.text}
      onInput={(event) => props.onType(event.currentTarget.value)}
    />
  );

const LongText = (props: InputProps) => (
  <textarea
    rows={4}
    dir="auto"
    {...marksOf(props)}
    value={props.text}
    onInput={(event) => props.onType(event.currentTarget.value)}
  />
);

const offered = ({ options = [] }: Question): readonly Option[] => options.filter(({ retired }) => !retired);

/** More than so many are a list that opens. */
const mostRadios = 8;
const isLong = (question: Question) => offered(question).length > mostRadios;

type Choosable = readonly { readonly id: string; readonly name: string }[];

const Select = ({ options, ...props }: InputProps & { options: Choosable }) => (
  <select {...marksOf(props)} value={props.text} onChange={(event) => props.onType(event.currentTarget.value)}>
    <option value="">{props.question.required ? words.chooseOne : words.noAnswer}</option>
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
);

const choosable = ({ form, question }: InputProps): Choosable =>
  offered(question).map(({ id, label }) => ({ id, name: textIn(form, label, t.locale) }));

const Choice = (props: InputProps) => {
  const { question, id, text, onType, onBlur } = props;
  const options = choosable(props);
  if (isLong(question)) return <Select {...props} options={options} />;
  // A radio button cannot be unchecked.
  const all = question.required ? options : [...options, { id: '', name: words.noAnswer }];
  return <Radios {...{ id, onBlur }} options={all} chosen={[text]} onChoose={onType} />;
};

const Choices = (props: InputProps) => {
  const { id, text, onType, onBlur } = props;
  const chosen = text.split(' ').filter(Boolean);
  const toggle = (of: string) =>
    onType((chosen.includes(of) ? chosen.filter((one) => one !== of) : [...chosen, of]).join(' '));
  return <Radios {...{ id, onBlur, chosen }} isMany options={choosable(props)} onChoose={toggle} />;
};

const dateBoxes = [
  ['day', 2],
  ['month', 2],
  ['year', 4],
] as const;

/** Three boxes. Their text is `1990-5-17` or, while some are empty, `1990--`. */
const DateBoxes = (props: InputProps) => {
  const { id, text, onType } = props;
  const [year = '', month = '', day = ''] = text.split('-');
  const parts = { day, month, year };
  const type = (box: keyof typeof parts, typed: string) => {
    const next = { ...parts, [box]: typed.replace(/\D/g, '') };
    const all = [next.year, next.month, next.day];
    onType(all.every((part) => part === '') ? '' : all.join('-'));
  };
  return (
    <div class="date-boxes">
      {dateBoxes.map(([box, length]) => (
        <div key={box} class={`date-box date-box-${length}`}>
          <label for={box === 'day' ? id : `${id}-${box}`}>{words.dateBoxes[box]}</label>
          <input
            {...marksOf(props)}
            aria-describedby={undefined}
            id={box === 'day' ? id : `${id}-${box}`}
            value={parts[box]}
            inputMode="numeric"
            autoComplete="off"
            maxLength={length}
            onInput={(event) => type(box, event.currentTarget.value)}
          />
        </div>
      ))}
    </div>
  );
};

const Consent = (props: InputProps) => (
  <label class="choice choice-wide" for={props.id}>
    <input
      type="checkbox"
      {...marksOf(props)}
      checked={props.text === 'yes'}
      onChange={({ currentTarget }) => props.onType(currentTarget.checked ? 'yes' : '')}
    />
    {props.label}
  </label>
);

const Country = (props: InputProps) => (
  <Select {...props} options={namedCountries().map(({ code, name }) => ({ id: code, name }))} />
);

/** How each type of question is asked. A new type is an entry here, of the rules, and of the texts. */
export const inputs: Readonly<Record<QuestionType, QuestionInput>> = {
  text: { Input: lineInput() },
  'long-text': { Input: LongText },
  choice: { Input: Choice, isGroup: (question) => !isLong(question) },
  choices: { Input: Choices, isGroup: () => true },
  number: { Input: lineInput({ inputMode: 'numeric' }) },
  date: { Input: DateBoxes, isGroup: () => true },
  duration: { Input: lineInput({ inputMode: 'text', spellcheck: false }) },
  country: { Input: Country },
  phone: { Input: lineInput({ type: 'tel', inputMode: 'tel' }) },
  consent: { Input: Consent, isGroup: () => true },
};
