import * as v from 'valibot';

const share = v.pipe(v.number(), v.minValue(0));
const whole = v.pipe(share, v.integer());
/** Milliseconds. */
const ms = share;

export const scenarioKinds = [
  'opening',
  'race-page',
  'signed-in',
  'static',
  'hello',
  'stream',
  'results',
  'live',
] as const;

/** The options of a run: the same wish and the same seed give the same plan. */
export const wish = v.object({
  scenario: v.picklist(scenarioKinds),
  runners: v.pipe(whole, v.minValue(1)),
  /** Seconds within which all set off. */
  within: share,
  /** Seconds a person needs for a form, at least and at most. */
  think: v.tuple([share, share]),
  /** Without a slash at its end. Absent: a new system of the test's own. */
  url: v.optional(v.string()),
  /** The Startline whose race is copied into a system of the test's own; `url` is then absent. */
  twinOf: v.optional(v.string()),
  race: v.string(),
  card: v.string(),
  seed: whole,
  /** How runners set off: evenly (default), or like a crowd. */
  arrivals: v.optional(v.picklist(['even', 'poisson'])),
  /** The probability, at each form, of leaving. Default: the scenario's. */
  abandons: v.optional(v.pipe(share, v.maxValue(1))),
  /** The probability of joining the waiting list when nothing is left. Default: the scenario's. */
  joins: v.optional(v.pipe(share, v.maxValue(1))),
  /** Percent of the runners who come as a group of two to four, with one payment. */
  together: v.optional(v.pipe(share, v.maxValue(100))),
  /** Percent of the runners whose bank asks them before it holds money. */
  challenged: v.optional(v.pipe(share, v.maxValue(100))),
  /** Percent of the runners who donate, in a race whose form asks for it. */
  donate: v.optional(v.pipe(share, v.maxValue(100))),
  /** Percent of the runners who want a team, in a race whose form has teams. */
  teams: v.optional(v.pipe(share, v.maxValue(100))),
  /** Percent of the runners who are minors or come with one, in a race with a form. */
  minors: v.optional(v.pipe(share, v.maxValue(100))),
  /** Percent of the runners who pass their spot on when they are registered. */
  transfers: v.optional(v.pipe(share, v.maxValue(100))),
  /** Codes with commas between them, which runners use in turn in a race with a form, as long as they have uses left. */
  codes: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(2_000))),
  /** Percent of the runners who have such a code; absent: all of them. */
  withCode: v.optional(v.pipe(share, v.maxValue(100))),
});

export const machine = v.object({
  cores: whole,
  model: v.string(),
  memoryGb: share,
  node: v.string(),
  os: v.string(),
});

/** A void run measured its own generator instead of the system, so its figures mean nothing. */
export const validity = v.variant('kind', [
  v.object({ kind: v.literal('valid') }),
  v.object({ kind: v.literal('void'), reasons: v.pipe(v.array(v.string()), v.minLength(1)) }),
]);

export const check = v.object({
  name: v.string(),
  expected: v.string(),
  actual: v.string(),
  holds: v.boolean(),
});

/** How many runners had which outcome: `confirmed`, `sold-out`, `abandoned`, `stayed-home`, `error` … */
export const ending = v.object({ name: v.string(), runners: whole });

/** Groups. `withFewer`: registered, but without some of the group, because too few spots were free. */
export const groups = v.object({ came: whole, people: whole, registered: whole, withFewer: whole });

/** Runners whose bank asked them. `failed`: they paid with another card; `abandoned`: they left. */
export const challenges = v.object({ asked: whole, passed: whole, failed: whole, abandoned: whole });

export const step = v.object({
  name: v.string(),
  requests: whole,
  /** Requests without an answer, or with a 5xx. */
  errors: whole,
  /** Milliseconds from the moment the request was planned for, so that a stall of either side counts. */
  latencyMs: v.object({ mean: ms, p50: ms, p95: ms, p99: ms, max: ms }),
  /** Microseconds, as Histogram.toString() writes them. */
  histogram: v.pipe(v.string(), v.base64()),
});

/** One second of a run. Latencies are those of the requests answered in it. */
export const second = v.object({
  /** Seconds since the first departure, from 0. */
  second: whole,
  departed: whole,
  /** Runners who set off and are not done. */
  running: whole,
  requests: whole,
  errors: whole,
  registrations: whole,
  p50: ms,
  p95: ms,
  p99: ms,
  /** The worst lag of the generator itself. */
  generatorLagMs: ms,
});

export const totals = v.object({
  requests: whole,
  /** Absent when nobody registered. */
  requestsPerRegistration: v.optional(share),
  peakRequestsPerSecond: share,
  registrations: whole,
  peakRegistrationsPerSecond: share,
  /** Seconds from the first departure until the last runner was done. */
  seconds: share,
  /** Registrations an hour, over `seconds`. */
  hourlyWholeRun: share,
  /** Registrations an hour, from the first request until the last confirmation. */
  hourlyFirstToLast: share,
  /** Requests without an answer, or with a 5xx, as a share (0–1) of all requests. */
  errorRate: share,
});

/** What one component of the system used for the run. */
export const cost = v.object({
  component: v.string(),
  cpuSeconds: share,
  cpuMsPerRegistration: v.optional(share),
  bytes: v.optional(share),
});

export const generator = v.object({
  requestsPerCpuSecond: share,
  cpuSeconds: share,
  maxLagMs: ms,
  maxMemoryMb: share,
});

/** One finished run. */
export const testReport = v.object({
  id: v.pipe(v.string(), v.uuid()),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  comment: v.string(),
  wish,
  machine,
  /** Version of Startline. */
  version: v.string(),
  validity,
  checks: v.array(check),
  /** What could not be checked, and why: a deployed system shows no books. */
  unchecked: v.optional(v.array(v.string())),
  endings: v.array(ending),
  /** Present when some runners came as a group. */
  groups: v.optional(groups),
  /** Present when some runners were asked by their bank. */
  challenges: v.optional(challenges),
  steps: v.array(step),
  series: v.array(second),
  totals,
  costs: v.array(cost),
  generator,
});

export type ScenarioKind = (typeof scenarioKinds)[number];
export type Wish = v.InferOutput<typeof wish>;

/** The codes of a wish, as they were typed. */
export const codesIn = (codes = ''): readonly string[] => codes.split(',').flatMap((word) => word.trim() || []);
export type Machine = v.InferOutput<typeof machine>;
export type Validity = v.InferOutput<typeof validity>;
export type Check = v.InferOutput<typeof check>;
export type StepFigures = v.InferOutput<typeof step>;
export type Second = v.InferOutput<typeof second>;
export type Totals = v.InferOutput<typeof totals>;
export type Cost = v.InferOutput<typeof cost>;
export type GeneratorFigures = v.InferOutput<typeof generator>;
export type TestReport = v.InferOutput<typeof testReport>;
