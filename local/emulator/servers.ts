import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../listen';
import { startProcessor } from '../processor/start-processor';
import { readText } from '../read-text';
import { startMemcached } from '../services/memcached';
import { type Certificate, makeCertificate } from './certificate';
import { type Database, startDatabase } from './database';
import { answerAsConfigurationEndpoint, startTlsProxy } from './tls-proxy';
import { Undoing } from './undoing';

/** The host names by which the deployed functions find their servers. The ports are those on AWS. */
export const names = {
  writer: 'writer.database.startline.test',
  reader: 'reader.database.startline.test',
  /** RDS Proxy, which only the profile `production` has. It pools nothing here. */
  proxy: 'writer.proxy.startline.test',
  readerProxy: 'reader.proxy.startline.test',
  /** By the first part of each cluster's logical id: one that replaces another is a server of its own. */
  caches: {
    SessionAv2: 'session-a-2.cache.startline.test',
    SessionBv2: 'session-b-2.cache.startline.test',
    Datav2: 'data-2.cache.startline.test',
    SessionA: 'session-a.cache.startline.test',
    SessionB: 'session-b.cache.startline.test',
    Data: 'data.cache.startline.test',
  },
} as const;

/** Keys of the sandbox processor. It runs on this machine only, and its money is not real. */
export const processorKeys = {
  secretKey: 'sk_test_startlinelocal',
  publishableKey: 'pk_test_startlinelocal',
  webhookSecret: 'whsec_startlinelocal',
} as const;

export interface Servers {
  readonly certificate: Certificate;
  readonly database: Database;
  /** The processor's URL, over TLS. */
  readonly processorUrl: string;
  readonly dataApi: string;
  /** The address in a function's settings → the address on this machine. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

interface Options {
  readonly repository: string;
  readonly directory: string;
  readonly newPort: () => Promise<number>;
}

/** The part of RDS's Data API that a deployment uses: one statement, run as the administrator. */
const startDataApi = (port: number, administrate: (sql: string) => Promise<unknown>) =>
  listen(
    createServer(async (request, response) => {
      let answer: unknown = {};
      try {
        const { sql } = JSON.parse(await readText(request, 64 * 1024, () => new Error('The statement is too long.')));
        await administrate(String(sql));
      } catch (error) {
        answer = { error: error instanceof Error ? error.message : String(error) };
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    }),
    port,
  );

/**
 * The servers that deployed functions use besides the emulator: PostgreSQL with a standby, memcached servers, the
 * processor.
 */
export const startServers = async ({ repository, directory, newPort }: Options): Promise<Servers> => {
  const undoing = new Undoing();
  try {
    // PostgreSQL may run as another user, who must be able to pass through.
    chmodSync(directory, 0o711);
    const certificate = await makeCertificate(directory);
    const ports = { writer: await newPort(), reader: await newPort() };
    const addresses: Record<string, string> = {
      ...Object.fromEntries([names.writer, names.proxy].map((name) => [`${name}:5432`, `127.0.0.1:${ports.writer}`])),
      ...Object.fromEntries(
        [names.reader, names.readerProxy].map((name) => [`${name}:5432`, `127.0.0.1:${ports.reader}`]),
      ),
      '/var/runtime/ca-cert.pem': certificate.file,
    };
    const postgres = join(directory, 'postgres');
    const database = await startDatabase({ repository, directory: postgres, ports, certificate });
    undoing.add(database.stop);

    for (const name of Object.values(names.caches)) {
      const [plain, port] = [await newPort(), await newPort()];
      const server = await startMemcached({ port: plain, log: join(directory, `${name}.log`) });
      undoing.add(() => server.stop());
      undoing.add(await startTlsProxy({ certificate, port, to: plain, answers: answerAsConfigurationEndpoint(port) }));
      addresses[`${name}:11211`] = `127.0.0.1:${port}`;
    }

    const dataDir = join(directory, 'processor');
    mkdirSync(dataDir);
    const processor = await startProcessor({ port: await newPort(), dataDir, ...processorKeys });
    undoing.add(() => processor.close());
    const processorPort = await newPort();
    undoing.add(await startTlsProxy({ certificate, port: processorPort, to: processor.port }));

    const dataApiPort = await newPort();
    undoing.add(await startDataApi(dataApiPort, database.administrate));
    return {
      certificate,
      database,
      processorUrl: `https://127.0.0.1:${processorPort}`,
      dataApi: `http://127.0.0.1:${dataApiPort}`,
      addresses,
      stop: () => undoing.all(),
    };
  } catch (error) {
    await undoing.all();
    throw error;
  }
};
