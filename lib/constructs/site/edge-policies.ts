import { Duration } from 'aws-cdk-lib';
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  CfnResponseHeadersPolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionRuntime,
  type ICachePolicy,
  type IResponseHeadersPolicyRef,
  type KeyValueStore,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { viewerHeader } from '../../../lambdas/contract/headers';
import {
  assetPattern,
  type Behaviour,
  cacheTtl,
  type consoleHeaders,
  type crowdHeaders,
  type mediaHeaders,
  type SiteDocument,
  type securityHeaders,
} from '../../edge';

/** CloudFront's cache policy for the TTLs and cache keys of `lib/edge.ts`. */
export const cachePolicy = (scope: Construct, id: string, { query }: Pick<Behaviour, 'query'>): ICachePolicy =>
  new CachePolicy(scope, id, {
    minTtl: Duration.seconds(cacheTtl.minimum),
    defaultTtl: Duration.seconds(cacheTtl.default),
    maxTtl: Duration.seconds(cacheTtl.maximum),
    queryStringBehavior:
      query.length > 0 ? CacheQueryStringBehavior.allowList(...query) : CacheQueryStringBehavior.none(),
    headerBehavior: CacheHeaderBehavior.none(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });

/**
 * Sets these headers of `lib/edge.ts` on every answer. Uses the L1 resource because CloudFront has separate settings for
 * some of these headers and refuses them as custom headers.
 */
export const headersPolicy = (
  scope: Construct,
  id: string,
  name: string,
  headers: ReturnType<typeof securityHeaders | typeof consoleHeaders | typeof mediaHeaders | typeof crowdHeaders>,
): IResponseHeadersPolicyRef => {
  const {
    'content-security-policy': contentSecurityPolicy,
    'strict-transport-security': transport,
    'x-content-type-options': _nosniff,
    'x-frame-options': frameOption,
    'referrer-policy': referrerPolicy,
    ...more
  } = headers;
  const override = true;
  const {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
    ...custom
  } = {
    'access-control-allow-origin': undefined,
    'access-control-expose-headers': undefined,
    ...more,
  };
  return new CfnResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyConfig: {
      name,
      securityHeadersConfig: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        strictTransportSecurity: {
          accessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(transport)?.[1]),
          includeSubdomains: transport.includes('includeSubDomains'),
          override,
        },
        contentTypeOptions: { override },
        frameOptions: { frameOption, override },
        referrerPolicy: { referrerPolicy, override },
      },
      ...(origin !== undefined &&
        exposed !== undefined && {
          corsConfig: {
            accessControlAllowCredentials: false,
            accessControlAllowHeaders: { items: ['*'] },
            accessControlAllowMethods: { items: ['GET', 'HEAD'] },
            accessControlAllowOrigins: { items: [origin] },
            accessControlExposeHeaders: { items: [exposed] },
            originOverride: override,
          },
        }),
      customHeadersConfig: { items: Object.entries(custom).map(([header, value]) => ({ header, value, override })) },
    },
  });
};

/** A function that reads the store, where it answers and does not only rewrite. */
export const answering = (scope: Construct, id: string, filePath: string, keyValueStore: KeyValueStore): EdgeFunction =>
  new EdgeFunction(scope, id, {
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromFile({ filePath }),
    keyValueStore,
  });

/** A CloudFront function that runs on each viewer request. */
export const onArrival = (scope: Construct, id: string, code: string): EdgeFunction =>
  new EdgeFunction(scope, id, { runtime: FunctionRuntime.JS_2_0, code: FunctionCode.fromInline(code) });

/**
 * All views of a behaviour share one document. The rewrite happens on the request and not on a 404, because an error page
 * of the distribution would also replace answers of the API.
 */
export const viewsTo = (document: SiteDocument): string => `function handler(event) {
  var request = event.request;
  if (!/${assetPattern}/.test(request.uri)) request.uri = '${document}';
  return request;
}`;

/** Tells the API the viewer's address, and overwrites what the client sent in this header. */
export const nameViewer = `function handler(event) {
  var request = event.request;
  request.headers['${viewerHeader}'] = { value: event.viewer.ip + ':0' };
  return request;
}`;
