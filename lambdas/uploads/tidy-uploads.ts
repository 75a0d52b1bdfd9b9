import type { StrayFiles } from './ports';

interface Needs {
  readonly files: StrayFiles;
  readonly remove: (name: string) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** In one run. Each is looked for in all documents. */
const mostPerRun = 20;

/** Forgets old uploads, and removes files that nothing refers to, until `deadline`. Returns how many it looked at. */
export const tidyUploads =
  ({ files, remove, now }: Needs) =>
  async (deadline: number): Promise<number> => {
    let looked = 0;
    await files.forgetAsked();
    while (looked < mostPerRun && now() < deadline && (await files.removeOne(remove))) looked++;
    return looked;
  };
