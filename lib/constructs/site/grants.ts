import { Aws, Fn } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ServiceFunction } from '../service-function';
import type { Website } from './website';

/** The keys of all objects of results, and of all proofs, begin with it. */
const resultsFolder = 'results/';
const proofFolder = 'proof/';

/** Lets `client` read the files of results, and the publisher also write them: permission and address. */
export const grantResults = (website: Website, client: ServiceFunction): void => {
  const files = website.results.arnForObjects(`${resultsFolder}*`);
  const actions = [
    's3:GetObject',
    ...(client.contractName === 'publish-results' ? ['s3:PutObject', 's3:PutObjectTagging', 's3:DeleteObject'] : []),
  ];
  client.addToRolePolicy(new PolicyStatement({ actions, resources: [files] }));
  // Without this permission, S3 answers 403 instead of 404 when there is no such object.
  client.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [website.results.bucketArn] }));
  client.tell('RESULTS_BUCKET_URL', `https://${website.results.bucketRegionalDomainName}`);
};

/**
 * Lets the console sign forms for files that browsers send, look at them, and sign links to what the jobs write: permission and
 * address. Whoever has a form or a link may do what its signer may.
 */
export const grantFiles = (website: Website, client: ServiceFunction): void => {
  const allow = (actions: readonly string[], files: string) =>
    client.addToRolePolicy(
      new PolicyStatement({ actions: [...actions], resources: [website.files.arnForObjects(files)] }),
    );
  if (client.contractName === 'run-jobs')
    allow(['s3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject'], 'exports/*');
  else {
    allow(['s3:PutObject', 's3:GetObject', 's3:DeleteObject'], 'incoming/*');
    allow(['s3:GetObject'], 'exports/*');
  }
  // Without this permission, S3 answers 403 instead of 404 when there is no such object.
  client.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [website.files.bucketArn] }));
  client.tell('FILES_BUCKET_URL', `https://${website.files.bucketRegionalDomainName}`);
};

/** Lets the console keep files for readers of the site, and the jobs remove those that nothing refers to. */
export const grantMedia = (website: Website, client: ServiceFunction): void => {
  const actions = [client.contractName === 'run-jobs' ? 's3:DeleteObject' : 's3:PutObject'];
  client.addToRolePolicy(new PolicyStatement({ actions, resources: [website.media.arnForObjects('media/*')] }));
  client.tell('MEDIA_BUCKET_URL', `https://${website.media.bucketRegionalDomainName}`);
};

/** Lets `client` tell the functions at the edge which lines there are: permission and address. */
export const grantLines = (website: Website, client: ServiceFunction): void => {
  const { keyValueStoreArn: arn } = website.lines;
  client.addToRolePolicy(
    new PolicyStatement({
      actions: ['DescribeKeyValueStore', 'PutKey', 'DeleteKey'].map((verb) => `cloudfront-keyvaluestore:${verb}`),
      resources: [arn],
    }),
  );
  // The path names the store by its ARN, with the escapes of a URL.
  const escaped = Fn.join('%2F', Fn.split('/', Fn.join('%3A', Fn.split(':', arn))));
  client.tell('EDGE_STORE_URL', `https://${Aws.ACCOUNT_ID}.cloudfront-kvs.global.api.aws/key-value-stores/${escaped}`);
};

/** Lets `client` write the proofs of draws: permission and address. */
export const grantProof = (website: Website, client: ServiceFunction): void => {
  const files = website.proofs.arnForObjects(`${proofFolder}*`);
  client.addToRolePolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources: [files] }));
  client.tell('PROOF_BUCKET_URL', `https://${website.proofs.bucketRegionalDomainName}`);
};

/**
 * Lets `client` keep, or read, what one function tells another: permission and address. Readers of the site get only what is
 * below the path of results.
 */
export const grantState = (website: Website, client: ServiceFunction): void => {
  const states = website.results.arnForObjects('state/capacity.json');
  const keeps = client.contractName === 'set-capacity';
  client.addToRolePolicy(
    new PolicyStatement({ actions: [keeps ? 's3:PutObject' : 's3:GetObject'], resources: [states] }),
  );
  // Without it, S3 answers 403 where there is no such object.
  if (!keeps)
    client.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [website.results.bucketArn] }));
  client.tell('STATE_BUCKET_URL', `https://${website.results.bucketRegionalDomainName}`);
};
