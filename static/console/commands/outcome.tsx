import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { FailureNote } from '../page/words';
import * as t from '../texts/commands';
import * as page from '../texts/en';
import type { CommandState } from './use-command';

interface OutcomeProps<A> {
  readonly state: CommandState<A>;
  /** What the command would do, or did. */
  readonly says: (answer: A, isDone: boolean, content?: object) => ComponentChildren;
  /** On the button. */
  readonly act: string;
  readonly onAct: () => unknown;
  /** Back to what was typed. */
  readonly onLeave: () => void;
}

/** What a command would do, with the button that does it. Afterwards, what it did. It takes the focus when it appears. */
export const Outcome = <A,>({ state, says, act, onAct, onLeave }: OutcomeProps<A>) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { kind } = state;
  // At once: an effect that comes a frame later takes the focus from whoever has gone on to the button by then.
  useLayoutEffect(() => {
    if (kind === 'shown' || kind === 'done') heading.current?.focus();
  }, [kind]);
  if (kind === 'resting' || kind === 'looking') return null;
  const isDone = kind === 'done';
  return (
    <div class={isDone ? 'plan plan-done' : 'plan'}>
      <h3 ref={heading} tabIndex={-1}>
        {isDone ? t.done : t.wouldDo}
      </h3>
      <div>{says(state.answer, isDone, state.kind === 'done' ? undefined : state.content)}</div>
      {!isDone && <FailureNote failure={state.failure} />}
      <div class="actions">
        {!isDone && (
          <button type="button" class="button" aria-disabled={kind === 'acting'} onClick={() => onAct()}>
            {kind === 'acting' ? page.working : act}
          </button>
        )}
        <button type="button" class="plain" onClick={onLeave}>
          {isDone ? t.goOn : page.cancel}
        </button>
      </div>
    </div>
  );
};
