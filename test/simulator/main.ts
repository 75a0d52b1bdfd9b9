import './silence';
import { readArguments, refuse } from '../../local/supervisor/read-arguments';
import { checkHistory } from './checks/check-history';
import { simulate } from './simulate';
import { count, emptyTally } from './tally';
import { printTrace } from './trace';

const usage = `npm run simulate -- [options]

Runs worlds of a race on a virtual clock, with faults. Ends with 1 when an invariant is broken.

  --seeds N  how many worlds (2000)
  --from N   the seed of the first one (1)
  --seed N   only the world of this seed
  --trace    prints what happens in it
  --form     the race has a form, so people are quoted and buy what is limited
  --moves    directors move runners between two events`;
const values = readArguments(
  {
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    form: { type: 'boolean', default: false },
    moves: { type: 'boolean', default: false },
  },
  usage,
);
const argument = (name: 'seeds' | 'from' | 'seed'): number | undefined => {
  const given = values[name];
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given)) refuse(`--${name} is "${given}"; it must be a whole number.`, usage);
  return Number(given);
};
const kind = values.form ? 'form' : values.moves ? 'moves' : 'plain';
const say = (line: string) => process.stdout.write(`${line}\n`);

const run = async (): Promise<number> => {
  const one = argument('seed');
  const from = one ?? argument('from') ?? 1;
  const seeds = one === undefined ? (argument('seeds') ?? 2000) : 1;
  const tally = emptyTally();
  const failed: number[] = [];
  for (let seed = from; seed < from + seeds; seed++) {
    const history = await simulate(seed, undefined, kind);
    if (one !== undefined && values.trace) printTrace(history, say);
    count(tally, history);
    const violations = checkHistory(history);
    if (violations.length > 0) failed.push(seed);
    for (const { invariant, what, step } of violations)
      say(`seed ${seed}, step ${step}: ${invariant} is broken: ${what}`);
    if (violations.length > 0 && one === undefined)
      say(`  replay: npm run simulate -- --seed ${seed} --trace${kind === 'plain' ? '' : ` --${kind}`}`);
    if (tally.runs % 1000 === 0) say(`${tally.runs} of ${seeds} worlds, ${failed.length} with a broken invariant`);
  }
  const inOrder = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ');
  say(`${tally.runs} worlds, ${tally.entries} entries in their histories, ${failed.length} with a broken invariant`);
  say(`faults: ${inOrder(tally.faults)}`);
  say(`paths: ${inOrder(tally.paths)}`);
  return failed.length === 0 ? 0 : 1;
};

void run().then((code) => {
  process.exitCode = code;
});
