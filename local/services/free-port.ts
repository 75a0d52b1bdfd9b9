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

/**
 * Every so many-th belongs to one worker of the tests: two that look at the same moment would both find the same one free,
 * and one of them take the other's server for its own.
 */
const workers = 8;
const anyOf = (count: number): number => {
  const worker = Number(process.env.JEST_WORKER_ID);
  if (!worker) return Math.floor(Math.random() * count);
  return (worker % workers) + workers * Math.floor((Math.random() * (count - workers)) / workers);
};

/** A port for one server. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = singles + anyOf(systems - singles);
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
    const base = systems + inARow * anyOf(Math.floor((end - systems) / inARow));
    const all = await Promise.all(Array.from({ length: inARow }, (_, offset) => isFree(base + offset)));
    if (all.every(Boolean)) return base;
  }
  throw new Error(
    `Found no ${inARow} free ports in a row between ${systems} and ${end} on 127.0.0.1 in a hundred attempts.`,
  );
};
