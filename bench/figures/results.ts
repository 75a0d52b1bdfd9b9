import * as v from 'valibot';

const figure = v.object({
  /** Of the line's goals. */
  goal: v.string(),
  value: v.number(),
  /** Why it says nothing about the system. */
  void: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
});

const detail = v.object({ head: v.array(v.string()), rows: v.array(v.array(v.string())) });

const measured = v.object({
  kind: v.literal('measured'),
  figures: v.array(figure),
  details: v.array(detail),
  /** What a reader must know besides. */
  notes: v.array(v.string()),
});

/** Where, when and how a benchmark was run. */
const made = v.object({
  date: v.string(),
  commit: v.string(),
  command: v.string(),
  isShort: v.boolean(),
  machine: v.string(),
  node: v.string(),
  postgres: v.string(),
  memcached: v.string(),
  /** Load average for each core before the benchmark was run. */
  busy: v.number(),
});

const run = v.object({
  benchmark: v.string(),
  made,
  outcome: v.variant('kind', [measured, v.object({ kind: v.literal('failed'), why: v.string() })]),
});

export const results = v.object({ runs: v.array(run) });

export type Figure = v.InferOutput<typeof figure>;
export type Detail = v.InferOutput<typeof detail>;
export type Measured = v.InferOutput<typeof measured>;
export type Made = v.InferOutput<typeof made>;
export type Run = v.InferOutput<typeof run>;
export type Results = v.InferOutput<typeof results>;

/** A benchmark that is run again takes the place of what it was. */
export const withRun = ({ runs }: Results, newest: Run): Results => ({
  runs: [...runs.filter(({ benchmark }) => benchmark !== newest.benchmark), newest],
});

/** Figures by goal; all of them void when there is a reason. What is no number was not measured, and is left out. */
export const figuresOf = (values: Readonly<Record<string, number>>, why: readonly string[] = []): Figure[] =>
  Object.entries(values)
    .filter(([, value]) => Number.isFinite(value))
    .map(([goal, value]) => ({ goal, value, ...(why.length > 0 && { void: [...why] }) }));
