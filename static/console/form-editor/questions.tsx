import type { Role } from '../../../lambdas/api/form/definition/question';
import { type QuestionType, rules } from '../../../lambdas/api/form/definition/question-types';
import { type JsonObject, valueAt, withValue } from '../editing/draft';
import { edit, TextInput } from '../editing/inputs';
import * as f from '../texts/form-editor';
import { Bounds, Options } from './answers';
import { ListEditor } from './list-editor';
import {
  Boxes,
  change,
  EventBoxes,
  type FormProps,
  freshId,
  isPublished,
  LabelInput,
  labelIn,
  languageOf,
  listAt,
  Pick,
  Tick,
} from './parts';

const q = f.questions;
const path = 'form.questions';

/** What a question may be used for, by its kind of answer. */
const rolesOf: Readonly<Partial<Record<QuestionType, readonly Role[]>>> = {
  choice: ['gender', 'club'],
  text: ['emergency-contact', 'club', 'member-number'],
  phone: ['emergency-contact', 'phone'],
  country: ['nationality'],
  duration: ['qualifying-time'],
  number: ['member-number'],
  consent: ['name-withheld'],
};

export const genderQuestion = (language: string): JsonObject => ({
  id: 'gender',
  type: 'choice',
  role: 'gender',
  of: 'person',
  required: true,
  label: { [language]: f.genderQuestion },
  options: gendersIn(language),
});

const gendersIn = (language: string) =>
  Object.entries(f.genders).map(([id, label]) => ({ id, label: { [language]: label } }));

export const contactQuestion = (language: string): JsonObject => ({
  id: 'private-emergency-contact',
  type: 'text',
  role: 'emergency-contact',
  of: 'person',
  required: true,
  sensitive: true,
  label: { [language]: f.contactQuestion },
});

export const Questions = ({ step }: Pick<FormProps, 'step'>) => (
  <ListEditor
    step={step}
    path={path}
    texts={q}
    make={() => ({ id: freshId('q'), type: 'text', of: 'person', label: {} })}
    first={`label.${languageOf(step)}`}
    nameOf={(one) => labelIn(step, one)}
    staysOnce="asked"
  >
    {(question, at, n) => <Question step={step} question={question} at={at} n={n} />}
  </ListEditor>
);

interface QuestionProps extends Pick<FormProps, 'step'> {
  readonly question: JsonObject;
  readonly at: string;
  readonly n: number;
}

const entriesOf = (words: Readonly<Record<string, string>>) => Object.entries(words);

const Question = ({ step, question, at, n }: QuestionProps) => {
  const language = languageOf(step);
  const type = question.type as QuestionType;
  const isFixed = isPublished(step, 'questions', question.id);
  const roles = rolesOf[type] ?? [];
  /** What another kind of answer does not have is left out. */
  const retype = (next: string) =>
    edit(step.editor, (draft) => {
      const { options, min: _min, max: _max, maxLength: _length, role: _role, showIf, ...rest } = question;
      const { hasOptions } = rules[next as QuestionType];
      return withValue(draft, at, {
        ...rest,
        type: next,
        ...(hasOptions && { options: options ?? [{ id: freshId('o'), label: {} }] }),
        ...(showIf !== undefined && { showIf }),
      });
    });
  const giveRole = (role: string) =>
    edit(step.editor, (draft) =>
      withValue(draft, at, {
        ...question,
        role: role || undefined,
        ...(role === 'gender' && { options: gendersIn(language) }),
      } as JsonObject),
    );
  /** The id of what is sensitive says so, and what depends on it follows. */
  const makeSensitive = (isOn: boolean) =>
    edit(step.editor, (draft) => {
      const before = String(question.id);
      const id = isOn ? `private-${before}`.slice(0, 32) : before.replace(/^private-/, '');
      const { sensitive: _, ...rest } = question;
      const questions = ((valueAt(draft, path) ?? []) as readonly JsonObject[]).map((one, m): JsonObject => {
        if (m === n) return { ...rest, id, ...(isOn && { sensitive: true }) };
        const showIf = one.showIf as JsonObject | undefined;
        return showIf?.question === before ? { ...one, showIf: { ...showIf, question: id } } : one;
      });
      return withValue(draft, path, questions);
    });
  return (
    <>
      <LabelInput step={step} path={`${at}.label`} label={q.label} />
      <div class="side-by-side">
        <Pick
          step={step}
          path={`${at}.type`}
          label={q.type}
          choices={entriesOf(q.types)}
          isOff={isFixed}
          onPick={retype}
        />
        {roles.length > 0 && (
          <Pick
            step={step}
            path={`${at}.role`}
            label={q.role}
            choices={[['', q.roleNone], ...roles.map((role) => [role, q.roles[role]] as const)]}
            isOff={isFixed}
            onPick={giveRole}
          />
        )}
      </div>
      {rules[type].hasOptions && <Options step={step} question={question} at={at} />}
      <details class="more" open={question.showIf !== undefined || question.help !== undefined}>
        <summary>{moreOf(labelIn(step, question) || q.name(n + 1))}</summary>
        <LabelInput step={step} path={`${at}.help`} label={q.help} />
        <Bounds step={step} type={type} at={at} />
        {question.role === undefined && (
          <Pick
            step={step}
            path={`${at}.of`}
            label={q.of}
            choices={entriesOf(q.ofs)}
            isOff={isFixed}
            usual="person"
            onPick={(of) => change(step, `${at}.of`, of)}
          />
        )}
        <ShowIf step={step} question={question} at={at} n={n} />
        <EventBoxes step={step} path={`${at}.events`} />
        <Tick step={step} path={`${at}.sensitive`} label={q.sensitive} isOff={isFixed} onTick={makeSensitive} />
      </details>
      <Tick step={step} path={`${at}.required`} label={q.required} />
    </>
  );
};

const moreOf = f.moreOf;

const ShowIf = ({ step, question, at, n }: QuestionProps) => {
  const before = listAt(step, path).slice(0, n);
  const able = before.filter((one) => rules[one.type as QuestionType].mayDecide && one.of === question.of);
  const showIf = question.showIf as JsonObject | undefined;
  const asked = able.find((one) => one.id === showIf?.question);
  if (able.length === 0 && !showIf) return null;
  const pick = (id: string) => {
    const next = able.find((one) => one.id === id);
    const [first] = (next?.options ?? []) as readonly JsonObject[];
    const answers = next?.type === 'consent' ? [true] : first ? [String(first.id)] : [];
    change(step, `${at}.showIf`, next ? { question: id, in: answers } : undefined);
  };
  return (
    <>
      <Pick
        step={step}
        path={`${at}.showIf.question`}
        label={q.showIf}
        choices={[['', q.showAlways], ...able.map((one) => [String(one.id), q.showAfter(labelIn(step, one))] as const)]}
        onPick={pick}
      />
      {asked?.type === 'country' && (
        <TextInput
          step={step}
          path={`${at}.showIf.in`}
          label={q.countries}
          format={(codes) => (Array.isArray(codes) ? codes.join(' ') : String(codes ?? ''))}
          parse={(text) =>
            text
              .toUpperCase()
              .split(/[\s,]+/)
              .filter(Boolean)
          }
        />
      )}
      {asked && rules[asked.type as QuestionType].hasOptions && (
        <Boxes
          step={step}
          path={`${at}.showIf.in`}
          legend={q.showIn}
          options={((asked.options ?? []) as readonly JsonObject[]).map((option) => [
            String(option.id),
            labelIn(step, option),
          ])}
        />
      )}
    </>
  );
};
