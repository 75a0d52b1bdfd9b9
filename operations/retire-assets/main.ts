import { S3Client } from '@aws-sdk/client-s3';
import { readCommandLine, refuse } from '../../local/supervisor/read-arguments';
import { retireAssets } from './retire-assets';

const usage = `npm run assets:retire -- <bucket>

After a deployment: lets files of the page expire that it has replaced. The bucket is the output PageBucket of StartlineSite.`;

const { positionals } = readCommandLine({}, usage);
const [bucket = refuse('No bucket is named; one must be.', usage)] = positionals;
try {
  const { superseded, restored } = await retireAssets(new S3Client(), bucket);
  console.log(`${superseded.length} files are superseded and expire in 90 days; ${restored.length} are needed again.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
