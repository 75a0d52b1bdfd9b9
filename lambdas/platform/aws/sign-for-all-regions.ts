import { createECDH, createHmac, createPrivateKey, hash, type KeyObject, sign } from 'node:crypto';
import type { Credentials } from './sign-request';

interface Unsigned {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** As it is sent, with its escapes. Without a query. */
  readonly path: string;
  /** All of them are signed. Names are in lower case and include `host`; values have no spaces at their ends. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly service: string;
  readonly credentials: Credentials;
  readonly at: Date;
}

const algorithm = 'AWS4-ECDSA-P256-SHA256';

/**
 * All headers of a request with an AWS Signature Version 4A, which is good in every region: services that are in no region take no
 * other. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const signForAllRegions = ({
  method,
  path,
  headers,
  body,
  service,
  credentials,
  at,
}: Unsigned): Record<string, string> => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${service}/aws4_request`;
  const all: Record<string, string> = { ...headers, 'x-amz-date': time, 'x-amz-region-set': '*' };
  if (sessionToken) all['x-amz-security-token'] = sessionToken;

  const names = Object.keys(all).sort();
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('');
  // Of every service but S3, the path is escaped a second time.
  const escaped = path.replaceAll('%', '%25');
  const request = `${method}\n${escaped}\n\n${lines}\n${names.join(';')}\n${hashOf(body)}`;
  const text = `${algorithm}\n${time}\n${scope}\n${hashOf(request)}`;
  const signature = sign('sha256', Buffer.from(text), keyObject(asymmetricKey(accessKeyId, secretAccessKey)));
  all.authorization = `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature.toString('hex')}`;
  return all;
};

/** The order of the curve P-256, minus two: https://doi.org/10.6028/NIST.SP.800-186 */
const orderLessTwo = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254fn;

/** The private key that belongs to a secret access key: 32 bytes. Throws when there is none, which does not happen. */
export const asymmetricKey = (accessKeyId: string, secretAccessKey: string): Buffer => {
  for (let attempt = 1; attempt <= 254; attempt++) {
    // SP 800-108 in counter mode, one block of 256 bits. The attempt is a part of the context.
    const candidate = createHmac('sha256', `AWS4A${secretAccessKey}`)
      .update(Buffer.from([0, 0, 0, 1]))
      .update(`${algorithm}\0${accessKeyId}`)
      .update(Buffer.from([attempt, 0, 0, 1, 0]))
      .digest();
    const number = BigInt(`0x${candidate.toString('hex')}`);
    if (number <= orderLessTwo) return Buffer.from((number + 1n).toString(16).padStart(64, '0'), 'hex');
  }
  throw new Error('No key could be derived from the credentials.');
};

const keyObject = (secret: Buffer): KeyObject => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x: x ?? '', y: y ?? '' };
  return createPrivateKey({ key, format: 'jwk' });
};

const hashOf = (text: string) => hash('sha256', text, 'hex');
