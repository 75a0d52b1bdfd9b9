/**
 * What stands in front of the site: for the stacks' CloudFront distribution and for the local gateway, which plays it.
 * Data and nothing else, so that the two cannot differ.
 */
export interface Behaviour {
  /** CloudFront's path pattern: `*` is any run of characters, `?` one. The first that fits answers. */
  readonly path: string;
  readonly origin: 'api' | 'site';
  /** Whether answers to GET are kept, as long as their own Cache-Control says. Everything else always goes to the origin. */
  readonly cached: boolean;
  /** Query parameters that tell one answer from another. No other is, nor are cookies and headers. */
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

/** Seconds. The origin decides within these; a minimum above 0 would override its no-store. */
export const cacheTtl = { minimum: 0, default: 0, maximum: 86_400 } as const;

/** Seconds CloudFront keeps an error. A runner who was told "busy" may ask again at once. */
export const errorTtl = 0;

/** The errors that this is said for: those CloudFront would keep for ten seconds by itself, and 403. */
export const errorStatuses = [403, 404, 414, 500, 501, 502, 503, 504] as const;

/** A path whose last part has no dot is a view of the page, which has one document for all of them. */
export const assetPattern = '\\.[A-Za-z0-9]+$';
export const pageDocument = '/index.html';

/** What the page is told of its surroundings: where the card goes, and under which public key. */
export const pageConfig = '/config.json';

/** Files below this never change: their names hold a hash of what is in them. */
export const immutablePath = '/assets/';
export const immutableCacheControl = 'public, max-age=31536000, immutable';
export const documentCacheControl = 'no-cache';

/** On every answer. `processorOrigin`: where the page sends the card (and nobody else ever sees it). */
export const securityHeaders = (processorOrigin: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // The page's workers are files of its own.
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
