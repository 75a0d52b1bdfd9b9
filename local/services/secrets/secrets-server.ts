import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Secrets } from './make-secrets';

interface Asked {
  readonly SecretId?: unknown;
  readonly VersionStage?: unknown;
}

const answer = (response: ServerResponse, status: number, body: object) => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.1',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

const nameOf = (id: string) => /^arn:aws:secretsmanager:[^:]*:\d+:secret:(.+)-[A-Za-z0-9]{6}$/.exec(id)?.[1] ?? id;

/** Plays Secrets Manager's GetSecretValue in its own protocol. A version id is a hash of the value. */
export const createSecretsServer = (secrets: Secrets): Server =>
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const refuse = (type: string, message: string) => answer(response, 400, { __type: type, message });
      // A browser may send this header only after a preflight request, which is never allowed here: web pages cannot
      // read secrets.
      if (request.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
        return refuse('InvalidRequestException', 'This server answers GetSecretValue and nothing else.');
      let asked: Asked;
      try {
        asked = JSON.parse(Buffer.concat(chunks).toString());
      } catch {
        return refuse('SerializationException', 'The body must be JSON.');
      }
      const name = typeof asked.SecretId === 'string' ? nameOf(asked.SecretId) : '';
      const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
      if (!value || (asked.VersionStage ?? 'AWSCURRENT') !== 'AWSCURRENT')
        return refuse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      const SecretString = JSON.stringify(value);
      answer(response, 200, {
        ARN: `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}-local0`,
        Name: name,
        SecretString,
        VersionId: createHash('sha256').update(SecretString).digest('hex').slice(0, 32),
        VersionStages: ['AWSCURRENT'],
        CreatedDate: 0,
      });
    });
  });
