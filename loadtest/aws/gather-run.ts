import { type GeneratorResults, mergeResults } from '../generator/results';
import { registeredBy } from '../people/outcome';
import { composeReport } from '../report/compose-report';
import { costsOf } from '../report/costs';
import { totalsOf } from '../report/figures';
import type { Check, Machine, Validity } from '../report/test-report';
import { sumOf } from '../verdict/checks';
import { type ExitStatus, exitStatusOf } from '../verdict/exit-status';
import { validityOf } from '../verdict/validity';
import { lookVerdict } from '../verdict/verdict';
import { outsideVerdict, untold } from './outside-verdict';
import { type Brought, type Prepared, readPrepared } from './run';
import { fileNames, type RunFiles } from './run-files';
import { settledSpotsLeft } from './spots-left';

/** Seconds for queues and caches to catch up. */
const settleSeconds = 60;
/** How many results are read at a time: all of them at once would not fit into memory. */
const atATime = 25;

/**
 * Merges the results of all generators, and leaves the report among the run's files. A generator that was late or has
 * no results makes the run void. Rejects when no generator has results.
 */
export const gatherRun = async (files: RunFiles): Promise<{ readonly outcome: ExitStatus }> => {
  const prepared = await readPrepared(files);
  if (!prepared) throw new Error('The run was never prepared.');
  const { results, machine, reasons } = await gather(files, prepared.generators);
  const { order, startedAt, canary, task } = prepared;
  const outcomes = [canary.outcome, ...results.outcomes];
  const { registrations } = totalsOf(results);
  const report = composeReport({
    ...order,
    startedAt,
    machine: { ...machine, model: `${machine.model}, each of ${prepared.generators} generators` },
    results,
    outcomes,
    validity: withReasons(validityOf(results.generatorLoad), reasons),
    checks: await checksOf(prepared, outcomes),
    ...(task.scenario.does === 'register' && { unchecked: untold }),
    costs: costsOf(new Map(), new Map(), results.generatorLoad, registrations),
  });
  await files.put(fileNames.report, JSON.stringify(report));
  return { outcome: exitStatusOf(report) };
};

interface Gathered {
  readonly results: GeneratorResults;
  readonly machine: Machine;
  readonly reasons: readonly string[];
}

const gather = async (files: RunFiles, generators: number): Promise<Gathered> => {
  let sum: GeneratorResults | undefined;
  let machine: Machine | undefined;
  const reasons: string[] = [];
  for (let first = 0; first < generators; first += atATime) {
    const some = Array.from({ length: Math.min(atATime, generators - first) }, (_, n) => first + n);
    const found = await Promise.all(some.map((generator) => read(files, generator)));
    found.forEach((brought, n) => {
      const reason = reasonIn(brought, first + n);
      if (reason) reasons.push(reason);
    });
    const parts = found.flatMap((brought) => (brought.kind === 'results' ? [brought] : []));
    machine ??= parts[0]?.machine;
    if (parts.length > 0) sum = mergeResults([...(sum ? [sum] : []), ...parts.map(({ results }) => results)]);
  }
  if (!sum || !machine) throw new Error(`No generator brought anything home. ${reasons[0] ?? ''}`);
  return { results: sum, machine, reasons };
};

const read = async (files: RunFiles, generator: number): Promise<Brought> => {
  const text = await files.get(fileNames.brought(generator));
  return text === undefined
    ? { kind: 'nothing', why: 'it never began, or its machine was taken away without a word' }
    : JSON.parse(text);
};

const reasonIn = (brought: Brought, generator: number): string | undefined => {
  if (brought.kind === 'nothing') return `Generator ${generator} brought nothing home: ${brought.why}.`;
  if (brought.late === 0) return undefined;
  return `Generator ${generator} was ready ${(brought.late / 1000).toFixed(1)} s after the others had begun.`;
};

const withReasons = (validity: Validity, reasons: readonly string[]): Validity => {
  if (reasons.length === 0) return validity;
  const known = validity.kind === 'void' ? validity.reasons : [];
  return { kind: 'void', reasons: [...reasons, ...known] };
};

const checksOf = async (
  { before, task }: Prepared,
  outcomes: GeneratorResults['outcomes'],
): Promise<readonly Check[]> => {
  if (!before) return lookVerdict(outcomes);
  const { site, wish } = task;
  const expected = before.spotsLeft - sumOf(outcomes, registeredBy);
  const spotsLeftAfter = await settledSpotsLeft(site.url, wish.race, expected, settleSeconds);
  return outsideVerdict(outcomes, { ...before, spotsLeftBefore: before.spotsLeft, spotsLeftAfter });
};
