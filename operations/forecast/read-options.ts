import { parseArgs } from 'node:util';

export const usage = `npm run forecast -- --cap <spots> | --race <id> [--url <site>] | --committed [--interest <runners>] [--profile lean|production | --env <name>]

Prints what the opening minute asks of every function and resource, and which quotas it needs more of.

  --cap       how many spots there are
  --race      takes the spots of this race from a running Startline
  --url       where it runs; else http://localhost:8000
  --interest  how many runners are expected; else ten for each spot
  --committed writes bench/forecast/result.md: 5,000, 50,000 and 500,000 runners
  --profile   whose limits are compared; else production
  --env       the environment whose limits are compared`;

export interface Options {
  readonly spots: number | { readonly race: string; readonly url: string } | 'committed';
  readonly interest?: number | undefined;
  readonly profile: 'lean' | 'production';
  readonly env?: string | undefined;
}

const count = (option: string, given: string): number => {
  const number = Number(given);
  if (Number.isSafeInteger(number) && number > 0 && number <= 10_000_000) return number;
  throw new Error(`--${option} is "${given}": a whole number from 1 to 10000000 was expected.\n\n${usage}`);
};

/** Reads the command line. Throws with what was wrong, and with the usage. */
export const readOptions = (args: readonly string[]): Options => {
  const { cap, race, committed, url, interest, profile, env } = parse(args);
  if (committed) {
    if (args.length > 1) throw new Error(`--committed takes no other option.\n\n${usage}`);
    return { spots: 'committed', profile: 'production' };
  }
  if ((cap === undefined) === (race === undefined))
    throw new Error(`Either --cap or --race says how many spots there are; exactly one of them.\n\n${usage}`);
  if (profile !== 'lean' && profile !== 'production')
    throw new Error(`--profile is "${profile}": lean or production was expected.\n\n${usage}`);
  return {
    spots: race === undefined ? count('cap', cap ?? '') : { race, url: url.replace(/\/$/, '') },
    interest: interest === undefined ? undefined : count('interest', interest),
    profile,
    ...(env !== undefined && { env }),
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        cap: { type: 'string' },
        race: { type: 'string' },
        committed: { type: 'boolean' },
        url: { type: 'string', default: 'http://localhost:8000' },
        interest: { type: 'string' },
        profile: { type: 'string', default: 'production' },
        env: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
};
