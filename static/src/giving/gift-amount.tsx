import { useState } from 'preact/hooks';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { causesOf } from '../../../lambdas/api/form/extras';
import { presetsOf } from '../entry/amounts';
import { AmountField, Radios, SelectField } from '../entry/boxes';
import type { TypedDonation } from '../flow/draft';
import { FieldGroup } from '../form/field';
import * as words from '../texts/giving';
import * as t from '../texts/page';
import { type Collecting, collectingFor, forgetCollecting } from './collecting';

interface GiftAmountProps {
  readonly form: Form;
  readonly raceId: string;
  readonly currency: string;
  readonly typed: TypedDonation | undefined;
  readonly error: string | undefined;
  /** The fundraiser was closed or hidden. */
  readonly isGone: boolean;
  readonly onType: (donation: TypedDonation | undefined) => void;
}

/** The fundraiser of a donation that was typed before. */
const collectingOf = ({ cause, fundraiser, title = '' }: TypedDonation): Collecting | undefined =>
  fundraiser === undefined ? undefined : { slug: fundraiser, title, cause };

/** How much is given, for what, and on whose page it counts. */
export const GiftAmount = ({ form, raceId, currency, typed, error, isGone, onType }: GiftAmountProps) => {
  const causes = causesOf(form);
  const [collecting, setCollecting] = useState(() => (typed ? collectingOf(typed) : collectingFor(raceId)));
  const [chosen, setChosen] = useState(typed?.cause ?? collecting?.cause ?? causes[0]?.id ?? '');
  const cause = causes.find(({ id }) => id === chosen) ?? causes[0];
  const presets = presetsOf(cause, currency);
  const isPreset = presets.some(({ id }) => id === typed?.amount);
  const [isOther, setOther] = useState(typed !== undefined && !isPreset);
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
  const options = [...presets, { id: 'other', name: words.giftOther }];
  const amount = isOther ? 'other' : typed?.amount;
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
        <SelectField
          id="gift-cause"
          label={words.giftCause}
          value={cause.id}
          options={causes.map(({ id, label }) => ({ id, name: textIn(form, label, t.locale) }))}
          onChoose={(id) => {
            setChosen(id);
            withoutPage(id);
          }}
        />
      )}
      <FieldGroup id="donation" legend={textIn(form, cause.label, t.locale)} error={isOther ? undefined : error}>
        <Radios
          id="donation"
          options={options}
          chosen={amount === undefined ? [] : [amount]}
          onChoose={(id) => (id === 'other' ? choose('', true) : choose(id, false))}
        />
      </FieldGroup>
      {isOther && (
        <AmountField
          id="donation-amount"
          label={words.giftAmount(currency)}
          text={typed?.amount ?? ''}
          error={error}
          onType={(text) => choose(text, true)}
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
