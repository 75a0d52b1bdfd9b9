import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PasskeyFailure } from '../sign-in/passkeys';
import * as t from '../texts/en';
import { useSending } from './use-sending';
import { Dialog, FailureNote } from './words';

interface AskFirstProps {
  /** The text of the button. */
  readonly label: string;
  readonly title: string;
  readonly work: () => Promise<{ readonly kind: 'ok' } | PasskeyFailure>;
  readonly then: () => unknown;
  /** What would happen, or what is chosen first. */
  readonly children: ComponentChildren;
}

/** A button that first says what it does. It is for requests without a dry run. */
export const AskFirst = ({ label, title, work, then, children }: AskFirstProps) => {
  const [isOpen, setOpen] = useState(false);
  const { isSending, failure, send } = useSending();
  const done = () => {
    setOpen(false);
    return then();
  };
  return (
    <>
      <button type="button" class="plain small" aria-label={title} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
          <FailureNote failure={failure} />
          <div class="actions">
            <button type="button" class="button" aria-disabled={isSending} onClick={() => send(work, done)}>
              {isSending ? t.working : t.doIt}
            </button>
            <button type="button" class="plain" onClick={() => setOpen(false)}>
              {t.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
};
