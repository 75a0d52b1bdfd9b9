import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { gatherRun } from '../gather-run';
import { S3RunFiles } from '../s3-run-files';
import { told } from './environment';

const s3 = new S3Client();
const input = v.object({ run: v.pipe(v.string(), v.uuid()) });

export const handler = async (event: unknown) => {
  const { run } = v.parse(input, event);
  return gatherRun(new S3RunFiles(s3, told('BUCKET'), run));
};
