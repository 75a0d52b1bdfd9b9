import { statfsSync } from 'node:fs';
import type { Ports } from '../addresses';
import { isFree, portsOfSystem } from '../services/free-port';

const neededMegabytes = 1_000;

/** Throws when the disk of the data directory is nearly full: PostgreSQL would stop in the middle of a transaction. */
export const checkDisk = (directory: string): void => {
  const { bavail, bsize } = statfsSync(directory);
  const megabytes = Math.floor((bavail * bsize) / 1e6);
  if (megabytes < neededMegabytes)
    throw new Error(
      `Only ${megabytes} MB are free where ${directory} is; Startline wants ${neededMegabytes} MB. Make room, or set STARTLINE_DATA to a directory on another disk.`,
    );
};

/**
 * Throws with the ports that other programs use. `deadlineMs`: how long to wait for processes of an earlier instance.
 */
export const checkPorts = async (ports: Ports, deadlineMs: number): Promise<void> => {
  const giveUp = Date.now() + deadlineMs;
  for (;;) {
    const all = Object.entries(ports);
    const free = await Promise.all(all.map(([, port]) => isFree(port)));
    const taken = all.filter((_, index) => !free[index]);
    if (taken.length === 0) return;
    if (Date.now() > giveUp) {
      const isAll = taken.length === all.length;
      const which = isAll
        ? `${ports.page} to ${ports.edgeStore}`
        : taken.map(([name, port]) => `${port} (${name})`).join(', ');
      const [verb, noun] = taken.length === 1 ? ['is', 'Port'] : ['are', 'Ports'];
      throw new Error(
        `${noun} ${which} ${verb} in use by another program. Stop it, or start on others: STARTLINE_PORT=${ports.page + 100} npm start uses ${ports.page + 100} to ${ports.page + 100 + portsOfSystem - 1}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

/** Its last port is below 32768, where ephemeral ports begin. */
const lastBasePort = 32_768 - portsOfSystem;

/**
 * The first port, from STARTLINE_PORT; 8000 when it is not set. Throws when the ports from there on cannot be used.
 */
export const readBasePort = (text: string | undefined): number => {
  if (text === undefined || text === '') return 8000;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1024 && port <= lastBasePort) return port;
  throw new Error(
    `STARTLINE_PORT is "${text}"; it must be a whole number from 1024 to ${lastBasePort} (${portsOfSystem} ports are used from there on).`,
  );
};
