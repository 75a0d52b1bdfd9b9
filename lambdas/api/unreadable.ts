import type { ProblemName } from './problems';

/** Problems of a message that cannot be read. */
export const unreadable: readonly ProblemName[] = ['cross-site', 'invalid-request', 'not-json', 'too-large'];
