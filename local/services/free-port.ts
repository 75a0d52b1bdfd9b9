import { createServer } from 'node:net';

/** Whether nobody listens on this port of the loopback interface. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** All below the ephemeral range: outgoing connections never take one between our look and our use. */
const [singles, systems, end] = [12_000, 24_000, 32_700];
/** Of a whole system. */
const inARow = 12;

/** A port for one server. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = singles + Math.floor(Math.random() * (systems - singles));
    if (await isFree(port)) return port;
  }
  throw new Error(`Found no free port between ${singles} and ${systems} on 127.0.0.1 in a hundred attempts.`);
};

/**
 * The first of twelve free ports in a row, for a whole system. It takes seconds until the last of them is used: so no
 * single server looks for its port among them, and two systems have either the same ones or none in common.
 */
export const freeBasePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const base = systems + inARow * Math.floor((Math.random() * (end - systems)) / inARow);
    const all = await Promise.all(Array.from({ length: inARow }, (_, offset) => isFree(base + offset)));
    if (all.every(Boolean)) return base;
  }
  throw new Error(
    `Found no ${inARow} free ports in a row between ${systems} and ${end} on 127.0.0.1 in a hundred attempts.`,
  );
};
