import { SESv2ServiceException } from '@aws-sdk/client-sesv2';
import type { Posted } from '../ports';

/**
 * What an error of SendEmail means for the mail. A mail certainly did not leave only if SES refused it or was never
 * reached.
 */
export const refusalOf = (error: unknown): Exclude<Posted, { kind: 'accepted' }> => {
  const { name, message, code } = partsOf(error);
  const reason = `${name}: ${message}`;
  if (/daily message quota/i.test(message)) return { kind: 'quota-used-up' };
  if (throttled.has(name) || /maximum sending rate/i.test(message)) return { kind: 'too-fast' };
  if (permanent.has(name)) return { kind: 'rejected', reason };
  if (error instanceof SESv2ServiceException) {
    // 4xx: paused, suspended, not verified, not allowed; an operator must act. After a 5xx the mail may or may not have
    // left.
    return { kind: error.$fault === 'client' ? 'stopped' : 'unknown', reason };
  }
  return { kind: neverConnected(name, message, code) ? 'unreachable' : 'unknown', reason };
};

const throttled = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
  'RequestThrottledException',
]);
const permanent = new Set(['MessageRejected', 'BadRequestException']);

const neverConnected = (name: string, message: string, code: string): boolean =>
  // The SDK may wrap the error: then the code is in the message only.
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/.test(`${code} ${message}`) ||
  name === 'CredentialsProviderError' ||
  // The SDK uses the same name for a time-out while connecting and for one while waiting for the answer.
  (name === 'TimeoutError' && /did not establish a connection/.test(message));

const partsOf = (error: unknown) => {
  const part = (name: string) => (typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined);
  return {
    name: String(part('name') ?? 'Error'),
    message: String(part('message') ?? error),
    code: String(part('code') ?? ''),
  };
};
