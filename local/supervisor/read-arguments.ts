import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

const parse = <const T extends Options>(options: T, args: string[]) => parseArgs({ options, args }).values;

/**
 * The options of a command. Ends the process for `--help`, with the usage, and for options that the command does not have,
 * with what is wrong, the usage and exit code 1.
 */
export const readArguments = <const T extends Options>(
  options: T,
  usage: string,
  args = process.argv.slice(2),
): ReturnType<typeof parse<T>> => {
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parse(options, args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
};
