import { useState } from 'preact/hooks';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { causesOf } from '../../../lambdas/api/form/extras';
import { presetsOf } from '../entry/amounts';
import { AmountField, Radios, SelectField } from '../entry/boxes';
import type { TypedDonation } from '../flow/draft';
import { FieldGroup } from '../form/field';
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
  const presets = presetsOf(cause, currency);
  const isPreset = presets.some(({ id }) => id === typed?.amount);
  const [isOther, setOther] = useState(typed !== undefined && !isPreset);
  if (!cause) return null;
  const choose = (amount: string | undefined, other: boolean) => {
    setOther(other);
    onType(amount === undefined ? undefined : { cause: cause.id, amount });
  };
  const options = [{ id: 'none', name: words.donationNone }, ...presets, { id: 'other', name: words.donationOther }];
  const onChoose = (id: string) => (id === 'other' ? choose('', true) : choose(id === 'none' ? undefined : id, false));
  return (
    <>
      {causes.length > 1 && (
        <SelectField
          id="donation-cause"
          label={words.donationCause}
          value={cause.id}
          options={causes.map(({ id, label }) => ({ id, name: textIn(form, label, t.locale) }))}
          onChoose={(id) => {
            setChosen(id);
            if (typed) onType({ ...typed, cause: id });
          }}
        />
      )}
      <FieldGroup
        id="donation"
        legend={textIn(form, cause.label, t.locale)}
        hint={cause.help && textIn(form, cause.help, t.locale)}
      >
        <Radios id="donation" {...{ options, onChoose }} chosen={[isOther ? 'other' : (typed?.amount ?? 'none')]} />
      </FieldGroup>
      {isOther && (
        <AmountField
          id="donation-amount"
          label={words.donationAmount(currency)}
          text={typed?.amount ?? ''}
          error={error}
          onType={(amount) => choose(amount, true)}
        />
      )}
    </>
  );
};
