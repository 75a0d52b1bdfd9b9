import { type Engine, silenceMs } from './engine';

/**
 * The same with undici, as Node brings it: slower, and what our own engine has to agree with. It comes from one address
 * only, cannot count its bytes, and undoes content encodings by itself.
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
