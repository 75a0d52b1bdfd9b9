import type { ComponentChildren } from 'preact';
import * as t from '../texts/page';

interface StepFormProps {
  readonly doneWords: string;
  /** The text of the button while the page waits for an answer. A press does nothing then. */
  readonly busyWords?: string | undefined;
  readonly onSubmit: () => void;
  readonly onBack?: (() => void) | undefined;
  /** Empties the inputs. */
  readonly onClear?: () => void;
  readonly children: ComponentChildren;
}

/** One step of a registration, with the buttons that lead on and back. */
export const StepForm = ({ doneWords, busyWords, onSubmit, onBack, onClear, children }: StepFormProps) => (
  <form
    class="sheet"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (!busyWords) onSubmit();
    }}
  >
    {children}
    <div class="actions">
      <button type="submit" class="button" aria-disabled={busyWords !== undefined}>
        {busyWords ?? doneWords}
      </button>
      {onBack && (
        <button type="button" class="plain" onClick={onBack}>
          {t.back}
        </button>
      )}
      {onClear && (
        <button type="button" class="plain" onClick={onClear}>
          {t.clear}
        </button>
      )}
    </div>
  </form>
);
