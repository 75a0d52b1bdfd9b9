/** The files of one run, by which its parts tell each other everything. */
export interface RunFiles {
  /** Writes the whole file or nothing. */
  put(name: string, text: string): Promise<void>;
  /** undefined: there is no such file. */
  get(name: string): Promise<string | undefined>;
}

export const fileNames = {
  prepared: 'prepared.json',
  /** When this file exists, generators stop. */
  stop: 'stop',
  report: 'report.json',
  page: 'report.html',
  /** What one generator has seen in the last seconds. */
  live: (generator: number) => `live/${generator}.json`,
  /** The results of one generator. */
  brought: (generator: number) => `brought/${generator}.json`,
} as const;
