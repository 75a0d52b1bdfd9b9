import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request as it reaches API Gateway. `rawHeaders`: name, value, name, value, … as received. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | undefined;
  readonly httpVersion: string;
  /** The IP address of the client. */
  readonly sourceIp: string;
  /** Whether the client has hung up. */
  readonly isGone?: () => boolean;
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const two = (number: number) => String(number).padStart(2, '0');

let second = { at: Number.NaN, text: '' };

/** `22/Nov/2026:10:00:00 +0000`. Written once a second. */
const commonLogTime = (at: Date): string => {
  const whole = Math.floor(at.getTime() / 1000);
  if (whole !== second.at) second = { at: whole, text: logTime(at) };
  return second.text;
};

const logTime = (at: Date): string => {
  const month = months.slice(at.getUTCMonth() * 3, at.getUTCMonth() * 3 + 3);
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${two(at.getUTCDate())}/${month}/${at.getUTCFullYear()}:${clock} +0000`;
};

/** A new [trace id](https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html#xray-api-traceids). */
const traceId = (at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1000).toString(16);
  return `Root=1-${seconds.padStart(8, '0')}-${randomUUID().replaceAll('-', '').slice(8)}`;
};

/** Bodies passed on as text. All others become base64, forms included. */
const textType = /^(text\/|application\/(json|javascript|xml|[\w.+-]*\+(json|xml))(;|$))/i;

const isText = (headers: Readonly<Record<string, string>>) =>
  textType.test(headers['content-type'] ?? 'text/plain') && (headers['content-encoding'] ?? 'identity') === 'identity';

const queryOf = (query: string): Record<string, string> => {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query))
    parameters[name] = name in parameters ? `${parameters[name]},${value}` : value;
  return parameters;
};

const hopByHop = new Set([
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
]);

const headersOf = (rawHeaders: readonly string[]) => {
  const headers: Record<string, string> = Object.create(null);
  let cookies: string[] | undefined;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    const value = rawHeaders[i + 1] ?? '';
    if (name === 'cookie') {
      cookies ??= [];
      for (const cookie of value.split(';')) if (cookie.trim()) cookies.push(cookie.trim());
    } else if (!hopByHop.has(name)) headers[name] = name in headers ? `${headers[name]},${value}` : value;
  }
  return { headers, cookies };
};

/**
 * API Gateway's [payload format
 * 2.0](https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html): header
 * names in lower case, repeated headers joined by commas, cookies in their own list.
 */
export const toEvent = (
  { method, path, query, rawHeaders, body, httpVersion, sourceIp }: Arrival,
  routeKey: string,
  pathParameters: Readonly<Record<string, string>> | undefined,
  now: Date,
): APIGatewayProxyEventV2 => {
  const { headers, cookies } = headersOf(rawHeaders);
  headers['x-amzn-trace-id'] ??= traceId(now);
  const text = isText(headers);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookies && { cookies }),
    headers,
    ...(query && { queryStringParameters: queryOf(query) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? '',
      domainPrefix: (headers.host ?? '').split('.')[0] ?? '',
      http: { method, path, protocol: `HTTP/${httpVersion}`, sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(pathParameters && { pathParameters: { ...pathParameters } }),
    ...(body?.length && { body: body.toString(text ? 'utf8' : 'base64') }),
    isBase64Encoded: Boolean(body?.length) && !text,
  };
};
