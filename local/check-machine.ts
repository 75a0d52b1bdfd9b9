import { statfsSync } from 'node:fs';
import type { Ports } from './addresses';
import { isFree } from './services/free-port';

const neededMegabytes = 1_000;

/** Throws when the data directory's disk is nearly full: PostgreSQL would stop in the middle of something. */
export const checkDisk = (directory: string): void => {
  const { bavail, bsize } = statfsSync(directory);
  const megabytes = Math.floor((bavail * bsize) / 1e6);
  if (megabytes < neededMegabytes)
    throw new Error(
      `Only ${megabytes} MB are free where ${directory} is; Startline wants ${neededMegabytes} MB. Make room, or set STARTLINE_DATA to a directory on another disk.`,
    );
};

/** Throws naming the ports others use. `patienceMs`: how long processes of an instance before us may take to go. */
export const checkPorts = async (ports: Ports, patienceMs: number): Promise<void> => {
  const giveUp = Date.now() + patienceMs;
  for (;;) {
    const all = Object.entries(ports);
    const free = await Promise.all(all.map(([, port]) => isFree(port)));
    const taken = all.filter((_, index) => !free[index]);
    if (taken.length === 0) return;
    if (Date.now() > giveUp) {
      const isAll = taken.length === all.length;
      const which = isAll
        ? `${ports.page} to ${ports.mail}`
        : taken.map(([name, port]) => `${port} (${name})`).join(', ');
      const [verb, noun] = taken.length === 1 ? ['is', 'Port'] : ['are', 'Ports'];
      throw new Error(
        `${noun} ${which} ${verb} in use by another program. Stop it, or start on others: STARTLINE_PORT=${ports.page + 100} npm start uses ${ports.page + 100} to ${ports.page + 111}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

/** The first port from STARTLINE_PORT. Throws when twelve ports from there on would not do. */
export const readBasePort = (text: string | undefined): number => {
  if (text === undefined || text === '') return 8000;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1024 && port <= 32_756) return port;
  throw new Error(
    `STARTLINE_PORT is "${text}"; it must be a whole number from 1024 to 32756 (twelve ports are used from there on).`,
  );
};
