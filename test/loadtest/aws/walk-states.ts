import { setTimeout as rest } from 'node:timers/promises';
import * as v from 'valibot';

/** Does the work of a task, which is found by a part of its resource's name. Rejects as the real one would. */
export type Work = (input: unknown, signal: AbortSignal) => Promise<unknown>;

const task = v.looseObject({
  Type: v.literal('Task'),
  Resource: v.string(),
  Parameters: v.optional(v.unknown()),
  Next: v.optional(v.string()),
  End: v.optional(v.boolean()),
});
const map = v.looseObject({
  Type: v.literal('Map'),
  ItemsPath: v.string(),
  ItemSelector: v.unknown(),
  /** The only value that `walkStates` supports: the results are dropped. */
  ResultPath: v.null(),
  ToleratedFailurePercentage: v.number(),
  MaxConcurrency: v.number(),
  ItemProcessor: v.looseObject({ StartAt: v.string(), States: v.record(v.string(), v.unknown()) }),
  Next: v.optional(v.string()),
  End: v.optional(v.boolean()),
});
const wait = v.looseObject({ Type: v.literal('Wait'), SecondsPath: v.string(), Next: v.string() });
const state = v.variant('Type', [task, map, wait]);
const machine = v.looseObject({ StartAt: v.string(), States: v.record(v.string(), v.unknown()) });

/**
 * Walks a state machine as Step Functions does, as far as ours needs it: tasks and waits in sequence, a map over items
 * that tolerates failures, and the simplest JSONPath. Throws at everything else.
 */
export const walkStates = async (
  definition: unknown,
  input: unknown,
  works: Readonly<Record<string, Work>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<unknown> => {
  const { StartAt, States } = v.parse(machine, definition);
  let value = input;
  for (let name: string | undefined = StartAt; name !== undefined; ) {
    signal.throwIfAborted();
    const step: v.InferOutput<typeof state> = v.parse(state, States[name]);
    if (step.Type === 'Wait') await rest(Number(at(step.SecondsPath, { $: value })) * 1000, undefined, { signal });
    else if (step.Type === 'Task') value = await runTask(step, value, works, signal);
    else value = await runMap(step, value, works, signal);
    name = step.Type !== 'Wait' && step.End === true ? undefined : step.Next;
  }
  return value;
};

const runTask = async (
  { Resource, Parameters }: v.InferOutput<typeof task>,
  input: unknown,
  works: Readonly<Record<string, Work>>,
  signal: AbortSignal,
) => {
  const [, work] = Object.entries(works).find(([part]) => Resource.includes(part)) ?? [];
  if (!work) throw new Error(`Nothing does the work of ${Resource}.`);
  return work(Parameters === undefined ? input : fill(Parameters, { $: input }), signal);
};

const runMap = async (
  { ItemsPath, ItemSelector, ItemProcessor, ToleratedFailurePercentage, MaxConcurrency }: v.InferOutput<typeof map>,
  input: unknown,
  works: Readonly<Record<string, Work>>,
  signal: AbortSignal,
) => {
  const items = v.parse(v.array(v.unknown()), at(ItemsPath, { $: input }));
  if (items.length > MaxConcurrency) throw new Error('They would not run at the same time.');
  const ended = await Promise.allSettled(
    items.map((item) =>
      walkStates(
        ItemProcessor,
        fill(ItemSelector, { $: input, $$: { Map: { Item: { Value: item } } } }),
        works,
        signal,
      ),
    ),
  );
  const failed = ended.filter(({ status }) => status === 'rejected').length;
  if (failed * 100 > ToleratedFailurePercentage * items.length) throw new Error(`${failed} of the map failed.`);
  return input;
};

type Scope = Readonly<Record<string, unknown>>;

/** `$.a.b`, or `$$.a.b` for a value of the context object. */
const at = (path: string, scope: Scope): unknown => {
  const [root = '', ...keys] = path.split('.');
  const found = keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    scope[root],
  );
  // Step Functions fails the execution here.
  if (found === undefined) throw new Error(`There is nothing at ${path}.`);
  return found;
};

/** The same value, with each `name.$` replaced by the value at its path. */
const fill = (value: unknown, scope: Scope): unknown => {
  if (Array.isArray(value)) return value.map((one) => fill(one, scope));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) =>
      key.endsWith('.$') ? [key.slice(0, -2), at(String(inner), scope)] : [key, fill(inner, scope)],
    ),
  );
};
