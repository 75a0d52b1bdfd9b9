import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, FailureNote, Reading } from '../page/words';
import * as t from '../texts/commands';
import * as page from '../texts/en';
import { Outcome } from './outcome';
import { raceChanged, useCommand } from './use-command';

interface CommandButtonProps<A> {
  readonly raceId: string;
  readonly command: string;
  readonly content: object;
  readonly label: string;
  /** The title of the dialog, and the name of the button for screen readers. */
  readonly title: string;
  readonly act: string;
  readonly says: (answer: A, isDone: boolean) => ComponentChildren;
  /** Called when its dialog is closed after it was done. */
  readonly onDone?: () => void;
  /** It stands by itself, and not in a row of a table. */
  readonly isButton?: boolean;
  /** False: there is no button, and an open dialog stays until it is closed. Default: true. */
  readonly isOffered?: boolean;
}

/** A command about a row of a list: a dialog says what it would do, and does it. */
export const CommandButton = <A,>({
  label,
  title,
  isOffered = true,
  isButton = false,
  ...props
}: CommandButtonProps<A>) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isOffered && (
        <button
          type="button"
          class={isButton ? 'button button-quiet' : 'plain small'}
          aria-label={title}
          onClick={() => setOpen(true)}
        >
          {label}
        </button>
      )}
      {isOpen && <CommandDialog {...props} title={title} onClose={() => setOpen(false)} />}
    </>
  );
};

const CommandDialog = <A,>({
  raceId,
  command,
  content,
  title,
  act: label,
  says,
  onDone,
  onClose,
}: Omit<CommandButtonProps<A>, 'label' | 'isOffered' | 'isButton'> & { readonly onClose: () => void }) => {
  const { state, look, act } = useCommand<A>(raceId, command);
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    setAsked(true);
    void look(content);
  }
  const close = () => {
    onClose();
    // Only now, because the row of this dialog may disappear.
    if (state.kind !== 'done') return;
    raceChanged(raceId);
    onDone?.();
  };
  return (
    <Dialog title={title} onClose={close}>
      {state.kind === 'looking' && <Reading what={t.whatItDoes} />}
      {state.kind === 'resting' && (
        <>
          <FailureNote failure={state.failure} />
          <button type="button" class="button" onClick={close}>
            {page.close}
          </button>
        </>
      )}
      <Outcome state={state} says={says} act={label} onAct={act} onLeave={close} />
    </Dialog>
  );
};
