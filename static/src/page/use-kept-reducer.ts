import { useEffect, useRef, useState } from 'preact/hooks';

interface Steps<State, Event> {
  readonly open: () => State;
  readonly reduce: (state: State, event: Event) => State;
  /** Stores the state. Runs before the new state is drawn or sends anything, so that a reload or crash finds it. */
  readonly keep?: (state: State) => void;
}

/**
 * Like `useReducer`, with storage. Events that arrive after the component is unmounted are reduced and stored, but not
 * drawn.
 */
export const useKeptReducer = <State, Event>({ open, reduce, keep }: Steps<State, Event>) => {
  const [first] = useState(open);
  const now = useRef(first);
  const [, draw] = useState(first);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const dispatch = (event: Event) => {
    const after = reduce(now.current, event);
    if (after === now.current) return;
    keep?.(after);
    now.current = after;
    if (isShown.current) draw(after);
  };
  return { state: now.current, dispatch };
};
