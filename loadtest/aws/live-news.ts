import type { RawSecond } from '../generator/harvest';
import type { News } from './run';
import { fileNames, type RunFiles } from './run-files';

/**
 * Tells of every second of a generator, a few at a time, in one file written again and again. What is lost on the way
 * nobody sees live; it is in the results all the same.
 *
 * @param every how many seconds to a file.
 */
export const liveNews = (files: RunFiles, generator: number, every: number) => {
  let seconds: RawSecond[] = [];
  let writing = Promise.resolve();
  return {
    second(second: RawSecond): void {
      // As many again: who looks every so often may be late once.
      seconds = [...seconds, second].slice(-2 * every - 1);
      if ((second.second + 1) % every !== 0) return;
      const news: News = { seconds };
      writing = writing.then(() => files.put(fileNames.live(generator), JSON.stringify(news))).catch(() => undefined);
    },
    /** Resolves when the last file is written. */
    end: (): Promise<void> => writing,
  };
};
