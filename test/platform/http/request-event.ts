import type { APIGatewayProxyEventV2 } from 'aws-lambda';

interface Parts {
  readonly routeKey?: string;
  readonly path?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly cookies?: string[];
  readonly body?: string | Buffer;
}

/** A request as API Gateway's HTTP API passes it on. A Buffer is sent in base64. */
export const requestEvent = ({
  routeKey = 'GET /api/races',
  path,
  headers = {},
  cookies,
  body,
}: Parts = {}): APIGatewayProxyEventV2 => {
  const [method = 'GET', rawPath = '/'] = routeKey.split(' ');
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: '',
    headers: { host: 'startline.example', ...headers },
    ...(cookies && { cookies }),
    ...(path && { pathParameters: path }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : body.toString('base64') }),
    isBase64Encoded: body !== undefined && typeof body !== 'string',
    requestContext: {
      accountId: '1',
      apiId: 'api',
      domainName: 'startline.example',
      domainPrefix: 'startline',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'request-1',
      routeKey,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
};
