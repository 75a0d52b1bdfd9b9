import type { ComponentChildren } from 'preact';
import { announce } from '../../src/page/announce';
import type { JsonObject } from '../editing/draft';
import { faultWords, inputId, type StepProps } from '../editing/inputs';
import * as w from '../texts/editing';
import * as f from '../texts/form-editor';
import { change, changeList, isPublished, listAt } from './parts';

const without = (list: readonly JsonObject[], n: number) => list.filter((_, at) => at !== n);
const swapped = (list: readonly JsonObject[], n: number, to: number) =>
  list.map((one, at) => (at === n ? list[to] : at === to ? list[n] : one)) as readonly JsonObject[];

/** After the screen has changed. */
const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

interface ListProps {
  readonly step: StepProps;
  /** Of the list in the draft. */
  readonly path: string;
  readonly texts: {
    readonly title: string;
    readonly lead?: string;
    readonly add: string;
    readonly none: string;
    readonly name: (n: number) => string;
  };
  readonly make: () => JsonObject;
  /** The end of the path of the input that takes the focus in a new one. */
  readonly first: string;
  readonly nameOf?: (one: JsonObject) => string;
  /** It cannot be removed, because runners could see it: it is asked no more. */
  readonly staysOnce?: 'asked' | 'offered';
  /** The order means something. */
  readonly isOrdered?: boolean;
  readonly children: (one: JsonObject, path: string, n: number) => ComponentChildren;
}

/** A list of one kind: each has a card, which is moved, removed and added by buttons. */
export const ListEditor = ({
  step,
  path,
  texts,
  make,
  first,
  nameOf,
  staysOnce,
  isOrdered = true,
  children,
}: ListProps) => {
  const list = listAt(step, path);
  const addId = `${inputId(path)}-add`;
  const inForm = path.replace(/^form\./, '');
  const add = () => {
    changeList(step, path, (before) => [...before, make()]);
    focusOn(inputId(`${path}.${list.length}.${first}`));
  };
  return (
    <section class="form-part" id={inputId(path)} tabIndex={-1} aria-label={texts.title}>
      <h3>{texts.title}</h3>
      {texts.lead && <p class="quiet">{texts.lead}</p>}
      {list.length === 0 && <p>{texts.none}</p>}
      <ol class="form-list">
        {list.map((one, n) => {
          const here = `${path}.${n}`;
          const name = nameOf?.(one) || texts.name(n + 1);
          const stays = staysOnce !== undefined && isPublished(step, inForm, one.id);
          const move = (to: number) => {
            changeList(step, path, (before) => swapped(before, n, to));
            announce(f.moved(name, to + 1, list.length));
            const [wanted, other] = to < n ? ['up', 'down'] : ['down', 'up'];
            focusOn(`${inputId(`${path}.${to}`)}-${to === 0 || to === list.length - 1 ? other : wanted}`);
          };
          return (
            <li key={String(one.id ?? n)} class="card" id={inputId(here)} tabIndex={-1} aria-label={name}>
              <h4>
                {name} {one.retired === true && <span class="pill">{f.retired}</span>}
              </h4>
              <Faults step={step} path={here} />
              {children(one, here, n)}
              <div class="row-actions">
                {isOrdered && n > 0 && (
                  <button
                    type="button"
                    class="plain small"
                    id={`${inputId(here)}-up`}
                    aria-label={f.upOf(name)}
                    onClick={() => move(n - 1)}
                  >
                    {f.up}
                  </button>
                )}
                {isOrdered && n < list.length - 1 && (
                  <button
                    type="button"
                    class="plain small"
                    id={`${inputId(here)}-down`}
                    aria-label={f.downOf(name)}
                    onClick={() => move(n + 1)}
                  >
                    {f.down}
                  </button>
                )}
                {stays ? (
                  <Retiring step={step} path={here} name={name} isRetired={one.retired === true} as={staysOnce} />
                ) : (
                  <button
                    type="button"
                    class="plain small"
                    aria-label={f.removeOf(name)}
                    onClick={() => {
                      changeList(step, path, (before) => without(before, n));
                      focusOn(addId);
                    }}
                  >
                    {f.removeOne}
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <button type="button" class="button button-quiet" id={addId} onClick={add}>
        {texts.add}
      </button>
    </section>
  );
};

interface RetiringProps {
  readonly step: StepProps;
  readonly path: string;
  readonly name: string;
  readonly isRetired: boolean;
  readonly as: 'asked' | 'offered';
}

/** What was published stays in the form, so that its answers and its sales can be read. */
const Retiring = ({ step, path, name, isRetired, as }: RetiringProps) => {
  const [label, whole] = isRetired
    ? [f.again, f.againOf(name)]
    : as === 'asked'
      ? [f.retire, f.retireOf(name)]
      : [f.retireOffer, f.retireOfferOf(name)];
  return (
    <button
      type="button"
      class="plain small"
      aria-label={whole}
      onClick={() => change(step, `${path}.retired`, isRetired ? undefined : true)}
    >
      {label}
    </button>
  );
};

/** What is wrong with one of a list as a whole, or where no input shows it. */
const Faults = ({ step, path }: { step: StepProps; path: string }) => {
  const { ready, isChecked } = step;
  if (!isChecked || ready.saving === 'dirty') return null;
  const found = ready.errors.filter(({ field }) => field === path || field.startsWith(`${path}.`));
  const words = [...new Set(found.map((error) => faultWords(error)))];
  return words.length === 0 ? null : (
    <ul class="field-error">
      {words.map((one) => (
        <li key={one}>{w.atField(one)}</li>
      ))}
    </ul>
  );
};
