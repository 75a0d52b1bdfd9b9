import { parseArgs } from 'node:util';
import type { Size } from './results';

export interface Options {
  readonly size: Size;
  /** Records where the time goes, instead of the figures. */
  readonly isProfiled: boolean;
  /** The ids of the benchmarks to run, in the order of the table. */
  readonly benchmarks: readonly string[];
  /** The directory of result.md and result.json. */
  readonly out: string;
  readonly command: string;
}

/** Only a full run is committed: the others go where git does not look, unless --out says otherwise. */
const places = {
  full: 'bench/figures',
  short: '.startline/figures',
  pair: '.startline/figures',
} as const satisfies Record<Size, string>;

const usageOf = (
  known: readonly string[],
) => `npm run bench -- [--short | --size size] [--only benchmark[,benchmark]] [--profile] [--out directory]

Measures every figure of the table, or some of its benchmarks, each with a whole system of its own.

  --short    small crowds, about five minutes in all; result in ${places.short}
  --size     full, short (as --short), or pair: about half a minute, to hold two trees against each other; a benchmark
             that has no such size takes its short one
  --only     these benchmarks alone: ${known.join(', ')}; the others stay as they were
  --profile  no figures, which would suffer, but where each process spends its time, in profile-<benchmark>.md; the last
             line's .cpuprofile files stay in .startline/profiles
  --out      where result.md and result.json go; else ${places.full}

It ends with 2 when a benchmark failed or a figure is void. A target that is missed is news, and no error.`;

/** Reads the command line. `undefined`: help was asked for. Throws with what was wrong, and with the usage. */
export const readOptions = (args: readonly string[], known: readonly string[]): Options | undefined => {
  const { short, size: asked, only, profile, out, help } = parse(args, usageOf(known));
  if (help) return undefined;
  const wanted = only?.split(',').map((id) => id.trim());
  for (const id of wanted ?? [])
    if (!known.includes(id)) throw new Error(`--only names "${id}": no such benchmark.\n\n${usageOf(known)}`);
  if (short && asked !== undefined) throw new Error(`--short and --size exclude each other.\n\n${usageOf(known)}`);
  const size = short ? 'short' : readSize(asked, known);
  return {
    size,
    isProfiled: profile,
    benchmarks: known.filter((id) => wanted === undefined || wanted.includes(id)),
    out: out ?? places[size],
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
  };
};

const readSize = (asked: string | undefined, known: readonly string[]): Size => {
  if (asked === undefined) return 'full';
  if (!(asked in places)) throw new Error(`--size is "${asked}": full, short or pair.\n\n${usageOf(known)}`);
  return asked as Size;
};

/** The text that --help prints. */
export const usage = usageOf;

const parse = (args: readonly string[], usageText: string) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        short: { type: 'boolean', default: false },
        size: { type: 'string' },
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
