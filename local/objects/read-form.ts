import { signatureOfPolicy } from '../../lambdas/platform/aws/presign-s3';

/** The credentials of all local programs. */
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly unknown[];
}

export interface SentFile {
  readonly key: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Codes of S3's errors for a form, with their statuses. */
const refusals = {
  AccessDenied: 403,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  MalformedPOSTRequest: 400,
  SignatureDoesNotMatch: 403,
} as const;

export type Refused = {
  readonly [Code in keyof typeof refusals]: readonly [(typeof refusals)[Code], Code];
}[keyof typeof refusals];

const refused = (code: keyof typeof refusals): Refused => [refusals[code], code] as Refused;

/** Reads a form that a browser sent to a bucket, and holds it to its signed policy, as S3 does. */
export const readForm = async (
  bucket: string,
  contentType: string | undefined,
  body: Buffer,
  now: Date,
): Promise<SentFile | Refused> => {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType ?? '' } })
    .formData()
    .catch(() => undefined);
  const file = form?.get('file');
  if (!form || !file || typeof file === 'string') return refused('MalformedPOSTRequest');
  const fields = new Map(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  );
  const field = (name: string) => fields.get(name) ?? '';
  const [, day = '', region = ''] = field('x-amz-credential').split('/');
  if (field('x-amz-signature') !== signatureOfPolicy(field('policy'), day, { region, credentials }))
    return refused('SignatureDoesNotMatch');
  const policy = JSON.parse(Buffer.from(field('policy'), 'base64').toString()) as Policy;
  if (Date.parse(policy.expiration) <= now.getTime()) return refused('AccessDenied');
  const named = new Set(['policy', 'x-amz-signature']);
  for (const condition of policy.conditions) {
    if (Array.isArray(condition)) {
      const [, least = 0, most = 0] = condition as readonly number[];
      if (file.size > most) return refused('EntityTooLarge');
      if (file.size < least) return refused('EntityTooSmall');
      continue;
    }
    for (const [name, value] of Object.entries(condition as object)) {
      named.add(name.toLowerCase());
      if ((name === 'bucket' ? bucket : field(name.toLowerCase())) !== value) return refused('AccessDenied');
    }
  }
  // Every field must be in the policy.
  if ([...fields.keys()].some((name) => !named.has(name))) return refused('AccessDenied');
  return { key: field('key'), contentType: field('content-type'), body: Buffer.from(await file.arrayBuffer()) };
};
