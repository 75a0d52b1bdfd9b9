import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Config } from '../../config';
import { immutablePath, supersededDays, supersededTag } from '../../edge';

/** The buckets of the site, and the one with their logs. All are private, and keep their files when the stack goes. */
export const siteBuckets = (scope: Construct, config: Config) => {
  const privately = {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
  };
  const logs = new Bucket(scope, 'Logs', {
    ...privately,
    // CloudFront writes its log with an ACL, not with a bucket policy.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    lifecycleRules: [{ expiration: Duration.days(config.logDays) }],
  });
  const page = new Bucket(scope, 'Page', {
    ...privately,
    // Empty while the site is created: nothing is kept when that is rolled back. The log may have lines already.
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    versioned: true,
    lifecycleRules: [
      { noncurrentVersionExpiration: Duration.days(30) },
      // Counted from the copy that tags the file (operations/retire-assets), not from its first upload.
      {
        prefix: immutablePath.slice(1),
        tagFilters: { [supersededTag.key]: supersededTag.value },
        expiration: Duration.days(supersededDays),
      },
    ],
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'bucket/',
  });

  const results = new Bucket(scope, 'Results', {
    ...privately,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    // Of live results there are thousands of versions a day. Nobody reads an old one: lambdas/results/publish/publish-set.ts.
    lifecycleRules: [{ tagFilters: { live: 'yes' }, expiration: Duration.days(30) }],
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'results/',
  });

  const proofs = new Bucket(scope, 'Proofs', {
    ...privately,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    versioned: true,
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'proofs/',
  });

  const media = new Bucket(scope, 'Media', {
    ...privately,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    versioned: true,
    lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'media/',
  });

  const files = new Bucket(scope, 'Files', {
    ...privately,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    // A file of participants is deleted by a job. This is for what it left.
    lifecycleRules: [
      { prefix: 'incoming/', expiration: Duration.days(1) },
      { prefix: 'exports/', expiration: Duration.days(2), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    cors: [
      {
        allowedMethods: [HttpMethods.POST],
        allowedOrigins: config.site ? [`https://${config.site.domain}`] : ['https://*.cloudfront.net'],
      },
    ],
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'files/',
  });
  return { logs, page, results, proofs, media, files };
};
