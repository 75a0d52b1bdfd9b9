/**
 * Three answers to "does it help to try again?": in a moment (isTransient), the whole transaction (retryOn…), never
 * (isDataFault).
 */

/** What an error of our own carries when trying again in a moment may help. */
export interface Transient {
  readonly transient: true;
}

/** Errors of Node, `pg` and the AWS SDK cannot carry our field: they are known by their name or their code. */
const transientNames = new Set(['TimeoutError', 'AbortError']);
const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  // SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html. Too many connections, a limit of the
  // configuration.
  '53300',
  '53400',
  // The server shuts down, has crashed, or cannot accept connections yet.
  '57P01',
  '57P02',
  '57P03',
  // A statement or a lock took too long.
  '57014',
  '55P03',
  // A standby that is read-only: the database fails over.
  '25006',
  // A transaction that failed, or was idle for too long.
  '25P02',
  '25P03',
  // A serialization failure, a deadlock.
  '40001',
  '40P01',
]);
/** Of these `pg` gives no code. */
const transientMessages = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/**
 * Whether trying again in a moment may help: a dependency is away, slow or overloaded. False when our code or the data
 * is wrong. Looks at the causes of an error, too, and at the errors in an AggregateError.
 */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('transient' in error && error.transient === true) return true;
  if (transientNames.has(error.name)) return true;
  const code = 'code' in error ? String(error.code) : '';
  // Class 08 is "connection exception".
  if (transientCodes.has(code) || code.startsWith('08')) return true;
  if (transientMessages.test(error.message)) return true;
  // The AWS SDK's own mark.
  if ('$retryable' in error && error.$retryable !== undefined) return true;
  return isTransient(error.cause) || (error instanceof AggregateError && error.errors.some(isTransient));
};

/**
 * SQLSTATEs for `TransactionOptions.retryOn`. Deadlock: PostgreSQL ended this transaction so that another could go on.
 */
export const retryOnDeadlock: readonly string[] = ['40P01'];
/** SQLSTATE: somebody else had the lock for longer than `lock_timeout`. */
export const lockNotAvailable = '55P03';
/** SQLSTATE: the statement breaks a foreign key. */
export const foreignKeyViolation = '23503';
/** Also a foreign key whose row another transaction took away in between. */
export const retryOnConflict: readonly string[] = [...retryOnDeadlock, foreignKeyViolation];
/** SQLSTATE: the statement breaks a unique index. */
export const uniqueViolation = '23505';
/** Also a unique key that another transaction inserted in between: the second attempt finds its row. */
export const retryOnConflictOrDuplicate: readonly string[] = [...retryOnConflict, uniqueViolation];

/**
 * Whether the data is at fault, so that every further attempt fails too. SQLSTATE classes 22 (data exception), 23
 * (integrity constraint violation) and 54 (program limit exceeded: an index entry that is too long, a value nested too
 * deep).
 */
export const isDataFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(2[23]|54)...$/.test(String(error.code));
