import * as v from 'valibot';

/** The fields that are read of a V8 CPU profile. Times in microseconds. */
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
export type Frame = CpuProfile['nodes'][number]['callFrame'];

/** A process of a profiled run. */
export interface Profiled {
  readonly process: string;
  readonly profile: CpuProfile;
}

/**
 * Milliseconds in the functions themselves, without the functions they called, by the name that `nameOf` gives; waiting
 * is left out.
 */
export const timeBy = (
  { nodes, samples, timeDeltas }: CpuProfile,
  nameOf: (frame: Frame) => string,
): ReadonlyMap<string, number> => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  samples.forEach((id, at) => {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') return;
    const name = nameOf(frame);
    times.set(name, (times.get(name) ?? 0) + Math.max(0, timeDeltas[at] ?? 0) / 1000);
  });
  return times;
};
