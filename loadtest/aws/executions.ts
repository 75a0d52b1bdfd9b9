/** How a run stands, as Step Functions reports it. */
export type Standing =
  | { readonly state: 'running' | 'done' | 'stopped' }
  | { readonly state: 'failed'; readonly why: string };

/** Carries out runs. */
export interface Executions {
  /** `id`: of the run, and the name of its execution, so the same run never begins twice. */
  start(id: string, input: string): Promise<void>;
  stop(id: string): Promise<void>;
  look(id: string): Promise<Standing>;
}
