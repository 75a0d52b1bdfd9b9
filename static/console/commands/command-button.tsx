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
  /** Of the dialog, and the whole name of the button. */
  readonly title: string;
  readonly act: string;
  readonly says: (answer: A, isDone: boolean) => ComponentChildren;
  /** It stands by itself, and not at a row. */
  readonly isButton?: boolean;
  /** False: there is no button, but a dialog that is open stays until it is left. Default: true. */
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
    // Not before: the row, and this dialog with it, may go.
    if (state.kind === 'done') raceChanged(raceId);
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
