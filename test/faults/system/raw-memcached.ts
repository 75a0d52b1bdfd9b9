import { connect } from 'node:net';

const timeoutMs = 5_000;

/** Talks to memcached without the product's client; resolves with everything it answers up to `end`. */
const talk = (port: number, lines: string, isEnd: (said: string) => boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(lines, 'latin1'));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`memcached on ${port} is silent`)));
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text;
      if (!isEnd(said)) return;
      socket.destroy();
      resolve(said);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`memcached on ${port} hung up: ${said.slice(0, 200)}`)));
  });

export const flush = async (port: number): Promise<void> => {
  await talk(port, 'flush_all\r\n', (said) => said.endsWith('OK\r\n'));
};

export interface Item {
  readonly key: string;
  readonly value: string;
  /** Seconds since the epoch; -1: never. */
  readonly expires: number;
}

/** Every item that a memcached holds now. */
export const dump = async (port: number): Promise<readonly Item[]> => {
  const listed = await talk(port, 'lru_crawler metadump all\r\n', (said) => said.endsWith('END\r\n'));
  const keys = [...listed.matchAll(/^key=(\S+) exp=(-?\d+)/gm)].map(([, key = '', expires]) => ({
    key: decodeURIComponent(key),
    expires: Number(expires),
  }));
  if (keys.length === 0) return [];
  const wanted = `${keys.map(({ key }) => `mg ${key} k v\r\n`).join('')}mn\r\n`;
  const said = await talk(port, wanted, (text) => text.endsWith('MN\r\n'));
  const expiries = new Map(keys.map(({ key, expires }) => [key, expires]));
  const items: Item[] = [];
  for (let at = 0; at < said.length; ) {
    const end = said.indexOf('\r\n', at);
    const [, size, key] = /^VA (\d+) k(\S+)/.exec(said.slice(at, end)) ?? [];
    at = end + 2;
    if (key === undefined) continue;
    const value = said.slice(at, at + Number(size));
    at += Number(size) + 2;
    items.push({ key, value, expires: expiries.get(key) ?? -1 });
  }
  return items;
};

/** Puts every item back, with the lifetime it had left. */
export const load = async (port: number, items: readonly Item[]): Promise<void> => {
  const now = Math.floor(Date.now() / 1000);
  const alive = items.filter(({ expires }) => expires < 0 || expires > now);
  const lines = alive.map(({ key, value, expires }) => {
    const left = expires < 0 ? 0 : expires - now;
    return `ms ${key} ${Buffer.byteLength(value, 'latin1')} T${left}\r\n${value}\r\n`;
  });
  const text = `${lines.join('')}mn\r\n`;
  await talk(port, text, (said) => said.endsWith('MN\r\n'));
};
