/** The files of one run: all that its parts tell each other. */
export interface RunFiles {
  /** Whole or not at all. */
  put(name: string, text: string): Promise<void>;
  /** undefined: there is none. */
  get(name: string): Promise<string | undefined>;
}

export const fileNames = {
  prepared: 'prepared.json',
  /** Its being there means: stop. */
  stop: 'stop',
  report: 'report.json',
  page: 'report.html',
  /** What one generator has seen in the last seconds. */
  live: (generator: number) => `live/${generator}.json`,
  /** What one generator brought home. */
  brought: (generator: number) => `brought/${generator}.json`,
} as const;
