/** Whether an error is this one, e.g. `EEXIST`. Not instanceof: inside jest, an error of node:fs is of another realm's Error. */
export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
