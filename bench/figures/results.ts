import * as v from 'valibot';

const figure = v.object({
  /** Id of one of the benchmark's goals. */
  goal: v.string(),
  value: v.number(),
  /** The value that the machine of the committed figures would have. Absent: no CPU figure, or no calibration. */
  normalised: v.optional(v.number()),
  /** Why the figure says nothing about the system. */
  void: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
});

const detail = v.object({ head: v.array(v.string()), rows: v.array(v.array(v.string())) });

const measured = v.object({
  kind: v.literal('measured'),
  figures: v.array(figure),
  details: v.array(detail),
  /** What a reader must also know. */
  notes: v.array(v.string()),
});

export const size = v.picklist(['full', 'short', 'pair']);

/** CPU in microseconds, the lower the faster is the machine. */
const calibration = v.object({
  /** An answer of a bare `node:http` server, its client included. */
  answer: v.number(),
  /** A request of `wrk`, the server not included. Absent: `wrk` is not installed. */
  wrk: v.optional(v.number()),
  /** A row inserted into PostgreSQL, its client not included. */
  row: v.number(),
});

/** What the machine did besides the bench and its processes, while a benchmark ran. */
const beside = v.object({
  seconds: v.number(),
  /** Cores that other processes used, on average. */
  cores: v.number(),
  /** Cores that the hypervisor gave to other machines. */
  stolen: v.number(),
  /** The highest load average per core; the bench itself counts too. */
  load: v.number(),
  busiest: v.array(v.object({ name: v.string(), cores: v.number() })),
});

/** Where, when and how a benchmark was run. */
const made = v.object({
  date: v.string(),
  commit: v.string(),
  command: v.string(),
  size,
  machine: v.string(),
  node: v.string(),
  postgres: v.string(),
  memcached: v.string(),
  /** Load average per core before the benchmark was run. */
  busy: v.number(),
});

const run = v.object({
  benchmark: v.string(),
  made,
  /** Before and after the benchmark. */
  calibration: v.optional(v.object({ before: calibration, after: calibration })),
  beside: v.optional(beside),
  /** How often it was run, because others disturbed it; the least disturbed run is kept. */
  attempts: v.optional(v.number()),
  outcome: v.variant('kind', [measured, v.object({ kind: v.literal('failed'), why: v.string() })]),
});

export const results = v.object({ runs: v.array(run) });

export type Size = v.InferOutput<typeof size>;
export type Calibration = v.InferOutput<typeof calibration>;
export type Beside = v.InferOutput<typeof beside>;
export type Figure = v.InferOutput<typeof figure>;
export type Detail = v.InferOutput<typeof detail>;
export type Measured = v.InferOutput<typeof measured>;
export type Made = v.InferOutput<typeof made>;
export type Run = v.InferOutput<typeof run>;
export type Results = v.InferOutput<typeof results>;

/** A new run of a benchmark replaces its old one. */
export const withRun = ({ runs }: Results, newest: Run): Results => ({
  runs: [...runs.filter(({ benchmark }) => benchmark !== newest.benchmark), newest],
});

/**
 * Figures by goal. With a reason all of them are void. A value that is not a number was not measured, and is left out.
 */
export const figuresOf = (values: Readonly<Record<string, number>>, why: readonly string[] = []): Figure[] =>
  Object.entries(values)
    .filter(([, value]) => Number.isFinite(value))
    .map(([goal, value]) => ({ goal, value, ...(why.length > 0 && { void: [...why] }) }));
