import { useEffect, useRef, useState } from 'preact/hooks';

interface Steps<State, Event> {
  readonly open: () => State;
  readonly reduce: (state: State, event: Event) => State;
  /** Runs before the new state shows or sends anything: a crash right after finds it kept. */
  readonly keep?: (state: State) => void;
}

/** A state that things happen to. What happens after its screen is gone is kept, and drawn no more. */
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
