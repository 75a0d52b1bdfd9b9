import { randomUUID } from 'node:crypto';
import { until } from '../../support/until';
import type { ListSessions } from './list-sessions';
import { Notebook } from './notebook';
import { keepDoing } from './real-pools';

export const names: readonly string[] = Array.from({ length: 24 }, (_, n) => `person-${n}-${randomUUID()}`);

export const any = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('an empty list has nothing to choose from');
  return one;
};

/** Notes and reads of all runners, through several processes at once, while `happen` runs; then a few hundred more. */
export const underLoad = async (
  processes: readonly ListSessions[],
  happen: (notebook: Notebook) => Promise<void>,
): Promise<Notebook> => {
  const notebook = new Notebook();
  for (const name of names) await notebook.note(any(processes), name);
  const load = processes.flatMap((process) =>
    [0, 1, 2].map(() =>
      keepDoing(() => (Math.random() < 0.5 ? notebook.note(process, any(names)) : notebook.look(process, any(names)))),
    ),
  );
  try {
    await moreKept(notebook, 50);
    await happen(notebook);
    await moreKept(notebook, 200);
  } finally {
    await Promise.all(load.map(({ stop }) => stop()));
  }
  return notebook;
};

/** Until this number of further notes was reported as kept. */
export const moreKept = async (notebook: Notebook, more: number): Promise<void> => {
  const before = notebook.kept;
  await until(() => notebook.kept >= before + more, 60);
};
