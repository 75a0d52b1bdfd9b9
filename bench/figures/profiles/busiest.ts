import * as v from 'valibot';
import { number, table } from '../words';

/** As much as is read of what the profiler of V8 writes. Times in microseconds. */
export const cpuProfile = v.object({
  nodes: v.array(
    v.object({
      id: v.number(),
      callFrame: v.object({ functionName: v.string(), url: v.string(), lineNumber: v.number() }),
    }),
  ),
  samples: v.array(v.number()),
  timeDeltas: v.array(v.number()),
});

export type CpuProfile = v.InferOutput<typeof cpuProfile>;

export interface Busy {
  readonly place: string;
  /** Milliseconds in the function itself, without what it called. */
  readonly ms: number;
}

const placeOf = ({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string => {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name}, ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
};

/** Where the time of a process went, most first; what it waited is left out. */
export const busiest = ({ nodes, samples, timeDeltas }: CpuProfile): readonly Busy[] => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  samples.forEach((id, at) => {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') return;
    const place = placeOf(frame);
    times.set(place, (times.get(place) ?? 0) + Math.max(0, timeDeltas[at] ?? 0) / 1000);
  });
  return Array.from(times, ([place, ms]) => ({ place, ms })).sort((one, other) => other.ms - one.ms);
};

/** Of each process, as far down as a reader goes. */
const most = 15;

/** The busiest processes of a line, and in each the functions that took longest. */
export const profileSection = (
  title: string,
  profiles: readonly { readonly process: string; readonly profile: CpuProfile }[],
): string => {
  const found = profiles
    .map(({ process, profile }) => {
      const places = busiest(profile);
      return { process, places, total: places.reduce((sum, { ms }) => sum + ms, 0) };
    })
    .sort((one, other) => other.total - one.total)
    .slice(0, 4);
  const tables = found.map(({ process, places, total }) =>
    table(
      [`${process}: ${number(total)} ms`, 'ms', '%'],
      places.slice(0, most).map(({ place, ms }) => [place, number(ms), number((100 * ms) / total)]),
    ),
  );
  return [`## ${title}`, ...tables].join('\n\n');
};
