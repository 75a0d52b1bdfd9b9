import { createServer } from 'node:net';

/** Whether this port of the loopback interface is free. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** All ports are below the ephemeral range: no outgoing connection takes a port between our check and its use. */
const [singles, systems, end] = [12_000, 24_000, 32_700];
/** The number of ports of a whole system: those of `portsFrom`, which imports more than most that look for a port need. */
export const portsOfSystem = 15;

/**
 * Each test worker uses every eighth port. Otherwise two workers that check at the same moment could find the same port
 * free, and one could talk to the other's server.
 */
const workers = 8;
const anyOf = (count: number): number => {
  const worker = Number(process.env.JEST_WORKER_ID);
  if (!worker) return Math.floor(Math.random() * count);
  return (worker % workers) + workers * Math.floor((Math.random() * (count - workers)) / workers);
};

/** A free port for one server. Throws after a hundred attempts. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = singles + anyOf(systems - singles);
    if (await isFree(port)) return port;
  }
  throw new Error(`Found no free port between ${singles} and ${systems} on 127.0.0.1 in a hundred attempts.`);
};

/**
 * The first of as many free ports in a row as a whole system has. Seconds pass until the last is used. Therefore single
 * servers use another range, and the ports of two systems are either all the same or all different. Throws after a
 * hundred attempts.
 */
export const freeBasePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const base = systems + portsOfSystem * anyOf(Math.floor((end - systems) / portsOfSystem));
    const all = await Promise.all(Array.from({ length: portsOfSystem }, (_, offset) => isFree(base + offset)));
    if (all.every(Boolean)) return base;
  }
  throw new Error(
    `Found no ${portsOfSystem} free ports in a row between ${systems} and ${end} on 127.0.0.1 in a hundred attempts.`,
  );
};
