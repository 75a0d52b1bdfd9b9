const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  // PostgreSQL: too many connections, cannot connect now, shut down, crashed, statement and lock time-outs, read-only standby promoted or lost.
  '53300',
  '53400',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '55P03',
  '25006',
  '25P02',
  '25P03',
  '40001',
  '40P01',
]);
const names = new Set(['MemcachedError', 'OverloadError', 'SessionUnknownError', 'TimeoutError', 'AbortError']);

/** Will trying again in a moment help? True when a dependency is away, slow or overrun; false when our code is wrong. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (names.has(error.name)) return true;
  const code = 'code' in error ? String(error.code) : '';
  if (codes.has(code) || code.startsWith('08')) return true;
  // pg gives these no code.
  if (/^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/.test(error.message))
    return true;
  if ('$retryable' in error && error.$retryable !== undefined) return true;
  return isTransient(error.cause) || (error instanceof AggregateError && error.errors.some(isTransient));
};
