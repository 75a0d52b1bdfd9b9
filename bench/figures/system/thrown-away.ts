import { once } from 'node:events';
import { connect } from 'node:net';
import type { Ports } from '../../../local/addresses';

/** How many values the caches of a system threw away because their memory was full. A hold among them is forgotten. */
export const thrownAway = async ({ data, sessionA, sessionB }: Ports): Promise<number> => {
  const evictions = await Promise.all([data, sessionA, sessionB].map(evictionsAt));
  return evictions.reduce((sum, one) => sum + one, 0);
};

const evictionsAt = async (port: number): Promise<number> => {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  try {
    socket.write('stats\r\n');
    let said = '';
    while (!said.endsWith('END\r\n')) said += (await once(socket, 'data'))[0];
    const [, evictions] = /^STAT evictions (\d+)/m.exec(said) ?? [];
    if (evictions === undefined) throw new Error(`The cache at port ${port} does not say how much it threw away.`);
    return Number(evictions);
  } finally {
    socket.destroy();
  }
};
