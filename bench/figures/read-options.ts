import { join } from 'node:path';
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
  /** The file that the figures of each run are added to. */
  readonly history: string;
  /** How often a benchmark that others disturbed is run again. */
  readonly repeats: number;
  /** The commit that this tree is held against, or `last`. */
  readonly compare?: { readonly with: string; readonly pairs: number };
  readonly command: string;
}

/** Only a full run is committed: the others go where git does not look, unless --out says otherwise. */
const places = {
  full: 'bench/figures',
  short: '.startline/figures',
  pair: '.startline/figures',
} as const satisfies Record<Size, string>;

const historyFile = 'history.jsonl';
/** The history that is committed. */
export const committedHistory = join(places.full, historyFile);

const [defaultRepeats, mostRepeats] = [1, 2];
const [defaultPairs, mostPairs] = [4, 20];
/** The CPU of a registration is what everything else hangs on. */
const comparedId = 'zero-think-time';

const usageOf = (
  known: readonly string[],
) => `npm run bench -- [--short | --size size] [--only benchmark[,benchmark]] [--profile] [--repeat times] [--out directory] [--history file]
                    [--compare commit [--pairs number]]

Measures every figure of the table, or some of its benchmarks, each with a whole system of its own.

  --short    small crowds, about five minutes in all; result in ${places.short}
  --size     full, short (as --short), or pair: about half a minute, to hold two trees against each other; a benchmark
             that has no such size takes its short one
  --only     these benchmarks alone: ${known.join(', ')}; the others stay as they were
  --profile  no figures, which would suffer, but where each process spends its time, in profile-<benchmark>.md; the last
             line's .cpuprofile files stay in .startline/profiles
  --repeat   how often a benchmark that other processes disturbed is run again, 0 to 2; else ${defaultRepeats}
  --compare  runs the benchmarks in turn in a worktree of that commit and in this tree, in the size pair unless --size says
             otherwise; "last": the last tag, or the last commit of the history. Without --only: ${comparedId}
  --pairs    runs of each tree when comparing, 1 to ${mostPairs}; else ${defaultPairs}
  --out      where result.md and result.json go; else ${places.full}
  --history  the file to which each run adds its figures; else history.jsonl in the directory of --out

It ends with 2 when a benchmark failed or a figure is void. A target that is missed is news, and no error. When comparing, it
ends with 1 when a figure got worse by more than 5 % while the machine was quiet.`;

/** Reads the command line. `undefined`: help was asked for. Throws with what was wrong, and with the usage. */
export const readOptions = (args: readonly string[], known: readonly string[]): Options | undefined => {
  const { short, size: asked, only, profile, out, help, repeat, compare, pairs, history } = parse(args, usageOf(known));
  if (help) return undefined;
  const wanted = (only ?? (compare === undefined ? undefined : comparedId))?.split(',').map((id) => id.trim());
  for (const id of wanted ?? [])
    if (!known.includes(id)) throw new Error(`--only names "${id}": no such benchmark.\n\n${usageOf(known)}`);
  if (short && asked !== undefined) throw new Error(`--short and --size exclude each other.\n\n${usageOf(known)}`);
  const size = short ? 'short' : readSize(asked ?? (compare === undefined ? undefined : 'pair'), known);
  if (compare !== undefined && profile)
    throw new Error(`--compare and --profile exclude each other.\n\n${usageOf(known)}`);
  if (compare === undefined && pairs !== undefined) throw new Error(`--pairs needs --compare.\n\n${usageOf(known)}`);
  const whole = (name: string, text: string | undefined, [least, most]: readonly [number, number], other: number) => {
    const value = text === undefined ? other : Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`${name} is "${text}": a whole number from ${least} to ${most}.\n\n${usageOf(known)}`);
  };
  const folder = out ?? places[size];
  return {
    size,
    isProfiled: profile,
    benchmarks: known.filter((id) => wanted === undefined || wanted.includes(id)),
    out: folder,
    history: history ?? join(folder, historyFile),
    repeats: whole('--repeat', repeat, [0, mostRepeats], defaultRepeats),
    ...(compare !== undefined && {
      compare: { with: compare, pairs: whole('--pairs', pairs, [1, mostPairs], defaultPairs) },
    }),
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
        repeat: { type: 'string' },
        compare: { type: 'string' },
        pairs: { type: 'string' },
        history: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usageText}`);
  }
};
