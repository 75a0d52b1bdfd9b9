/** What the account answered. `unknown` is a sentence about why there is no answer. */
export type Answer<T> = { readonly value: T } | { readonly unknown: string };

/** An account far away answers in a second; a wrong region or a proxy that swallows packets never does. */
const answerDeadlineMs = 10_000;

/**
 * Asks the account one question. Never rejects: what goes wrong becomes an unknown, because the other questions have
 * answers all the same.
 *
 * @param permission the IAM action that the question needs.
 */
export const ask = async <T>(
  permission: string,
  question: (options: { readonly abortSignal: AbortSignal }) => Promise<T>,
  deadlineMs = answerDeadlineMs,
): Promise<Answer<T>> => {
  const abortSignal = AbortSignal.timeout(deadlineMs);
  // The SDK's pause between two attempts does not end with the signal, so the deadline is also kept here.
  const late = new Promise<never>((_, reject) => {
    abortSignal.addEventListener('abort', () => reject(abortSignal.reason), { once: true });
  });
  try {
    return { value: await Promise.race([question({ abortSignal }), late]) };
  } catch (error) {
    if (abortSignal.aborted) return { unknown: `no answer within ${deadlineMs / 1000} s` };
    return { unknown: reasonOf(error, permission) };
  }
};

/** The names under which services refuse a caller without the permission. */
const denials =
  /^(AccessDenied|AccessDeniedException|UnauthorizedOperation|AuthorizationError(Exception)?|WAFAccessDeniedException|NotAuthorized|Forbidden)$/;

const reasonOf = (error: unknown, permission: string): string => {
  if (!(error instanceof Error)) return String(error);
  if (denials.test(error.name)) return `needs permission ${permission}`;
  const [said = ''] = error.message.split('\n');
  return `${permission} failed: ${error.name}: ${said}`;
};

/** Whether a service refused because what was asked for is not there. */
const isAbsent = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(error.name);

/** Resolves with undefined when what was asked for is not there. */
export const orAbsent = async <T>(answer: Promise<T>, ...names: readonly string[]): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error, ...names)) return undefined;
    throw error;
  }
};
