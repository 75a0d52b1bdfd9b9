import { type QuestionType, rules } from '../../../lambdas/api/form/definition/question-types';
import type { JsonObject } from '../editing/draft';
import { inputId, TextInput } from '../editing/inputs';
import * as f from '../texts/form-editor';
import {
  change,
  DurationInput,
  type FormProps,
  freshId,
  isPublished,
  LabelInput,
  labelIn,
  languageOf,
  listAt,
  WholeInput,
} from './parts';

const q = f.questions;

interface OptionsProps extends Pick<FormProps, 'step'> {
  readonly question: JsonObject;
  readonly at: string;
}

/** What can be chosen. */
export const Options = ({ step, question, at }: OptionsProps) => {
  const language = languageOf(step);
  const options = listAt(step, `${at}.options`);
  const isGender = question.role === 'gender';
  const put = (next: readonly JsonObject[]) => change(step, `${at}.options`, next);
  return (
    <fieldset class="field form-options" id={inputId(`${at}.options`)} tabIndex={-1}>
      <legend>{q.options}</legend>
      {options.map((option, m) => {
        const name = labelIn(step, option) || q.optionLabel(m + 1);
        const stays = isPublished(step, 'questions', option.id);
        return (
          <div key={String(option.id)} class="form-option">
            <LabelInput step={step} path={`${at}.options.${m}.label`} label={q.optionLabel(m + 1)} />
            {m > 0 && (
              <button
                type="button"
                class="plain small"
                aria-label={f.upOf(name)}
                onClick={() =>
                  put([...options.slice(0, m - 1), option, ...options.slice(m - 1, m), ...options.slice(m + 1)])
                }
              >
                {f.up}
              </button>
            )}
            {stays ? (
              <button
                type="button"
                class="plain small"
                aria-label={option.retired ? f.againOf(name) : f.retireOfferOf(name)}
                onClick={() => change(step, `${at}.options.${m}.retired`, option.retired ? undefined : true)}
              >
                {option.retired ? f.again : f.retireOffer}
              </button>
            ) : (
              options.length > 1 && (
                <button
                  type="button"
                  class="plain small"
                  aria-label={f.removeOf(name)}
                  onClick={() => put(options.filter((_, other) => other !== m))}
                >
                  {f.removeOne}
                </button>
              )
            )}
          </div>
        );
      })}
      {!isGender && (
        <button
          type="button"
          class="plain small"
          onClick={() => {
            put([...options, { id: freshId('o'), label: {} }]);
            const id = inputId(`${at}.options.${options.length}.label.${language}`);
            requestAnimationFrame(() => document.getElementById(id)?.focus());
          }}
        >
          {q.addOption}
        </button>
      )}
    </fieldset>
  );
};

/** How long, how many, from when until when. */
export const Bounds = ({
  step,
  type,
  at,
}: Pick<FormProps, 'step'> & { readonly type: QuestionType; readonly at: string }) => {
  const { hasLength, bounds } = rules[type];
  if (hasLength) return <WholeInput step={step} path={`${at}.maxLength`} label={q.maxLength} />;
  if (!bounds) return null;
  const two = [
    { path: `${at}.min`, label: q.min },
    { path: `${at}.max`, label: q.max },
  ];
  const inputOf = (one: (typeof two)[number]) => {
    if (type === 'duration') return <DurationInput key={one.path} step={step} {...one} hint={q.durationHint} />;
    if (bounds === 'date') return <TextInput key={one.path} step={step} {...one} type="date" />;
    return <WholeInput key={one.path} step={step} {...one} />;
  };
  return <div class="side-by-side">{two.map(inputOf)}</div>;
};
