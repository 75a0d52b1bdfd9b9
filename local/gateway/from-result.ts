import type { Answer } from './answer';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The HTTP response that API Gateway makes of a function's result. Without a `statusCode` the result is the body of a
 * 200. Throws for an invalid status.
 */
export const fromResult = (result: unknown): Answer => {
  if (!isRecord(result) || !('statusCode' in result)) {
    const body = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
  }
  const headers: Record<string, string | readonly string[]> = { 'content-type': 'text/plain; charset=utf-8' };
  if (isRecord(result.headers))
    for (const [name, value] of Object.entries(result.headers))
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        headers[name.toLowerCase()] = String(value);
  const cookies = result.cookies;
  if (Array.isArray(cookies) && cookies.length > 0) headers['set-cookie'] = cookies.map(String);
  const body = result.body;
  const status = Number(result.statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599)
    throw new Error(`A function answered with the status ${status}.`);
  return {
    status,
    headers,
    body:
      typeof body === 'string'
        ? Buffer.from(body, result.isBase64Encoded === true ? 'base64' : 'utf8')
        : Buffer.alloc(0),
  };
};
