import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { prepareRun } from '../prepare-run';
import { order } from '../run';
import { S3RunFiles } from '../s3-run-files';
import { told } from './environment';

const s3 = new S3Client();

export const handler = async (event: unknown) => {
  const wanted = v.parse(order, event);
  return prepareRun(wanted, {
    files: new S3RunFiles(s3, told('BUCKET'), wanted.id),
    target: told('TARGET'),
    mostDollars: Number(told('MOST_DOLLARS')),
    startSeconds: Number(told('START_SECONDS')),
  });
};
