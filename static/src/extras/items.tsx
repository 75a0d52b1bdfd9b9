import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { type Item, maxPerPersonOf, offered, type Variant } from '../../../lambdas/api/form/extras';
import { boxId, Radios } from '../entry/boxes';
import { type Counts, takenBy } from '../entry/edit-draft';
import type { AnswerErrors } from '../entry/read-entry';
import type { Filled } from '../flow/events';
import { FieldGroup } from '../form/field';
import { money } from '../page/money';
import * as words from '../texts/extras';
import * as t from '../texts/page';
import type { Stock } from './read-stock';

interface ItemsProps {
  readonly form: Form;
  readonly filled: Filled;
  readonly who: number;
  readonly errors: AnswerErrors;
  /** Absent while it is read, or where nothing is limited. */
  readonly stock: Stock | undefined;
  readonly onTake: (counts: Counts) => void;
}

/** Of the first box of an item: an error's link leads to it. */
export const itemId = (who: number, item: Pick<Item, 'id'>): string => `item-${who}-${item.id}`;

/** What one person can take, item by item. */
export const Items = ({ form, filled, who, errors, stock, onTake }: ItemsProps) => {
  const { eventId, hold } = filled.draft;
  const counts = takenBy(filled, who);
  const named = ({ id, label, price }: Variant) => {
    const name = textIn(form, label, t.locale);
    const priced = price > 0 ? words.withPrice(name, money(price, hold?.quote.currency ?? '')) : name;
    return stock?.named(id, priced) ?? priced;
  };
  // What somebody has chosen may be theirs already.
  const isOff = ({ id }: Variant) => stock?.isGone(id) && !counts[id];
  return (
    <>
      {offered(form, eventId).map((item) => {
        const id = itemId(who, item);
        const most = maxPerPersonOf(item);
        const error = errors[item.id];
        const limit = item.included ? words.included : most > 1 ? words.atMost(most) : '';
        const hint = [item.help && textIn(form, item.help, t.locale), limit].filter(Boolean).join(' ');
        const takeOne = (variant: string) =>
          onTake({
            ...Object.fromEntries(item.variants.map((one) => [one.id, one.id === variant ? 1 : 0])),
            ...(item.included && { [item.id]: variant === '' ? ('without' as const) : 0 }),
          });
        const taken = item.variants.find((one) => (counts[one.id] ?? 0) > 0)?.id;
        const isWithout = taken === undefined && counts[item.id] === 0;
        const choices = item.variants.map((one) => ({ id: one.id, name: named(one), isOff: isOff(one) }));
        const none = { id: '', name: item.included ? words.extrasWithout : words.extrasNone };
        const all = !item.included || isWithout || item.variants.every(isOff) ? [none, ...choices] : choices;
        const chosen = taken ?? (item.included && !isWithout ? undefined : '');
        return (
          <FieldGroup key={item.id} {...{ id, hint, error }} legend={textIn(form, item.label, t.locale)}>
            {most > 1 ? (
              <div class="pieces">
                {item.variants.map((one, n) => (
                  <label key={one.id} class="piece" for={boxId(id, one.id, n)}>
                    <span>{named(one)}</span>
                    <select
                      id={boxId(id, one.id, n)}
                      value={String(counts[one.id] ?? 0)}
                      disabled={isOff(one)}
                      onChange={({ currentTarget }) => onTake({ [one.id]: Number(currentTarget.value) })}
                    >
                      {Array.from({ length: most + 1 }, (_, count) => (
                        <option key={count} value={String(count)}>
                          {count}
                        </option>
                      ))}
                    </select>
                  </label>
                ))}
              </div>
            ) : (
              <Radios id={id} options={all} chosen={chosen === undefined ? [] : [chosen]} onChoose={takeOne} />
            )}
          </FieldGroup>
        );
      })}
    </>
  );
};
