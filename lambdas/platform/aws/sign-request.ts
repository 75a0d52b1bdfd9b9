import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

interface Unsigned {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Without a query, and without characters that would have to be escaped. */
  readonly path?: string;
  /** Sorted by name, and escaped as AWS wants it. */
  readonly query?: string;
  /** All of them are signed. Names are in lower case and include `host`; values have no spaces at their ends. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly region: string;
  readonly service: string;
  readonly credentials: Credentials;
  readonly at: Date;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whose requests they are: Lambda sets region and credentials in a function's environment, and renews them there. */
export const signerOf = ({ AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }: Environment) => ({
  region: AWS_REGION ?? '',
  credentials: {
    accessKeyId: AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: AWS_SESSION_TOKEN,
  },
});

export const algorithm = 'AWS4-HMAC-SHA256';

/**
 * All headers of a request, `POST /` unless it says otherwise, with an AWS Signature Version 4:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const signRequest = ({
  method = 'POST',
  path = '/',
  query = '',
  headers,
  body,
  region,
  service,
  credentials,
  at,
}: Unsigned): Record<string, string> => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const all: Record<string, string> = { ...headers, 'x-amz-date': time };
  if (sessionToken) all['x-amz-security-token'] = sessionToken;

  const names = Object.keys(all).sort();
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('');
  const request = `${method}\n${path}\n${query}\n${lines}\n${names.join(';')}\n${hashOf(body)}`;
  const signature = macOf(
    keyFor(secretAccessKey, [day, region, service]),
    `${algorithm}\n${time}\n${scope}\n${hashOf(request)}`,
  ).toString('hex');
  all.authorization = `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return all;
};

/**
 * The signing key of the last request. It changes with the credentials and at midnight UTC; deriving it is half of the
 * work of signing.
 */
let last: { readonly of: string; readonly key: KeyObject } | undefined;

export const keyFor = (secretAccessKey: string, scope: readonly string[]): KeyObject => {
  const of = [secretAccessKey, ...scope].join(' ');
  if (last?.of === of) return last.key;
  const start = Buffer.from(`AWS4${secretAccessKey}`);
  const key = createSecretKey([...scope, 'aws4_request'].reduce(macOf, start));
  last = { of, key };
  return key;
};

const hashOf = (content: string | Buffer) => hash('sha256', content, 'hex');
export const macOf = (key: Buffer | KeyObject, text: string) => createHmac('sha256', key).update(text).digest();
