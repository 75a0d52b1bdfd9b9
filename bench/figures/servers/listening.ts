import { listen } from '../../../local/listen';
import { freePort } from '../../../local/services/free-port';

/** Lets a server listen on a free port, and resolves with the port. */
export const listening = async (server: Parameters<typeof listen>[0]): Promise<{ port: number }> => {
  const port = await freePort();
  await listen(server, port);
  return { port };
};
