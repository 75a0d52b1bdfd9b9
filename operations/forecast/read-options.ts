import { parseArgs } from 'node:util';
import type { Followers } from '../cost/following';

export const usage = `npm run forecast -- --cap <spots> | --race <id> [--url <site>] | --followers <number> [--allowed <number>] [--hours <number>] | --committed [--interest <runners>] [--profile lean|production | --env <name>]

Prints what the opening minute asks of every function and resource, and which quotas it needs more of.

  --cap       how many spots there are
  --race      takes the spots of this race from a running Startline
  --url       where it runs; else http://localhost:8000
  --followers instead of an opening: how many follow a race that is told live
  --allowed   how many requests a second the race allows them; else 20000
  --hours     how long they follow; else 3
  --interest  how many runners are expected; else ten for each spot
  --committed writes bench/forecast/result.md: 5,000, 50,000 and 500,000 runners
  --profile   whose limits are compared; else production
  --env       the environment whose limits are compared`;

export interface Options {
  readonly spots: number | { readonly race: string; readonly url: string } | Followers | 'committed';
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
  const { cap, race, followers, allowed, hours, committed, url, interest, profile, env } = parse(args);
  if (committed) {
    if (args.length > 1) throw new Error(`--committed takes no other option.\n\n${usage}`);
    return { spots: 'committed', profile: 'production' };
  }
  if ([cap, race, followers].filter((one) => one !== undefined).length !== 1)
    throw new Error(
      `Either --cap or --race says how many spots there are, or --followers how many follow; exactly one of them.\n\n${usage}`,
    );
  if (profile !== 'lean' && profile !== 'production')
    throw new Error(`--profile is "${profile}": lean or production was expected.\n\n${usage}`);
  return {
    spots:
      followers !== undefined
        ? {
            viewers: count('followers', followers),
            allowedPerSecond: count('allowed', allowed),
            hours: count('hours', hours),
          }
        : race === undefined
          ? count('cap', cap ?? '')
          : { race, url: url.replace(/\/$/, '') },
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
        followers: { type: 'string' },
        allowed: { type: 'string', default: '20000' },
        hours: { type: 'string', default: '3' },
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
