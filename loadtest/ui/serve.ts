import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mountLoadPages } from './mount';
import type { Answers } from './read-wish';
import { where } from './where';

/** `npm run load -- --ui`: serves the pages on a free port of this machine only, until Ctrl-C. */
export const serveLoadPages = async (folder: string, answers: Partial<Answers>): Promise<void> => {
  const { answer, close } = mountLoadPages(folder, answers);
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  console.log(`The load test’s pages are at http://localhost:${port}${where.set}. Ctrl-C stops.`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(signal, resolve);
  });
  await close();
};
