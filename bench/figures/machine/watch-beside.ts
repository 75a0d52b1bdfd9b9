import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { Beside } from '../results';
import { addOurs, readProcesses, timeOfOthers } from './other-processes';

const sampleMs = 1_000;
const ticksPerSecond = 100;
/** Processes in the list of the busiest, and the cores from which one is worth a name. */
const [mostNamed, leastCores] = [3, 0.01];

/**
 * Watches what the machine does besides this process and its descendants, until the returned function is called. That
 * resolves with nothing where there is no /proc.
 */
export const watchBeside = (): (() => Beside | undefined) => {
  const began = Date.now();
  const ours = new Set<number>();
  const used = new Map<string, number>();
  const stolen = stolenTicks();
  const loads: number[] = [];
  const look = () => {
    const all = readProcesses();
    addOurs(all, process.pid, ours);
    loads.push((loadavg()[0] ?? 0) / cpus().length);
    return timeOfOthers(all, ours);
  };
  let last = look();
  const isTold = last.byName.size > 0;
  let total = 0;
  const sample = () => {
    const now = look();
    // Time falls when a process ends: in the sum, only when nobody waited for it.
    total += Math.max(0, now.total - last.total);
    for (const [name, ticks] of now.byName)
      used.set(name, (used.get(name) ?? 0) + Math.max(0, ticks - (last.byName.get(name) ?? 0)));
    last = now;
  };
  const timer = setInterval(sample, sampleMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (!isTold) return undefined;
    sample();
    const seconds = (Date.now() - began) / 1_000;
    const coresOf = (ticks: number) => ticks / ticksPerSecond / seconds;
    const cores = Array.from(used, ([name, ticks]) => ({ name, cores: coresOf(ticks) }));
    return {
      seconds,
      cores: coresOf(total),
      stolen: coresOf(stolenTicks() - stolen),
      load: Math.max(...loads),
      busiest: cores
        .filter((one) => one.cores >= leastCores)
        .sort((a, b) => b.cores - a.cores)
        .slice(0, mostNamed),
    };
  };
};

/** What the hypervisor gave to other machines while this one wanted to run: `steal` of proc(5), of all cores together. */
const stolenTicks = (): number => {
  try {
    return Number(readFileSync('/proc/stat', 'latin1').split('\n')[0]?.trim().split(/\s+/)[8] ?? 0);
  } catch {
    return 0;
  }
};
