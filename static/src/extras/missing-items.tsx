import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { type Item, offered } from '../../../lambdas/api/form/extras';
import type { MissingVariant } from '../../../lambdas/api/form/fill';
import { type Counts, takenBy } from '../entry/edit-draft';
import { namesOf } from '../flow/draft';
import type { Filled } from '../flow/events';
import type { Failure } from '../http/failure';
import { useLoaded } from '../page/use-loaded';
import * as words from '../texts/extras';
import * as t from '../texts/page';
import { readStock, type Stock } from './read-stock';

interface MissingProps {
  readonly form: Form;
  readonly filled: Filled;
  readonly failure: Failure;
  readonly onTake: (who: number, counts: Counts) => void;
}

interface Line {
  readonly who: number;
  readonly item: Item;
  readonly missing: MissingVariant;
}

/** What each person wants of what is missing. */
const linesOf = (form: Form, filled: Filled, missing: readonly MissingVariant[]): readonly Line[] =>
  namesOf(filled.draft).flatMap((_, who) => {
    const counts = takenBy(filled, who);
    return offered(form, filled.draft.eventId).flatMap((item) =>
      missing.flatMap((one) =>
        item.variants.some(({ id }) => id === one.variant) && (counts[one.variant] ?? 0) > 0
          ? [{ who, item, missing: one }]
          : [],
      ),
    );
  });

/** Everything that cannot be had, for each person, with what they can have instead. */
export const MissingItems = ({ form, filled, failure, onTake }: MissingProps) => {
  const raceId = filled.draft.hold?.raceId ?? '';
  const stock = useLoaded(raceId, async () => ({ kind: 'ok', value: await readStock(raceId) }) as const);
  // The server made these parameters for this problem.
  const missing = (failure.kind === 'problem' ? failure.items : undefined) as readonly MissingVariant[] | undefined;
  const lines = linesOf(form, filled, missing ?? []);
  const names = namesOf(filled.draft);
  return (
    <>
      <p class="note note-bad">
        <b>{words.missingTitle}</b> {words.missingLead}
      </p>
      {lines.map(({ who, item, missing: one }) => {
        const variant = item.variants.find(({ id }) => id === one.variant);
        const label = textIn(form, item.label, t.locale);
        const name = words.oneOfItem(label, variant ? textIn(form, variant.label, t.locale) : '');
        return (
          <fieldset class="field" key={`${who} ${one.variant}`}>
            <legend>{names.length > 1 ? words.itemFor(label, names[who] ?? '') : label}</legend>
            <p class="hint">
              {one.ofNetwork
                ? words.isOfNetwork(name, one.left)
                : one.left > 0
                  ? words.onlyLeft(name, one.left)
                  : one.state === 'gone'
                    ? words.isGone(name)
                    : words.isHeld(name)}
            </p>
            {stock.kind === 'ok' ? (
              <Instead {...{ form, filled, who, item, one, onTake }} all={missing ?? []} stock={stock.value} />
            ) : (
              <p class="quiet">{words.look}</p>
            )}
          </fieldset>
        );
      })}
    </>
  );
};

interface InsteadProps extends Omit<MissingProps, 'failure'> {
  readonly who: number;
  readonly item: Item;
  readonly one: MissingVariant;
  readonly all: readonly MissingVariant[];
  readonly stock: Stock;
}

/** Buttons: the sizes that are left, and to go without. */
const Instead = ({ form, filled, who, item, one, all, stock, onTake }: InsteadProps) => {
  const counts = takenBy(filled, who);
  const count = counts[one.variant] ?? 0;
  const others = item.variants.filter(({ id }) => !all.some(({ variant }) => variant === id) && !stock.isMissing(id));
  return (
    <div class="actions">
      {others.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          class="button button-quiet"
          onClick={() => onTake(who, { [one.variant]: 0, [id]: (counts[id] ?? 0) + count })}
        >
          {words.takeInstead(textIn(form, label, t.locale))}
        </button>
      ))}
      {count > 1 && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => onTake(who, { [one.variant]: one.left > 0 ? Math.min(one.left, count - 1) : count - 1 })}
        >
          {words.fewer}
        </button>
      )}
      {(!item.included || others.length === 0) && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => onTake(who, { [one.variant]: 0, ...(item.included && { [item.id]: 'without' as const }) })}
        >
          {words.goWithout}
        </button>
      )}
    </div>
  );
};
