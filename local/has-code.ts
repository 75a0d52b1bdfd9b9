/**
 * Whether an error has this code, such as `EEXIST`. Does not use instanceof: inside jest, errors of node:fs belong to
 * another realm.
 */
export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
