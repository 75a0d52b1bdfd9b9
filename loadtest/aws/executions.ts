/** How a run stands, as whoever carries it out tells. */
export type Standing =
  | { readonly state: 'running' | 'done' | 'stopped' }
  | { readonly state: 'failed'; readonly why: string };

/** What carries out runs. */
export interface Executions {
  /** `id`: of the run, and so the name of its execution: the same run is never begun twice. */
  start(id: string, input: string): Promise<void>;
  stop(id: string): Promise<void>;
  look(id: string): Promise<Standing>;
}
