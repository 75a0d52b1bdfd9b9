import { parseArgs } from 'node:util';

export interface Options {
  readonly isShort: boolean;
  /** Not the figures, but where the time goes. */
  readonly isProfiled: boolean;
  /** The ids of the benchmarks to run, in the order of the table. */
  readonly benchmarks: readonly string[];
  /** Directory for result.md and result.json. */
  readonly out: string;
  readonly command: string;
}

/** A short run is no result to commit: it goes where git does not look, unless somebody says otherwise. */
const places = { full: 'bench/figures', short: '.startline/figures' } as const;

const usageOf = (
  known: readonly string[],
) => `npm run bench -- [--short] [--only benchmark[,benchmark]] [--profile] [--out directory]

Measures every figure of the table, or some of its benchmarks, each with a whole system of its own.

  --short    small crowds, about five minutes in all; result in ${places.short}
  --only     these benchmarks alone: ${known.join(', ')}; the others stay as they were
  --profile  no figures, which would suffer, but where each process spends its time, in profile-<benchmark>.md; the last
             line's .cpuprofile files stay in .startline/profiles
  --out      where result.md and result.json go; else ${places.full}

It ends with 2 when a benchmark failed or a figure is void. A target that is missed is news, and no error.`;

/** What was typed; `undefined`: somebody asked for help. Throws saying what was wrong, and what can be typed. */
export const readOptions = (args: readonly string[], known: readonly string[]): Options | undefined => {
  const { short, only, profile, out, help } = parse(args, usageOf(known));
  if (help) return undefined;
  const wanted = only?.split(',').map((id) => id.trim());
  for (const id of wanted ?? [])
    if (!known.includes(id)) throw new Error(`--only names "${id}": no such benchmark.\n\n${usageOf(known)}`);
  return {
    isShort: short,
    isProfiled: profile,
    benchmarks: known.filter((id) => wanted === undefined || wanted.includes(id)),
    out: out ?? (short ? places.short : places.full),
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
  };
};

/** For whoever asked. */
export const usage = usageOf;

const parse = (args: readonly string[], usageText: string) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        short: { type: 'boolean', default: false },
        only: { type: 'string' },
        profile: { type: 'boolean', default: false },
        out: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usageText}`);
  }
};
