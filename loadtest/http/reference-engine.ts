import { type Engine, silenceMs } from './engine';

/**
 * The same engine with undici, as Node contains it. It is slower, and our own engine must agree with it. It uses one
 * address only, cannot count bytes, and decompresses answers itself.
 */
export const referenceEngine = (): Engine => ({
  traffic: { sent: 0, received: 0, connections: 0 },
  async send(origin, _address, { method, path, headers, body }) {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(silenceMs),
      ...(body !== undefined && { body }),
    });
    return {
      status: answer.status,
      header: (name) => (name === 'content-encoding' ? undefined : (answer.headers.get(name) ?? undefined)),
      setCookies: answer.headers.getSetCookie(),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  },
  close: () => undefined,
});
