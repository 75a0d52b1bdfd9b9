import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to PostgreSQL that counts connections and statements. */
export interface WatchedPostgres {
  readonly url: string;
  /** Counted since the last `forget`. */
  readonly connections: number;
  readonly statements: number;
  forget(): void;
  close(): Promise<void>;
}

const isStatement = (type: number | undefined) => type === 'Q'.charCodeAt(0) || type === 'P'.charCodeAt(0);

/** Counts the messages Query and Parse (PostgreSQL's frontend protocol 3.0), however TCP splits them. */
const statementCounter = (count: () => void) => {
  let bytes = Buffer.alloc(0);
  // The first message, which names user and database, has no type.
  let typeLength = 0;
  return (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= typeLength + 4) {
      const length = typeLength + bytes.readUInt32BE(typeLength);
      if (bytes.length < length) return;
      if (typeLength === 1 && isStatement(bytes[0])) count();
      bytes = bytes.subarray(length);
      typeLength = 1;
    }
  };
};

export const watchPostgres = async (url: string): Promise<WatchedPostgres> => {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let [connections, statements] = [0, 0];
  const server = createServer((client) => {
    connections += 1;
    const database = connect(Number(port), hostname);
    const count = statementCounter(() => {
      statements += 1;
    });
    for (const [one, other] of [[client, database] as const, [database, client] as const]) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.on('data', (chunk) => {
        if (one === client) count(chunk);
        other.write(chunk);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const watched = new URL(url);
  watched.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: watched.href,
    get connections() {
      return connections;
    },
    get statements() {
      return statements;
    },
    forget: () => {
      [connections, statements] = [0, 0];
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
