import { inProcesses } from '../generator/in-processes';
import type { Watching } from '../generator/let-walk';
import { type GeneratorLoad, mergeFigures } from '../generator/results';
import { Histogram } from '../report/histogram';
import type { LineResults, LineTask } from './let-come';

const program = 'loadtest/line/generator.ts';

/** The figures of the generator whose one value in a hundred is the highest: the others must not hide it. */
const worstOf = (texts: readonly string[]): string => {
  const p99 = (text: string) => Histogram.parse(text).percentile(0.99);
  return texts.reduce((worst, text) => (p99(text) > p99(worst) ? text : worst));
};

/** Brings the results of several generators together. Throws when there are none. */
export const mergeLines = (parts: readonly LineResults[]): LineResults => {
  const figures = mergeFigures(parts);
  const loads = parts.map(({ generatorLoad }) => generatorLoad);
  const worst = (of: (load: GeneratorLoad) => string) => worstOf(loads.map(of));
  return {
    ...figures,
    waited: parts.flatMap(({ waited }) => waited),
    turnedAway: parts.flatMap(({ turnedAway }) => turnedAway),
    generatorLoad: {
      ...figures.generatorLoad,
      lateness: worst(({ lateness }) => lateness),
      departureLateness: worst(({ departureLateness }) => departureLateness),
    },
  };
};

/** Lets all people and bots come, in processes of their own. */
export const letComeIn = async (processes: number, task: LineTask, watching: Watching): Promise<LineResults> =>
  mergeLines(await inProcesses<LineTask, LineResults>(program, processes, task, watching));
