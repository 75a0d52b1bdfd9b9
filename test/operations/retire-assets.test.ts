import {
  CopyObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import { supersededDays } from '../../lib/edge';
import { retireAssets } from '../../operations/retire-assets/retire-assets';

interface Stored {
  readonly body: string;
  readonly day: number;
  readonly type?: string;
  readonly tags: string;
}

/** A bucket with S3's own rules: a copy is a new object, and a lifecycle rule counts from when an object was made. */
const bucketOf = () => {
  const objects = new Map<string, Stored>();
  let day = 0;
  const mock = mockClient(S3Client);
  const at = (key = '') => {
    const found = objects.get(key);
    if (!found) throw new Error(`NoSuchKey: ${key}`);
    return found;
  };
  mock.on(GetObjectCommand).callsFake(({ Key }) => {
    const { body } = at(Key);
    return { Body: { transformToString: async () => body } };
  });
  mock.on(HeadObjectCommand).callsFake(({ Key }) => ({ ContentType: at(Key).type, CacheControl: 'for ever' }));
  mock.on(GetObjectTaggingCommand).callsFake(({ Key }) => {
    const { tags } = at(Key);
    return { TagSet: tags ? [{ Key: tags.split('=')[0], Value: tags.split('=')[1] }] : [] };
  });
  mock.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: [...objects.keys()].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
  mock.on(CopyObjectCommand).callsFake(({ Key, CopySource, ContentType, Tagging }) => {
    const source = at(CopySource.replace('page/', ''));
    objects.set(Key, { body: source.body, day, type: ContentType, tags: Tagging });
  });
  return {
    objects,
    /** Uploads a release, as the deployment does: every file again. */
    deploy(assets: readonly string[]) {
      for (const name of assets) objects.set(`assets/${name}`, { body: name, day, type: 'text/javascript', tags: '' });
      objects.set('index.html', { body: `<script src="/assets/${assets[0]}">`, day, tags: '' });
      objects.set('console.html', { body: `<script src="/assets/${assets.at(-1)}">`, day, tags: '' });
      const manifest = JSON.stringify({ assets: assets.map((name) => `assets/${name}`) });
      objects.set('manifest.json', { body: manifest, day, tags: '' });
    },
    /** Lets a day pass, and applies the lifecycle rule of lib/constructs/site/website.ts. */
    nextDay() {
      day++;
      for (const [key, { day: made, tags }] of objects)
        if (key.startsWith('assets/') && tags === 'superseded=yes' && day - made >= supersededDays) objects.delete(key);
    },
    retire: () => retireAssets(new S3Client(), 'page'),
  };
};

const pass = (bucket: ReturnType<typeof bucketOf>, days: number) => {
  for (let n = 0; n < days; n++) bucket.nextDay();
};

test('a file that the page no longer names can be read for 90 days more, however old it is', async () => {
  const bucket = bucketOf();
  bucket.deploy(['main-1.js', 'shared.js']);
  pass(bucket, 400);
  bucket.deploy(['main-2.js', 'shared.js']);
  expect(await bucket.retire()).toEqual({ superseded: ['assets/main-1.js'], restored: [] });
  expect(bucket.objects.get('assets/main-1.js')).toMatchObject({ type: 'text/javascript', body: 'main-1.js' });
  pass(bucket, 89);
  expect([...bucket.objects.keys()]).toContain('assets/main-1.js');
  pass(bucket, 1);
  expect([...bucket.objects.keys()]).not.toContain('assets/main-1.js');
  pass(bucket, 1_000);
  expect([...bucket.objects.keys()]).toEqual(expect.arrayContaining(['assets/main-2.js', 'assets/shared.js']));
});

test('asked again, it changes nothing, so the 90 days do not begin again', async () => {
  const bucket = bucketOf();
  bucket.deploy(['a.js']);
  bucket.deploy(['b.js']);
  await bucket.retire();
  expect(await bucket.retire()).toEqual({ superseded: [], restored: [] });
});

test('whatever is released and taken back, what the page names is there', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          assets: fc.uniqueArray(fc.constantFrom('a.js', 'b.js', 'c.png', 'd.woff2'), { minLength: 1 }),
          days: fc.integer({ min: 0, max: 200 }),
          /** The tags are late, as if they were set while the next release was on its way. */
          isLate: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      async (releases) => {
        const bucket = bucketOf();
        for (const { assets, days, isLate } of releases) {
          bucket.deploy(assets);
          if (!isLate) await bucket.retire();
          pass(bucket, days);
          for (const name of assets) expect([...bucket.objects.keys()]).toContain(`assets/${name}`);
        }
      },
    ),
    { numRuns: 50 },
  ));

test('a file that was tagged by mistake loses its tag', async () => {
  const bucket = bucketOf();
  bucket.deploy(['a.js']);
  bucket.objects.set('assets/a.js', { body: 'a.js', day: 0, type: 'text/javascript', tags: 'superseded=yes' });
  expect(await bucket.retire()).toEqual({ superseded: [], restored: ['assets/a.js'] });
  pass(bucket, 100);
  expect([...bucket.objects.keys()]).toContain('assets/a.js');
});

test.each<[string, (objects: Map<string, Stored>) => void, RegExp]>([
  [
    'the page is of another release than its manifest',
    (objects) => objects.set('index.html', { body: '<script src="/assets/z.js">', day: 0, tags: '' }),
    /are of different releases \(assets\/z\.js\)/,
  ],
  [
    'the page names no file',
    (objects) => objects.set('index.html', { body: '', day: 0, tags: '' }),
    /are of different releases \(no file is named\)/,
  ],
  ['a file of the page is missing', (objects) => objects.delete('assets/b.js'), /lacks assets\/b\.js/],
  [
    'the manifest is of a version that lists no files',
    (objects) => objects.set('manifest.json', { body: '{"main":"assets/b.js"}', day: 0, tags: '' }),
    /does not list the page’s files/,
  ],
])('nothing is tagged while %s', async (_, harm, words) => {
  const bucket = bucketOf();
  bucket.deploy(['a.js']);
  bucket.deploy(['b.js']);
  harm(bucket.objects);
  await expect(bucket.retire()).rejects.toThrow(words);
  expect([...bucket.objects.values()].filter(({ tags }) => tags)).toEqual([]);
});
