import { useEffect, useRef } from 'preact/hooks';
import { passedMark } from '../time/duration';
import { announce } from './announce';

/** Reads a countdown aloud at a few marks instead of every second. */
export const useMilestones = (secondsLeft: number, marks: readonly number[], words: (mark: number) => string) => {
  const before = useRef(secondsLeft);
  useEffect(() => {
    const mark = passedMark(before.current, secondsLeft, marks);
    before.current = secondsLeft;
    if (mark !== undefined) announce(words(mark));
  }, [secondsLeft]);
};
