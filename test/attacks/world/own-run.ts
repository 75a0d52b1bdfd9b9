import { rmSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { postgresDirectory } from '../../../local/services/postgres';

/** How a committed result was made. `began`: milliseconds since the epoch. */
export const howItWasMade = (npmScript: string, began: number) => ({
  date: new Date().toISOString().slice(0, 10),
  command: [`npm run ${npmScript}`, ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' '),
  machine: `Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} cores`,
  minutes: (Date.now() - began) / 60_000,
});

/**
 * What ends a run on a system of its own: the system is stopped, and its data deleted unless they are to be kept. Signals, and
 * the end of the parent process, do the same and end this process.
 */
export const endingOf = (
  system: { stop(): Promise<unknown> },
  { dataDir, keep }: { readonly dataDir: string; readonly keep: boolean },
): (() => Promise<void>) => {
  const end = async () => {
    await system.stop();
    if (keep) return console.log(`kept: ${dataDir}`);
    rmSync(postgresDirectory(dataDir), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  };
  let ended: Promise<void> | undefined;
  // A signal may come while the run itself is ending.
  const stop = () => {
    ended ??= end();
    return ended;
  };
  const leave = () => void stop().then(() => process.exit(130));
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, leave);
  return stop;
};

/** Ends the process: with 0 when `main` says true, else with 1. */
export const endWith = (main: Promise<boolean>): void =>
  void main.then(
    (isWell) => process.exit(isWell ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
