import { useState } from 'preact/hooks';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { causesOf } from '../../../lambdas/api/form/extras';
import { amountText } from '../entry/amounts';
import type { TypedDonation } from '../flow/draft';
import { described, Field, FieldError } from '../form/field';
import { money } from '../page/money';
import * as words from '../texts/giving';
import * as t from '../texts/page';
import { type Collecting, collectingFor, forgetCollecting } from './collecting';

interface GiftAmountProps {
  readonly form: Form;
  readonly raceId: string;
  readonly currency: string;
  readonly typed: TypedDonation | undefined;
  readonly error: string | undefined;
  /** Who collects it takes nothing any more. */
  readonly isGone: boolean;
  readonly onType: (donation: TypedDonation | undefined) => void;
}

/** Who collects what was typed before. */
const collectingOf = ({ cause, fundraiser, title = '' }: TypedDonation): Collecting | undefined =>
  fundraiser === undefined ? undefined : { slug: fundraiser, title, cause };

/** How much is given, for what, and on whose page it counts. */
export const GiftAmount = ({ form, raceId, currency, typed, error, isGone, onType }: GiftAmountProps) => {
  const causes = causesOf(form);
  const [collecting, setCollecting] = useState(() => (typed ? collectingOf(typed) : collectingFor(raceId)));
  const [chosen, setChosen] = useState(typed?.cause ?? collecting?.cause ?? causes[0]?.id ?? '');
  const cause = causes.find(({ id }) => id === chosen) ?? causes[0];
  const presets = (cause?.presets ?? []).map((amount) => amountText(amount, currency));
  const [isOther, setOther] = useState(typed !== undefined && !presets.includes(typed.amount));
  if (!cause) return null;
  const mine = collecting?.cause === cause.id ? collecting : undefined;
  const choose = (amount: string, other: boolean) => {
    setOther(other);
    onType({
      cause: cause.id,
      amount,
      ...(mine && { fundraiser: mine.slug, title: mine.title, isPublic: typed?.isPublic ?? false }),
    });
  };
  const withoutPage = (of: string) => {
    setCollecting(undefined);
    if (typed) onType({ cause: of, amount: typed.amount });
  };
  const missing = isOther ? undefined : error;
  const options = [
    ...cause.presets.map((amount) => [amountText(amount, currency), money(amount, currency)]),
    ['other', words.giftOther],
  ];
  return (
    <section aria-labelledby="gift-title">
      <h2 class="of-whom" id="gift-title">
        {words.giftHowMuch}
      </h2>
      {mine && (
        <div class="note">
          <p>{isGone ? words.collectedGone : words.collectedBy(mine.title)}</p>
          <button
            type="button"
            class="plain"
            onClick={() => {
              forgetCollecting(raceId);
              withoutPage(cause.id);
            }}
          >
            {words.collectedNot}
          </button>
        </div>
      )}
      {causes.length > 1 && (
        <div class="field">
          <label for="gift-cause">{words.giftCause}</label>
          <select
            id="gift-cause"
            value={cause.id}
            onChange={({ currentTarget: { value } }) => {
              setChosen(value);
              withoutPage(value);
            }}
          >
            {causes.map((one) => (
              <option key={one.id} value={one.id}>
                {textIn(form, one.label, t.locale)}
              </option>
            ))}
          </select>
        </div>
      )}
      <fieldset
        class="field"
        data-wrong={missing ? '' : undefined}
        aria-describedby={described('donation', undefined, missing)}
      >
        <legend>{textIn(form, cause.label, t.locale)}</legend>
        {missing && <FieldError id="donation">{missing}</FieldError>}
        <div class="choices">
          {options.map(([id = '', name], n) => (
            <label key={id} class="choice" for={n === 0 ? 'donation' : `donation-${id}`}>
              <input
                type="radio"
                id={n === 0 ? 'donation' : `donation-${id}`}
                name="donation"
                checked={id === 'other' ? isOther : !isOther && typed?.amount === id}
                onChange={() => (id === 'other' ? choose('', true) : choose(id, false))}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      {isOther && (
        <Field
          id="donation-amount"
          label={words.giftAmount(currency)}
          error={error}
          input={{
            value: typed?.amount ?? '',
            inputMode: 'decimal',
            autoComplete: 'off',
            onInput: ({ currentTarget: { value } }) => choose(value, true),
          }}
        />
      )}
      {mine && typed && (
        <div class="field">
          <label class="choice choice-wide" for="donation-public">
            <input
              type="checkbox"
              id="donation-public"
              checked={typed.isPublic === true}
              onChange={({ currentTarget: { checked } }) => onType({ ...typed, isPublic: checked })}
            />
            {words.collectedPublic}
          </label>
        </div>
      )}
    </section>
  );
};
