import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FreshSecrets {
  /** For AWS_ENDPOINT_URL_SECRETS_MANAGER. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A Secrets Manager with one secret, whatever it is asked for. */
export const freshSecrets = async (secret: Readonly<Record<string, string>>): Promise<FreshSecrets> => {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify({ Name: 'any', SecretString: JSON.stringify(secret) })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
