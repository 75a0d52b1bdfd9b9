import {
  CopyObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { consoleDocument, immutablePath, pageDocument, supersededTag } from '../../lib/edge';

const prefix = immutablePath.slice(1);
const manifest = v.object({ assets: v.array(v.string()) });
/** How many files are looked at a time. */
const atATime = 20;

/**
 * Tags every file below `assets/` that the deployed page no longer needs, and takes the tag from those that it needs
 * again. Files are copied in place, because the bucket's lifecycle rule counts from an object's creation. Throws,
 * and has changed nothing, when the bucket does not hold one whole release.
 */
export const retireAssets = async (
  s3: S3Client,
  bucket: string,
): Promise<{ readonly superseded: readonly string[]; readonly restored: readonly string[] }> => {
  const current = await currentAssets(s3, bucket);
  const stored: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix }))
    stored.push(...Contents.flatMap(({ Key }) => Key ?? []));
  const missing = [...current].filter((key) => !stored.includes(key));
  if (missing.length > 0)
    throw new Error(`${bucket} lacks ${missing.join(', ')}, which its page needs: deploy StartlinePage again.`);

  const [superseded, restored]: [string[], string[]] = [[], []];
  for (let first = 0; first < stored.length; first += atATime)
    await Promise.all(
      stored.slice(first, first + atATime).map(async (key) => {
        const { TagSet = [] } = await s3.send(new GetObjectTaggingCommand({ Bucket: bucket, Key: key }));
        const isTagged = TagSet.some(({ Key }) => Key === supersededTag.key);
        if (current.has(key) !== isTagged) return;
        await copyInPlace(s3, bucket, key, isTagged ? '' : `${supersededTag.key}=${supersededTag.value}`);
        (isTagged ? restored : superseded).push(key);
      }),
    );
  return { superseded: superseded.sort(), restored: restored.sort() };
};

/** The keys of all files that the deployed page and console may load. Throws when they and the manifest are of different releases. */
const currentAssets = async (s3: S3Client, bucket: string): Promise<ReadonlySet<string>> => {
  const read = async (key: string) =>
    (await (await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body?.transformToString()) ?? '';
  const [page = '', console = '', text = ''] = await Promise.all(
    [pageDocument.slice(1), consoleDocument.slice(1), 'manifest.json'].map(read),
  );
  const found = v.safeParse(manifest, JSON.parse(text));
  if (!found.success)
    throw new Error(
      `manifest.json in ${bucket} does not list the page’s files: deploy StartlinePage of this version first.`,
    );
  const assets = new Set(found.output.assets);
  const namedIn = (document: string) =>
    [...document.matchAll(new RegExp(`"/(${prefix}[^"]+)"`, 'g'))].map(([, key]) => String(key));
  const named = [page, console].map(namedIn);
  const unknown = named.flat().filter((key) => !assets.has(key));
  if (named.some((keys) => keys.length === 0) || unknown.length > 0)
    throw new Error(
      `index.html, console.html and manifest.json in ${bucket} are of different releases (${unknown.join(', ') || 'no file is named'}): wait for the deployment to end, or deploy StartlinePage again.`,
    );
  return assets;
};

const copyInPlace = async (s3: S3Client, bucket: string, key: string, tagging: string): Promise<void> => {
  const { ContentType, CacheControl } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  await s3.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: key,
      CopySource: `${bucket}/${key}`,
      TaggingDirective: 'REPLACE',
      Tagging: tagging,
      // S3 copies an object onto itself only when its metadata are given again.
      MetadataDirective: 'REPLACE',
      ContentType,
      CacheControl,
    }),
  );
};
