import { hash } from 'node:crypto';
import { algorithm, type Credentials, keyFor, macOf } from './sign-request';

interface Signer {
  readonly region: string;
  readonly credentials: Credentials;
}

/** What a browser sends to S3 as a form. */
export interface SignedForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface WantedForm extends Signer {
  /** Of the bucket. */
  readonly url: string;
  /** Each must come exactly so: key and content type. */
  readonly fields: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly seconds: number;
  readonly at: Date;
}

const textOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** The name of a bucket from its URL: the first label of its host, or the path. */
const bucketOf = (url: string): string => {
  const { hostname, pathname } = new URL(url);
  return pathname === '/' ? (hostname.split('.s3.')[0] ?? '') : pathname.slice(1);
};

/**
 * A form that lets a browser put one object of exactly so many bytes into a bucket:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export const signForm = ({ url, fields, bytes, seconds, at, region, credentials }: WantedForm): SignedForm => {
  const time = textOf(at);
  const day = time.slice(0, 8);
  const all: Record<string, string> = {
    ...fields,
    'x-amz-algorithm': algorithm,
    'x-amz-credential': `${credentials.accessKeyId}/${day}/${region}/s3/aws4_request`,
    'x-amz-date': time,
  };
  if (credentials.sessionToken) all['x-amz-security-token'] = credentials.sessionToken;
  const policy = Buffer.from(
    JSON.stringify({
      expiration: new Date(at.getTime() + seconds * 1000).toISOString(),
      conditions: [
        { bucket: bucketOf(url) },
        ...Object.entries(all).map(([name, value]) => ({ [name]: value })),
        ['content-length-range', bytes, bytes],
      ],
    }),
  ).toString('base64');
  const signature = signatureOfPolicy(policy, day, { region, credentials });
  return { url, fields: { ...all, policy, 'x-amz-signature': signature } };
};

/** @param policy in base64 */
export const signatureOfPolicy = (policy: string, day: string, { region, credentials }: Signer): string =>
  macOf(keyFor(credentials.secretAccessKey, [day, region, 's3']), policy).toString('hex');

interface WantedLink extends Signer {
  /** Of the object. Its key has no characters that are escaped in a URL. */
  readonly url: string;
  readonly seconds: number;
  readonly at: Date;
}

/**
 * An address that shows one object to everybody who has it:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export const signLink = ({ url, seconds, at, region, credentials }: WantedLink): string => {
  const { host, pathname } = new URL(url);
  const time = textOf(at);
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const query = Object.entries({
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    ...(credentials.sessionToken && { 'X-Amz-Security-Token': credentials.sessionToken }),
    'X-Amz-SignedHeaders': 'host',
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const request = `GET\n${pathname}\n${query}\nhost:${host}\n\nhost\nUNSIGNED-PAYLOAD`;
  const text = `${algorithm}\n${time}\n${scope}\n${hash('sha256', request, 'hex')}`;
  const signature = macOf(keyFor(credentials.secretAccessKey, [day, region, 's3']), text).toString('hex');
  return `${url}?${query}&X-Amz-Signature=${signature}`;
};
