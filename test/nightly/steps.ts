import { nightlyTests } from '../../local/set-up/nightly-tests.mjs';

/** A run that is too long for `npm test`: an npm script and its arguments. */
export interface Step {
  readonly script: string;
  readonly args: readonly string[];
}

/** In this order. The long ones come last, so that a broken build is known early. */
export const steps: readonly Step[] = [
  { script: 'lint:workflows', args: [] },
  { script: 'contract', args: [] },
  { script: 'test', args: nightlyTests },
  { script: 'faults', args: ['--short', '--form'] },
  { script: 'faults', args: ['--short', '--only', 'readers of results'] },
  { script: 'faults', args: ['--short', '--only', 'parts away from a live feed'] },
  { script: 'model', args: [] },
  { script: 'simulate', args: ['--seeds', '3000'] },
  { script: 'simulate', args: ['--seeds', '2000', '--form'] },
  { script: 'simulate', args: ['--seeds', '2000', '--moves'] },
  { script: 'follow', args: [] },
  { script: 'load', args: ['--live', '--live-random', '--live-minutes', '60', '--live-rates', '1'] },
  { script: 'attacks', args: [] },
  { script: 'bench', args: ['--compare', 'last'] },
  { script: 'deploy:local', args: ['--changes', '--second'] },
  { script: 'guards', args: [] },
];

export interface Ended extends Step {
  /** What the script exited with; 0 says that all was well. */
  readonly code: number;
  readonly seconds: number;
}

/** One line for each step, and the exit code of the whole run: 1 when one of them failed. */
export const summaryOf = (all: readonly Ended[]): { readonly lines: readonly string[]; readonly code: number } => ({
  lines: all.map(({ code, seconds, ...step }) => {
    const result = code === 0 ? 'ok' : `failed (${code})`;
    return `  ${result.padEnd(12)}${minutes(seconds).padStart(9)}  npm run ${commandOf(step)}`;
  }),
  code: all.every(({ code }) => code === 0) ? 0 : 1,
});

/** As one types it after `npm run`. */
export const commandOf = ({ script, args }: Step): string =>
  args.length === 0 ? script : `${script} -- ${args.join(' ')}`;

const minutes = (seconds: number) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
