/** Made by the build: the files that the check-in screen needs, and a hash of their names. */
declare const filesOfDesk: readonly string[];
declare const versionOfDesk: string;

/** What TypeScript's types of a page lack. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly registration: { readonly scope: string };
  addEventListener(kind: 'install' | 'activate', work: (event: WorkerEvent) => void): void;
  addEventListener(kind: 'fetch', work: (event: FetchEvent) => void): void;
}

/**
 * Lets the check-in screen of one race open without a network. It keeps the console's document and the scripts of this screen.
 * They have no data of anybody. It looks at no other request, so answers of the API are never kept.
 */
const worker = self as unknown as Worker;

const documentPath = '/console.html';
const { pathname: screenPath } = new URL(worker.registration.scope);
/** Each race has a worker of its own, and all of them share the storage. */
const ownCaches = `startline-desk ${screenPath} `;
const cacheName = ownCaches + versionOfDesk;
/** How long a poor network may take for the document. */
const documentMs = 3_000;

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOlder()));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    if (pathname === screenPath) event.respondWith(readDocument());
  } else if (filesOfDesk.includes(pathname)) event.respondWith(readFile(event.request, pathname));
});

/** Throws when the site is being deployed: its document would name other files. The browser tries again at the next visit. */
const keepFiles = async (): Promise<void> => {
  const cache = await caches.open(cacheName);
  await cache.addAll([new Request(documentPath, { cache: 'no-cache' }), ...filesOfDesk]);
  const text = (await (await cache.match(documentPath))?.text()) ?? '';
  const named = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  if (named.length > 0 && named.every((path) => filesOfDesk.includes(path))) return;
  await caches.delete(cacheName);
  throw new Error('The document of the console is of another release than this worker.');
};

const forgetOlder = async (): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(ownCaches) && name !== cacheName).map((name) => caches.delete(name)),
  );
};

/** The document of now, so that nobody stays with an older release; without a network, the kept one. */
const readDocument = async (): Promise<Response> => {
  try {
    const answer = await fetch(documentPath, { cache: 'no-cache', signal: AbortSignal.timeout(documentMs) });
    if (answer.ok) return new Response(await answer.blob(), { headers: answer.headers });
  } catch {
    // No network, or a very slow one.
  }
  return (await caches.match(documentPath, { cacheName })) ?? Response.error();
};

/** The name of a file has its hash, so the kept one is the same. */
const readFile = async (request: Request, path: string): Promise<Response> =>
  (await caches.match(path, { cacheName, ignoreVary: true })) ?? fetch(request);

export {};
