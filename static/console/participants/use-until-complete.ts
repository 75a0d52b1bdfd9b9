import { useEffect } from 'preact/hooks';
import type { Data } from '../http/data';

/** How soon a list is read again while its rows are still copied. */
const rereadMs = 500;

/** Reads the first page of a list again until all its rows are copied. Each request copies more of a race that nobody has looked at before. */
export const useUntilComplete = (data: Data<{ readonly isComplete: boolean }>, isFirst: boolean): void => {
  useEffect(() => {
    if (data.kind !== 'ok' || data.failure || data.value.isComplete || !isFirst) return;
    // Not at once, because another caller may be copying.
    const timer = setTimeout(data.again, rereadMs);
    return () => clearTimeout(timer);
  }, [data]);
};
