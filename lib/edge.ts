/**
 * One CloudFront behaviour. The stacks' distribution and the local gateway read the same data, so that the two cannot
 * differ.
 */
export interface Behaviour {
  /** CloudFront's path pattern: `*` fits any characters, `?` one. The first fitting behaviour applies. */
  readonly path: string;
  /** All others than `api` and `site`: buckets of results, of the proofs of draws, and of uploaded files. The path is the key of an object. */
  readonly origin: 'api' | 'site' | 'results' | 'proof' | 'media';
  /**
   * Whether answers to GET are cached, for as long as their Cache-Control says. Everything else always goes to the
   * origin.
   */
  readonly cached: boolean;
  /** The query parameters in the cache key. No other parameters, cookies or headers are in it. */
  readonly query: readonly string[];
  /** Of the site: the HTML document for every view below the path. */
  readonly document?: SiteDocument;
  /** The text of a function that answers at the edge, or lets the request go on to the API. */
  readonly answeredBy?: typeof arrivalFunction;
  /** Whether the crowd's distribution answers it, too. */
  readonly crowd?: true;
}

/** It stamps when somebody first came to a line. */
export const arrivalFunction = 'lib/edge/arrival.js';

/** The runners' page and the console. Each has scripts and headers of its own. */
export type SiteDocument = '/index.html' | '/console.html';
export const pageDocument = '/index.html';
export const consoleDocument = '/console.html';
/** The service worker of the check-in screen. It has no hash in its name, because a browser looks for a newer one at its address. */
export const deskWorker = '/console/check-in-worker.js';
/** The files of the page that have one address for ever. A page without one of them is not deployed. */
export const standingFiles = [pageDocument, consoleDocument, deskWorker] as const;

export const behaviours: readonly Behaviour[] = [
  { path: '/api/races/*/holds', origin: 'api', cached: false, query: [] },
  { path: '/api/races/*/access', origin: 'api', cached: false, query: [] },
  { path: '/api/races/*/line/arrival', origin: 'api', cached: false, query: [], answeredBy: arrivalFunction },
  { path: '/api/races/*/waiting-list', origin: 'api', cached: false, query: [] },
  { path: '/api/races/*/results/*/times', origin: 'api', cached: false, query: [] },
  { path: '/api/races/*/results/*/start-list', origin: 'api', cached: false, query: [] },
  // The function counts the searches of a network.
  { path: '/api/races/*/results/search', origin: 'api', cached: false, query: ['set', 'q', 'group'] },
  { path: '/api/races/*/results*', origin: 'api', cached: true, query: ['set', 'list', 'page', 'starts'] },
  { path: '/api/races/*/feed/messages', origin: 'api', cached: false, query: [] },
  { path: '/api/races/*/feed/presence', origin: 'api', cached: false, query: [] },
  { path: '/api/races/*/feed*', origin: 'api', cached: true, query: [], crowd: true },
  { path: '/api/races/*/line/*', origin: 'api', cached: false, query: [] },
  { path: '/api/races/*/teams', origin: 'api', cached: true, query: ['after', 'event', 'q'] },
  { path: '/api/teams/*', origin: 'api', cached: true, query: [] },
  { path: '/api/races/*/fundraisers', origin: 'api', cached: true, query: ['q', 'after'] },
  { path: '/api/races', origin: 'api', cached: true, query: [] },
  { path: '/api/races/*', origin: 'api', cached: true, query: [] },
  { path: '/api/openapi.json', origin: 'api', cached: true, query: [] },
  { path: '/api/*', origin: 'api', cached: false, query: [] },
  { path: '/results/*', origin: 'results', cached: true, query: [], crowd: true },
  { path: '/proof/*', origin: 'proof', cached: true, query: [] },
  { path: '/media/*', origin: 'media', cached: true, query: [] },
  { path: '/console*', origin: 'site', document: consoleDocument, cached: true, query: [] },
  { path: '*', origin: 'site', document: pageDocument, cached: true, query: [] },
];

/**
 * The crowd's distribution, which a site with a firewall has besides its own: what everybody reads on the day of a race. It has
 * no firewall, no cookie and no function at the edge, and answers GET and HEAD alone. Its last behaviour names no object, so
 * that nothing else of the site is behind it.
 */
export const crowdBehaviours: readonly Behaviour[] = [
  ...behaviours.filter(({ crowd }) => crowd),
  { path: '*', origin: 'results', cached: true, query: [] },
];

/** Seconds. The origin decides within these limits. A minimum above 0 would override its no-store. */
export const cacheTtl = { minimum: 0, default: 0, maximum: 86_400 } as const;

/** Seconds that CloudFront caches an error. A runner who was told "busy" may retry at once. */
export const errorTtl = 0;

/** The errors with this TTL: those that CloudFront otherwise caches for ten seconds, and 403. */
export const errorStatuses = [403, 404, 414, 500, 501, 502, 503, 504] as const;

/** A path that fits this names a file. Any other path is a view, and all views of a behaviour share one document. */
export const assetPattern = '\\.[A-Za-z0-9]+$';

/** The page's configuration: the processor's addresses and its publishable key. */
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

/** Stripe's API, and its scripts for browsers: https://docs.stripe.com/security/guide#content-security-policy */
export const stripeOrigin = 'https://api.stripe.com';
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** The processor's script for browsers, which shows the fields of the card. `origin`: that of its API. */
export const processorScript = (origin: string): string =>
  origin === stripeOrigin ? 'https://js.stripe.com/dahlia/stripe.js' : `${origin}/stripe.js`;

/** The headers on every answer. */
const everywhere = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * The headers on every answer but those of the console. `processorOrigin`: that of the processor's API. `crowdOrigin`: of the
 * crowd's distribution, if there is one.
 */
export const securityHeaders = (processorOrigin: string, crowdOrigin?: string) => ({
  ...everywhere,
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${processorScripts(processorOrigin).join(' ')}`,
    // The fields of the card, and the question of the bank.
    `frame-src ${processorFrames(processorOrigin).join(' ')}`,
    // The page's workers are files of the site.
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", processorOrigin, ...(crowdOrigin === undefined ? [] : [crowdOrigin])].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The wallets of a device are opened by the processor's frame.
  'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(self "${new URL(processorScript(processorOrigin)).origin}"), usb=()`,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
});

/**
 * The headers on every answer of the crowd's distribution. Pages of any origin may read it, because all of it is public and
 * nothing of it depends on who asks.
 */
export const crowdHeaders = () => ({
  ...everywhere,
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
});

/**
 * The headers on files that directors uploaded. If a browser opens one as a page, it runs nothing and reads nothing of the site.
 */
export const mediaHeaders = () => ({ ...everywhere, 'content-security-policy': "default-src 'none'; sandbox" });

/**
 * The headers on the console's document, and on everything below its path. The console takes no cards and opens no frames.
 * `filesOrigin`: where it sends files to.
 */
export const consoleHeaders = (filesOrigin?: string) => ({
  ...everywhere,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // The check-in screen opens without a network.
    "worker-src 'self'",
    "style-src 'self'",
    // A picture is looked at before it is sent.
    "img-src 'self' data: blob:",
    ['connect-src', "'self'", ...(filesOrigin === undefined ? [] : [filesOrigin])].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // A desk scans codes with the camera.
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
});

const processorScripts = (origin: string): readonly string[] => (origin === stripeOrigin ? stripeScripts : [origin]);

const processorFrames = (origin: string): readonly string[] =>
  origin === stripeOrigin ? [...stripeScripts, 'https://hooks.stripe.com'] : [origin];

/** Where CloudFront takes certificates and web ACLs from. */
export const edgeRegion = 'us-east-1';
