/**
 * SQLSTATE classes 22 (data exception), 23 (integrity) and 54 (a limit of the program: an index entry too long, a value
 * nested too deep): what was sent is at fault, and will be next time.
 */
export const isDataFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(2[23]|54)...$/.test(String(error.code));
