import { useState } from 'preact/hooks';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { causesOf } from '../../../lambdas/api/form/extras';
import { amountText } from '../entry/amounts';
import { Notes, Radios } from '../entry/radios';
import type { TypedDonation } from '../flow/draft';
import { described, Field } from '../form/field';
import { money } from '../page/money';
import * as words from '../texts/extras';
import * as t from '../texts/page';

interface DonationProps {
  readonly form: Form;
  readonly currency: string;
  readonly typed: TypedDonation | undefined;
  readonly error: string | undefined;
  readonly onType: (donation: TypedDonation | undefined) => void;
}

/** A donation: one of the amounts that the race suggests, or another. */
export const Donation = ({ form, currency, typed, error, onType }: DonationProps) => {
  const causes = causesOf(form);
  const [chosen, setChosen] = useState(typed?.cause ?? causes[0]?.id ?? '');
  const cause = causes.find(({ id }) => id === chosen) ?? causes[0];
  const presets = (cause?.presets ?? []).map((amount) => ({
    text: amountText(amount, currency),
    name: money(amount, currency),
  }));
  const isPreset = presets.some(({ text }) => text === typed?.amount);
  const [isOther, setOther] = useState(typed !== undefined && !isPreset);
  if (!cause) return null;
  const help = cause.help && textIn(form, cause.help, t.locale);
  const label = textIn(form, cause.label, t.locale);
  const choose = (amount: string | undefined, other: boolean) => {
    setOther(other);
    onType(amount === undefined ? undefined : { cause: cause.id, amount });
  };
  const options = [
    { id: 'none', name: words.donationNone },
    ...presets.map(({ text, name }) => ({ id: text, name })),
    { id: 'other', name: words.donationOther },
  ];
  const onChoose = (id: string) => (id === 'other' ? choose('', true) : choose(id === 'none' ? undefined : id, false));
  return (
    <>
      {causes.length > 1 && (
        <div class="field">
          <label for="donation-cause">{words.donationCause}</label>
          <select
            id="donation-cause"
            value={cause.id}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
              if (typed) onType({ ...typed, cause: currentTarget.value });
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
      <fieldset class="field" aria-describedby={described('donation', help, undefined)}>
        <legend>{label}</legend>
        <Notes id="donation" hint={help} />
        <Radios id="donation" {...{ options, onChoose }} chosen={[isOther ? 'other' : (typed?.amount ?? 'none')]} />
      </fieldset>
      {isOther && (
        <Field
          id="donation-amount"
          label={words.donationAmount(currency)}
          error={error}
          input={{
            value: typed?.amount ?? '',
            inputMode: 'decimal',
            autoComplete: 'off',
            onInput: ({ currentTarget }) => choose(currentTarget.value, true),
          }}
        />
      )}
    </>
  );
};
