import './silence';
import { checkHistory } from './checks/check-history';
import { simulate } from './simulate';
import { count, emptyTally } from './tally';
import { printTrace } from './trace';

/**
 * `npm run simulate -- [--seeds 2000] [--from 1]` runs this number of worlds; `--seed 17 --trace` runs one of them and
 * prints it. `--form`: the race has one, so people are quoted and buy what is limited. `--moves`: directors move runners between two
 * events. Ends with 1 when an invariant is broken.
 */
const argument = (name: string): number | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? undefined : Number(process.argv[at + 1]);
  if (value !== undefined && !Number.isInteger(value)) throw new Error(`--${name} must be a whole number.`);
  return value;
};
const kind = process.argv.includes('--form') ? 'form' : process.argv.includes('--moves') ? 'moves' : 'plain';
const say = (line: string) => process.stdout.write(`${line}\n`);

const run = async (): Promise<number> => {
  const one = argument('seed');
  const from = one ?? argument('from') ?? 1;
  const seeds = one === undefined ? (argument('seeds') ?? 2000) : 1;
  const tally = emptyTally();
  const failed: number[] = [];
  for (let seed = from; seed < from + seeds; seed++) {
    const history = await simulate(seed, undefined, kind);
    if (one !== undefined && process.argv.includes('--trace')) printTrace(history, say);
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
