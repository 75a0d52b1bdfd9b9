import { S3Client } from '@aws-sdk/client-s3';
import { generateShare } from '../generate-share';
import { S3RunFiles } from '../s3-run-files';
import { told } from './environment';

/** The program of one generator's container. Fargate Spot sends SIGTERM two minutes before it takes a machine away. */
const taken = new AbortController();
process.once('SIGTERM', () => taken.abort());

try {
  await generateShare(Number(told('SHARE')), new S3RunFiles(new S3Client(), told('BUCKET'), told('RUN')), taken.signal);
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
