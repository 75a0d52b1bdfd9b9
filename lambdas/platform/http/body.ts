import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { HttpError } from './http-error';

export const maxJsonBytes = 16 * 1024;
/** Of what eight people answer to the questions of a form. */
export const maxLargeJsonBytes = 64 * 1024;
/** The same, and a quote of it. */
export const maxQuotedJsonBytes = maxLargeJsonBytes + 16 * 1024;
/** Webhooks of other services are longer than what our own page sends. */
export const maxRawBytes = 64 * 1024;

/** The body as text. Throws HttpError: 413 above `mostBytes`, 422 when it is not UTF-8. */
export const bodyOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2, mostBytes: number): string => {
  // Checked before anything is decoded, so that a large body costs nothing. Base64 needs four characters for three
  // bytes.
  const bytes = isBase64Encoded ? Math.floor((body.length * 3) / 4) - 2 : Buffer.byteLength(body);
  if (bytes > mostBytes) throw tooLarge(mostBytes);
  if (!isBase64Encoded) return body;

  const decoded = Buffer.from(body, 'base64');
  if (decoded.length > mostBytes) throw tooLarge(mostBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decoded);
  } catch {
    throw new HttpError('invalid-request', { reason: 'not-utf8' });
  }
};

const tooLarge = (mostBytes: number) => new HttpError('too-large', { limit: mostBytes });
