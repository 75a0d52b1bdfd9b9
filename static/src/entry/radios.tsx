import { FieldError } from '../form/field';

interface RadiosProps {
  /** Of the first button; the others add their own id. */
  readonly id: string;
  readonly options: readonly { readonly id: string; readonly name: string; readonly isOff?: boolean | undefined }[];
  /** The ids that are chosen. */
  readonly chosen: readonly string[];
  /** Several can be chosen. */
  readonly isMany?: boolean;
  readonly onChoose: (id: string) => void;
  readonly onBlur?: (event: FocusEvent) => void;
}

export const boxId = (id: string, of: string, n: number): string => (n === 0 ? id : `${id}-${of}`);

/** Radio buttons, or boxes to check. */
export const Radios = ({ id, options, chosen, isMany, onChoose, onBlur }: RadiosProps) => (
  <div class="choices">
    {options.map((option, n) => (
      <label key={option.id} class="choice" for={boxId(id, option.id, n)}>
        <input
          type={isMany ? 'checkbox' : 'radio'}
          id={boxId(id, option.id, n)}
          name={id}
          checked={chosen.includes(option.id)}
          disabled={option.isOff}
          onChange={() => onChoose(option.id)}
          {...(onBlur && { onBlur })}
        />
        {option.name}
      </label>
    ))}
  </div>
);

/** What is said between a label and its boxes. */
export const Notes = ({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) => (
  <>
    {hint && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {error && <FieldError id={id}>{error}</FieldError>}
  </>
);
