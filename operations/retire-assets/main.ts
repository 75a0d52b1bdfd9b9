import { S3Client } from '@aws-sdk/client-s3';
import { retireAssets } from './retire-assets';

/** `npm run assets:retire -- <bucket>`, after a deployment. The bucket is the output `PageBucket` of StartlineSite. */
const [bucket] = process.argv.slice(2);
try {
  if (!bucket) throw new Error('Usage: npm run assets:retire -- <the output PageBucket of StartlineSite>');
  const { superseded, restored } = await retireAssets(new S3Client(), bucket);
  console.log(`${superseded.length} files are superseded and expire in 90 days; ${restored.length} are needed again.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
