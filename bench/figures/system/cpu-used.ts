import { readUsage } from '../../../loadtest/target/process-usage';
import type { System } from '../../../local/system';

/** The processes of a system in the form that the load test counts. */
export const processesOf = ({ pids }: System): readonly { readonly name: string; readonly pid: number }[] =>
  Object.entries(pids).map(([name, pid]) => ({ name, pid }));

/** CPU seconds that the named processes of a system used during `work`. NaN where there is no /proc. */
export const cpuUsedBy = async <T>(
  system: System,
  names: readonly string[],
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly seconds: number }> => {
  const processes = processesOf(system).filter(({ name }) => names.includes(name));
  const sum = () => {
    const used = readUsage(processes);
    return processes.reduce((total, { name }) => total + (used.get(name)?.cpuSeconds ?? Number.NaN), 0);
  };
  const before = sum();
  const result = await work();
  return { result, seconds: sum() - before };
};
