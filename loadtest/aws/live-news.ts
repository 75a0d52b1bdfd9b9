import type { RawSecond } from '../generator/results';
import type { News } from './run';
import { fileNames, type RunFiles } from './run-files';

/**
 * Reports the seconds of a generator, several at a time, in one file that is overwritten. A file that is lost is not
 * shown live; its seconds are in the results all the same.
 *
 * @param every seconds between two files.
 */
export const liveNews = (files: RunFiles, generator: number, every: number) => {
  let seconds: RawSecond[] = [];
  let writing = Promise.resolve();
  return {
    second(second: RawSecond): void {
      // Twice as many seconds, because a reader may be late once.
      seconds = [...seconds, second].slice(-2 * every - 1);
      if ((second.second + 1) % every !== 0) return;
      const news: News = { seconds };
      writing = writing.then(() => files.put(fileNames.live(generator), JSON.stringify(news))).catch(() => undefined);
    },
    /** Resolves when the last file is written. */
    end: (): Promise<void> => writing,
  };
};
