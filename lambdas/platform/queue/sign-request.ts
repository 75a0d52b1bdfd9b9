import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

interface Unsigned {
  /** All are signed. Names in lower case, `host` among them; values without spaces at their ends. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly region: string;
  readonly service: string;
  readonly credentials: Credentials;
  readonly at: Date;
}

const algorithm = 'AWS4-HMAC-SHA256';

/**
 * All headers of a `POST /`, with the signature AWS asks for: Signature Version 4, as the IAM User Guide describes it
 * under "Create a signed AWS API request".
 */
export const signRequest = ({ headers, body, region, service, credentials, at }: Unsigned): Record<string, string> => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const all: Record<string, string> = { ...headers, 'x-amz-date': time };
  if (sessionToken) all['x-amz-security-token'] = sessionToken;

  const names = Object.keys(all).sort();
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('');
  const request = `POST\n/\n\n${lines}\n${names.join(';')}\n${hashOf(body)}`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(macOf, `AWS4${secretAccessKey}`);
  const signature = macOf(key, `${algorithm}\n${time}\n${scope}\n${hashOf(request)}`).toString('hex');
  all.authorization = `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return all;
};

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const macOf = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
