import { useState } from 'preact/hooks';
import { type Card, type CardErrors, grouped } from './card';

interface CardFieldsProps {
  readonly card: Card;
  readonly errors: CardErrors;
  /** Show all errors, not only those in inputs that were left. */
  readonly showsAll: boolean;
  readonly onType: (card: Card) => void;
}

const errorDelayMs = 300;

const boxes = [
  { field: 'number', label: 'Card number', hint: '', autoComplete: 'cc-number', maxLength: 23 },
  { field: 'expiry', label: 'Expires', hint: 'MM/YY', autoComplete: 'cc-exp', maxLength: 7 },
  { field: 'cvc', label: 'Security code', hint: 'CVC', autoComplete: 'cc-csc', maxLength: 4 },
] as const;

/** The inputs for the card. */
export const CardFields = ({ card, errors, showsAll, onType }: CardFieldsProps) => {
  const [left, setLeft] = useState<readonly (keyof Card)[]>([]);
  return (
    <div class="card-fields">
      {boxes.map(({ field, label, hint, autoComplete, maxLength }) => {
        const error = showsAll || left.includes(field) ? errors[field] : undefined;
        return (
          <div key={field} class={`field ${field}`}>
            <label for={field}>{label}</label>
            <input
              id={field}
              value={card[field]}
              inputMode={field === 'expiry' ? undefined : 'numeric'}
              autoComplete={autoComplete}
              maxLength={maxLength}
              spellcheck={false}
              placeholder={hint}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${field}-error` : undefined}
              onInput={(event) => onType({ ...card, [field]: event.currentTarget.value })}
              onBlur={(event) => {
                const { value } = event.currentTarget;
                if (field === 'number') onType({ ...card, number: grouped(value) });
                // Later, because an error must not move the page's button while it is being pressed.
                const show = () => setLeft((before) => (before.includes(field) ? before : [...before, field]));
                if (value) setTimeout(show, errorDelayMs);
              }}
            />
            {error && (
              <p class="error" id={`${field}-error`} role={showsAll ? undefined : 'alert'}>
                {error.message}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
};
