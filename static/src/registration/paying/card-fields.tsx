import { useState } from 'preact/hooks';
import { type Card, type CardErrors, cardErrors, grouped } from '../../flow/card';
import { afterPress } from '../../form/after-press';
import { Field } from '../../form/field';
import * as first from '../../texts/first';

export const noCard: Card = { number: '', expiry: '', cvc: '' };

interface CardFieldsProps {
  readonly card: Card;
  /** Show all errors, not only those in inputs the runner has left. */
  readonly showsAll: boolean;
  readonly now: Date;
  readonly onType: (card: Card) => void;
}

const boxes = [
  ['number', 'cc-number', 23],
  ['expiry', 'cc-exp', 7],
  ['cvc', 'cc-csc', 4],
] as const;

/** The inputs for the card. The card is kept in the memory of the form and nowhere else. */
export const CardFields = ({ card, showsAll, now, onType }: CardFieldsProps) => {
  const [left, setLeft] = useState<readonly (keyof Card)[]>([]);
  const errors: CardErrors = cardErrors(card, now);
  return (
    <div class="card-fields">
      {boxes.map(([field, autoComplete, maxLength]) => (
        <Field
          key={field}
          id={`card-${field}`}
          label={first.cardLabels[field]}
          hint={first.cardHints[field]}
          class={`card-${field}`}
          error={showsAll || left.includes(field) ? errors[field] : undefined}
          input={{
            value: card[field],
            inputMode: field === 'expiry' ? undefined : 'numeric',
            autoComplete,
            maxLength,
            spellcheck: false,
            onInput: (event) => onType({ ...card, [field]: event.currentTarget.value }),
            onBlur: (event) => {
              const { value } = event.currentTarget;
              if (field === 'number') onType({ ...card, number: grouped(value) });
              if (value) afterPress(() => setLeft((before) => (before.includes(field) ? before : [...before, field])));
            },
          }}
        />
      ))}
    </div>
  );
};
