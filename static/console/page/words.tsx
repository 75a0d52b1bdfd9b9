import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Heading } from '../../src/page/heading';
import type { Data } from '../http/data';
import type { PasskeyFailure } from '../sign-in/passkeys';
import * as t from '../texts/en';
import { localTime } from './instants';

/** What went wrong, and what to do. For a problem, it is the sentence of the server. */
export const failureWords = (failure: PasskeyFailure): string => {
  if (failure.kind !== 'problem') return t.failures[failure.kind];
  return failure.name === 'not-found' ? t.missingHere : failure.detail;
};

interface NoteProps {
  readonly children?: ComponentChildren;
  /** Something was done, or went wrong. Without it, the note says how things are. */
  readonly kind?: 'good' | 'bad' | undefined;
}

/** It is always in the page, so that screen readers notice when it gets a text. */
export const Note = ({ children, kind }: NoteProps) => (
  <div class="note-place" role="status">
    {children && <div class={kind ? `note note-${kind}` : 'note'}>{children}</div>}
  </div>
);

export const FailureNote = ({ failure }: { failure: PasskeyFailure | undefined }) => (
  <Note kind="bad">{failure && <p>{failureWords(failure)}</p>}</Note>
);

export const Reading = ({ what }: { what: string }) => (
  <div class="reading" role="status">
    <p>{t.reading(what)}</p>
  </div>
);

export const Missing = () => (
  <section class="narrow">
    <Heading>{t.missingTitle}</Heading>
    <p>{t.missingWords}</p>
    <p>
      <a class="button" href="/console">
        {t.toRaces}
      </a>
    </p>
  </section>
);

interface ShownProps<T> {
  readonly data: Data<T>;
  /** What is being read: "the race". */
  readonly what: string;
  /** It is the whole screen, so it needs a heading. */
  readonly isWhole?: boolean;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what is read in its four states: being read, read, read but old, and failed. */
export const Shown = <T,>({ data, what, isWhole = false, children }: ShownProps<T>) => {
  if (data.kind === 'reading') return <Reading what={what} />;
  if (data.kind === 'failed') {
    if (isWhole && data.failure.kind === 'problem' && data.failure.name === 'not-found') return <Missing />;
    return (
      <section class={isWhole ? 'narrow' : ''}>
        {isWhole && <Heading>{t.failedTitle}</Heading>}
        <FailureNote failure={data.failure} />
        <button type="button" class="button button-quiet" onClick={data.again}>
          {t.tryAgain}
        </button>
      </section>
    );
  }
  return (
    <>
      <Note kind="bad">{data.failure && <p>{t.staleSince(localTime(data.at))}</p>}</Note>
      {children(data.value)}
    </>
  );
};

interface DialogProps {
  readonly title: string;
  /** Called by Escape, too. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. It is open as long as it is shown, and its heading takes the focus. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    heading.current?.focus();
    return () => {
      // While it is open, nothing else takes the focus.
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
};
