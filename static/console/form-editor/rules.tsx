import { FieldGroup } from '../../src/form/field';
import type { JsonObject } from '../editing/draft';
import { inputId } from '../editing/inputs';
import { newId } from '../page/new-id';
import * as f from '../texts/form-editor';
import { ListEditor } from './list-editor';
import {
  Boxes,
  change,
  DurationInput,
  eventsOf,
  type FormProps,
  labelIn,
  listAt,
  Pick,
  Tick,
  WholeInput,
} from './parts';

const r = f.ruleTexts;

type Genders = readonly (readonly [id: string, label: string])[];

export const Rules = ({ step }: Pick<FormProps, 'step'>) => {
  const events = eventsOf(step);
  const gender = listAt(step, 'form.questions').find((one) => one.role === 'gender' && one.retired !== true);
  const genders = ((gender?.options ?? []) as readonly JsonObject[]).flatMap((option) =>
    option.retired === true ? [] : [[String(option.id), labelIn(step, option)] as const],
  );
  return (
    <>
      <ListEditor
        step={step}
        path="form.rules"
        texts={r}
        isOrdered={false}
        make={() => ({ events: events.map(([id]) => id) })}
        first="minAge"
      >
        {(rule, at) => <Rule step={step} rule={rule} at={at} genders={genders} />}
      </ListEditor>
      {listAt(step, 'form.rules').some((rule) => rule.minAge !== undefined || rule.maxAge !== undefined) && (
        <Pick step={step} path="form.leapBirthday" label={r.leap} choices={Object.entries(r.leaps)} usual="mar-1" />
      )}
    </>
  );
};

interface RuleProps extends Pick<FormProps, 'step'> {
  readonly rule: JsonObject;
  readonly at: string;
  readonly genders: Genders;
}

const Rule = ({ step, rule, at, genders }: RuleProps) => (
  <>
    <Boxes step={step} path={`${at}.events`} legend={f.inEvents} options={eventsOf(step)} />
    <div class="side-by-side">
      <WholeInput step={step} path={`${at}.minAge`} label={r.minAge} />
      <WholeInput step={step} path={`${at}.maxAge`} label={r.maxAge} />
    </div>
    <Pick step={step} path={`${at}.ageOn`} label={r.ageOn} choices={daysOf(rule)} usual="event-day" />
    {genders.length > 0 ? (
      <Boxes step={step} path={`${at}.genders`} legend={r.genders} options={genders} />
    ) : (
      <p class="quiet">{r.gendersNone}</p>
    )}
    <Standards step={step} at={at} genders={genders} />
    <Tick step={step} path={`${at}.allowList`} label={r.allowList} />
    <Tick step={step} path={`${at}.accessCode`} label={r.accessCode} />
    <label class="check" for={inputId(`${at}.oneOfGroup`)}>
      <input
        id={inputId(`${at}.oneOfGroup`)}
        type="checkbox"
        checked={rule.oneOfGroup !== undefined}
        onChange={({ currentTarget: { checked } }) => change(step, `${at}.oneOfGroup`, checked ? newId() : undefined)}
      />
      {r.oneOfGroup}
    </label>
  </>
);

/** A day that was written down by a command can stay. */
const daysOf = ({ ageOn }: JsonObject): readonly (readonly [string, string])[] => {
  const known = Object.entries(r.ageOns);
  return typeof ageOn === 'string' && !(ageOn in r.ageOns) ? [...known, [ageOn, ageOn]] : known;
};

const Standards = ({ step, at, genders }: Omit<RuleProps, 'rule'>) => {
  const path = `${at}.qualifying`;
  const standards = listAt(step, path);
  const put = (next: readonly JsonObject[]) => change(step, path, next.length > 0 ? next : undefined);
  return (
    <FieldGroup id={inputId(path)} legend={r.qualifying} hint={r.qualifyingHint}>
      {standards.map((_, n) => (
        <div key={n} class="form-option">
          <DurationInput step={step} path={`${path}.${n}.seconds`} label={r.seconds} hint={r.secondsHint} />
          {genders.length > 0 && (
            <Pick
              step={step}
              path={`${path}.${n}.gender`}
              label={r.forGender}
              choices={[['', r.anybody], ...genders]}
            />
          )}
          <WholeInput step={step} path={`${path}.${n}.minAge`} label={r.fromAge} />
          <WholeInput step={step} path={`${path}.${n}.maxAge`} label={r.toAge} />
          <button
            type="button"
            class="plain small"
            aria-label={f.removeOf(r.standard(n + 1))}
            onClick={() => put(standards.filter((_, other) => other !== n))}
          >
            {f.removeOne}
          </button>
        </div>
      ))}
      <button type="button" class="plain small" onClick={() => put([...standards, {}])}>
        {r.addStandard}
      </button>
    </FieldGroup>
  );
};
