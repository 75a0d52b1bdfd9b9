import { createServer } from 'node:net';

/** Whether nobody listens on this port of the loopback interface. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port below the ephemeral range: outgoing connections never take it between our look and our use. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error('Found no free port between 12000 and 32000 on 127.0.0.1 in a hundred attempts.');
};

/** The first of twelve free ports in a row, for a whole system. */
export const freeBasePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const base = await freePort();
    const all = await Promise.all(Array.from({ length: 12 }, (_, offset) => isFree(base + offset)));
    if (base <= 32_000 && all.every(Boolean)) return base;
  }
  throw new Error('Found no twelve free ports in a row between 12000 and 32000 on 127.0.0.1 in a hundred attempts.');
};
