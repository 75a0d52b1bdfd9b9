import { useState } from 'preact/hooks';
import { digitsOf } from '../../src/page/money';
import { CommandButton } from '../commands/command-button';
import { type JsonObject, scaled, unscaled, withValue } from '../editing/draft';
import { edit, InstantInput, inputId, TextInput } from '../editing/inputs';
import { Field } from '../page/field';
import * as c from '../texts/commands';
import * as f from '../texts/form-editor';
import { ListEditor } from './list-editor';
import {
  currencyOf,
  EventBoxes,
  type FormProps,
  freshId,
  isPublished,
  LabelInput,
  labelIn,
  languageOf,
  Tick,
  WholeInput,
} from './parts';

const i = f.items;

export const Items = ({ step, raceId }: FormProps) => (
  <ListEditor
    step={step}
    path="form.items"
    texts={i}
    make={() => ({ id: freshId('i'), label: {}, variants: [{ id: freshId('v'), label: {}, price: 0 }] })}
    first={`label.${languageOf(step)}`}
    nameOf={(one) => labelIn(step, one)}
    staysOnce="offered"
  >
    {(item, at) => <Item step={step} raceId={raceId} item={item} at={at} />}
  </ListEditor>
);

interface ItemProps extends FormProps {
  readonly item: JsonObject;
  readonly at: string;
}

const Item = ({ step, raceId, item, at }: ItemProps) => {
  const isFixed = isPublished(step, 'items', item.id);
  const variants = (item.variants ?? []) as readonly JsonObject[];
  const include = (isOn: boolean) =>
    edit(step.editor, (draft) => {
      const { included: _, maxPerPerson, ...rest } = item;
      return withValue(draft, at, {
        ...rest,
        ...(isOn ? { included: true } : maxPerPerson !== undefined && { maxPerPerson }),
        variants: variants.map((one) => (isOn ? { ...one, price: 0 } : one)),
      });
    });
  return (
    <>
      <LabelInput step={step} path={`${at}.label`} label={i.label} />
      <LabelInput step={step} path={`${at}.help`} label={i.help} />
      <Tick step={step} path={`${at}.included`} label={i.included} isOff={isFixed} onTick={include} />
      <fieldset class="field form-options" id={inputId(`${at}.variants`)} tabIndex={-1}>
        <legend>{i.variants}</legend>
        {variants.map((variant, m) => (
          <Variant key={String(variant.id)} {...{ step, raceId, item, at, variant, m }} />
        ))}
        <button
          type="button"
          class="plain small"
          onClick={() => {
            const price = item.included ? 0 : (variants.at(-1)?.price ?? 0);
            edit(step.editor, (draft) =>
              withValue(draft, `${at}.variants`, [...variants, { id: freshId('v'), label: {}, price }]),
            );
            const id = inputId(`${at}.variants.${variants.length}.label.${languageOf(step)}`);
            requestAnimationFrame(() => document.getElementById(id)?.focus());
          }}
        >
          {i.addVariant}
        </button>
      </fieldset>
      <details class="more">
        <summary>{f.moreOf(labelIn(step, item) || i.label)}</summary>
        {item.included !== true && (
          <WholeInput step={step} path={`${at}.maxPerPerson`} label={i.maxPerPerson} hint={i.maxHint} />
        )}
        <InstantInput step={step} path={`${at}.refundUntil`} label={i.refundUntil} hint={i.refundHint} />
        <InstantInput step={step} path={`${at}.exchangeUntil`} label={i.exchangeUntil} hint={i.exchangeHint} />
        <EventBoxes step={step} path={`${at}.events`} />
      </details>
    </>
  );
};

interface VariantProps extends ItemProps {
  readonly variant: JsonObject;
  readonly m: number;
}

const Variant = ({ step, raceId, item, at, variant, m }: VariantProps) => {
  const here = `${at}.variants.${m}`;
  const currency = currencyOf(step);
  const name = labelIn(step, variant) || i.variantLabel(m + 1);
  const variants = (item.variants ?? []) as readonly JsonObject[];
  const isLive = step.ready.document !== undefined;
  const put = (next: readonly JsonObject[]) => edit(step.editor, (draft) => withValue(draft, `${at}.variants`, next));
  return (
    <div class="form-option">
      <LabelInput step={step} path={`${here}.label`} label={i.variantLabel(m + 1)} />
      {item.included !== true && (
        <TextInput
          step={step}
          path={`${here}.price`}
          label={i.price(currency)}
          inputMode="decimal"
          format={(amount) => unscaled(amount as never, digitsOf(currency))}
          parse={(text) => scaled(text, digitsOf(currency))}
        />
      )}
      {isLive ? (
        <Tick step={step} path={`${here}.limited`} label={i.limited} />
      ) : (
        m === 0 && <p class="quiet">{i.limitedLater}</p>
      )}
      {variant.limited === true && isLive && (
        <Stock
          raceId={raceId}
          variant={String(variant.id)}
          name={`${labelIn(step, item)} ${name}`}
          id={`${inputId(here)}-stock`}
        />
      )}
      <div class="row-actions">
        {m > 0 && (
          <button
            type="button"
            class="plain small"
            aria-label={f.upOf(name)}
            onClick={() =>
              put([...variants.slice(0, m - 1), variant, ...variants.slice(m - 1, m), ...variants.slice(m + 1)])
            }
          >
            {f.up}
          </button>
        )}
        {isPublished(step, 'items', variant.id) ? (
          <button
            type="button"
            class="plain small"
            aria-label={variant.retired ? f.againOf(name) : f.retireOfferOf(name)}
            onClick={() =>
              put(
                variants.map(
                  (one, n) => (n === m ? { ...one, retired: one.retired ? undefined : true } : one) as JsonObject,
                ),
              )
            }
          >
            {variant.retired ? f.again : f.retireOffer}
          </button>
        ) : (
          variants.length > 1 && (
            <button
              type="button"
              class="plain small"
              aria-label={f.removeOf(name)}
              onClick={() => put(variants.filter((_, n) => n !== m))}
            >
              {f.removeOne}
            </button>
          )
        )}
      </div>
    </div>
  );
};

interface StockAnswer {
  readonly stock: { readonly variant: string; readonly stock: number; readonly before: number; readonly given: number };
}

/** How many there are of a variant: a command of its own, because it holds at once. */
const Stock = ({ raceId, variant, name, id }: { raceId: string; variant: string; name: string; id: string }) => {
  const [typed, setTyped] = useState('');
  const wished = scaled(typed, 0);
  const isNumber = typeof wished === 'number';
  return (
    <div class="form-stock">
      <Field
        id={id}
        label={i.stock}
        hint={i.stockHint}
        error={typed !== '' && !isNumber ? c.fieldWhole : undefined}
        input={{
          value: typed,
          inputMode: 'numeric',
          autoComplete: 'off',
          onInput: ({ currentTarget }) => setTyped(currentTarget.value),
        }}
      />
      <CommandButton<StockAnswer>
        raceId={raceId}
        command="setStock"
        content={{ variant, stock: wished }}
        isOffered={isNumber}
        label={i.setStock}
        title={i.setStockOf(name)}
        act={c.stock.act}
        says={({ stock: { stock, before, given } }, isDone) => (
          <p>{isDone ? c.stockDid(name, stock) : c.stockWould(name, before, stock, given)}</p>
        )}
      />
    </div>
  );
};
