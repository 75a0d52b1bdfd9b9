import { useEffect, useRef } from 'preact/hooks';
import { passedMark } from '../time/duration';
import { announce } from './announce';

/** Reads a countdown aloud when it passes one of `marks` (seconds left), not every second. */
export const useMilestones = (secondsLeft: number, marks: readonly number[], words: (mark: number) => string) => {
  const before = useRef(secondsLeft);
  useEffect(() => {
    const mark = passedMark(before.current, secondsLeft, marks);
    before.current = secondsLeft;
    if (mark !== undefined) announce(words(mark));
  }, [secondsLeft]);
};
