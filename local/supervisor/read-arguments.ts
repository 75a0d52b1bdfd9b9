import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

const parse = <const T extends Options>(options: T, args: string[], allowPositionals: boolean) =>
  parseArgs({ options, args, allowPositionals });

/** Ends the process with what is wrong, what was expected in its place, and how the command is used. Its exit code is 1. */
export const refuse = (wrong: string, usage: string): never => {
  console.error(`${wrong}\n\n${usage}`);
  process.exit(1);
};

const read = <const T extends Options>(options: T, usage: string, args: string[], allowPositionals: boolean) => {
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parse(options, args, allowPositionals);
  } catch (error) {
    return refuse((error as Error).message, usage);
  }
};

/**
 * The options of a command. Ends the process for `--help`, with the usage, and for options that the command does not have,
 * with what is wrong, the usage and exit code 1.
 */
export const readArguments = <const T extends Options>(
  options: T,
  usage: string,
  args = process.argv.slice(2),
): ReturnType<typeof parse<T>>['values'] => read(options, usage, args, false).values;

/** The same for a command that takes words besides its options. */
export const readCommandLine = <const T extends Options>(
  options: T,
  usage: string,
  args = process.argv.slice(2),
): ReturnType<typeof parse<T>> => read(options, usage, args, true);
