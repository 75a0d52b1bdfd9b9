import { mergeSecond, type RawSecond } from './results';

/** Merges the seconds of several generators. It passes a second on once every generator has reported it or ended. */
export const secondCollector = (generators: number, onSecond: ((second: RawSecond) => void) | undefined) => {
  const bySecond = new Map<number, RawSecond[]>();
  const latest = Array.from({ length: generators }, () => -1);
  let told = -1;
  const tell = () => {
    const last = Math.max(...bySecond.keys());
    while (told < Math.min(last, ...latest)) {
      const parts = bySecond.get(++told);
      bySecond.delete(told);
      if (parts) onSecond?.(mergeSecond(parts));
    }
  };
  return {
    second(index: number, second: RawSecond) {
      bySecond.set(second.second, [...(bySecond.get(second.second) ?? []), second]);
      latest[index] = second.second;
      tell();
    },
    done(index: number) {
      latest[index] = Number.POSITIVE_INFINITY;
      tell();
    },
  };
};
