/**
 * One CloudFront behaviour. The stacks' distribution and the local gateway read the same data, so that the two cannot
 * differ.
 */
export interface Behaviour {
  /** CloudFront's path pattern: `*` fits any characters, `?` one. The first fitting behaviour applies. */
  readonly path: string;
  readonly origin: 'api' | 'site';
  /**
   * Whether answers to GET are cached, for as long as their Cache-Control says. Everything else always goes to the
   * origin.
   */
  readonly cached: boolean;
  /** The query parameters in the cache key. No other parameters, cookies or headers are in it. */
  readonly query: readonly string[];
}

export const behaviours: readonly Behaviour[] = [
  { path: '/api/races/*/holds', origin: 'api', cached: false, query: [] },
  { path: '/api/races/*/waiting-list', origin: 'api', cached: false, query: [] },
  { path: '/api/races', origin: 'api', cached: true, query: [] },
  { path: '/api/races/*', origin: 'api', cached: true, query: [] },
  { path: '/api/openapi.json', origin: 'api', cached: true, query: [] },
  { path: '/api/*', origin: 'api', cached: false, query: [] },
  { path: '*', origin: 'site', cached: true, query: [] },
];

/** Seconds. The origin decides within these limits. A minimum above 0 would override its no-store. */
export const cacheTtl = { minimum: 0, default: 0, maximum: 86_400 } as const;

/** Seconds that CloudFront caches an error. A runner who was told "busy" may retry at once. */
export const errorTtl = 0;

/** The errors with this TTL: those that CloudFront otherwise caches for ten seconds, and 403. */
export const errorStatuses = [403, 404, 414, 500, 501, 502, 503, 504] as const;

/** A path that fits this names a file. Any other path is a view of the page, and all views share one document. */
export const assetPattern = '\\.[A-Za-z0-9]+$';
export const pageDocument = '/index.html';

/** The page's configuration: where it sends the card, and with which publishable key. */
export const pageConfig = '/config.json';

/** Files below this path never change: their names contain a hash of their content. */
export const immutablePath = '/assets/';
export const immutableCacheControl = 'public, max-age=31536000, immutable';
export const documentCacheControl = 'no-cache';

/** The content types of pictures and fonts by the ends of their names. `static/build.ts` puts these kinds into the page. */
export const mediaTypes = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
} as const;

/** Days for which a file that the page no longer names can still be read: for browsers that have yesterday's document. */
export const supersededDays = 90;
/** The tag of such a file in the bucket. */
export const supersededTag = { key: 'superseded', value: 'yes' } as const;

/** The headers on every answer. `processorOrigin`: the only place the page sends the card to. */
export const securityHeaders = (processorOrigin: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // The page's workers are files of the site.
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${processorOrigin}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
});

/** Where CloudFront takes certificates and web ACLs from. */
export const edgeRegion = 'us-east-1';
