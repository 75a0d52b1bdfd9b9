import type { ProblemName } from './problems';

/** Why a message cannot be read. */
export const unreadable: readonly ProblemName[] = ['cross-site', 'invalid-request', 'not-json', 'too-large'];
