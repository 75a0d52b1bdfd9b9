/** SQLSTATE classes 22 (data exception) and 23 (integrity): what was sent is at fault, and will be next time. */
export const isDataFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]...$/.test(String(error.code));
