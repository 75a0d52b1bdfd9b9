import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IConstruct } from 'constructs';
import type { Config } from '../../config';
import {
  documentCacheControl,
  immutableCacheControl,
  immutablePath,
  mediaTypes,
  pageConfig,
  processorScript,
  standingFiles,
} from '../../edge';
import { arnInFinding } from '../findings';
import { logging } from '../logging';
import type { Website } from './website';

const assetsFolder = immutablePath.replaceAll('/', '');

/** The kinds whose content type CDK's function, Python 3.13, does not know or knows only sometimes. */
const unknownKinds = ['.webp', '.avif', '.woff2'] as const;

/**
 * Publishes the built page in two steps: first the files that never change, whose names no document contains yet, then
 * the document that names them. Old files stay, because browsers may have yesterday's document.
 */
export class PageRelease extends Construct {
  /** @param page the folder of the built page. Throws when a part of it is missing. */
  constructor(scope: Construct, id: string, config: Config, { bucket, distribution, crowd }: Website, page: string) {
    super(scope, id);
    for (const part of [assetsFolder, ...standingFiles])
      if (!existsSync(join(page, part)))
        throw new Error(`${page} holds no ${part}: build the page first, with npm run build:site.`);

    const common = {
      destinationBucket: bucket,
      prune: false,
      retainOnDelete: true,
      memoryLimit: 512,
      logGroup: new LogGroup(this, 'Log', logging(config)),
    };
    const immutable = {
      ...common,
      sources: [Source.asset(join(page, assetsFolder))],
      destinationKeyPrefix: assetsFolder,
      cacheControl: [CacheControl.fromString(immutableCacheControl)],
    };
    const built = new Set(readdirSync(join(page, assetsFolder)).map((name) => extname(name)));
    const apart = unknownKinds.filter((kind) => built.has(kind));
    const assets = new BucketDeployment(this, 'Assets', { ...immutable, exclude: apart.map((kind) => `*${kind}`) });
    const media = apart.map(
      (kind) =>
        new BucketDeployment(this, `Assets-${kind.slice(1)}`, {
          ...immutable,
          exclude: ['*'],
          include: [`*${kind}`],
          contentType: mediaTypes[kind],
        }),
    );
    const documents = new BucketDeployment(this, 'Documents', {
      ...common,
      sources: [
        Source.asset(page, { exclude: [assetsFolder] }),
        Source.jsonData(pageConfig.slice(1), {
          processor: {
            kind: 'stripe',
            url: config.processor.url,
            script: processorScript(new URL(config.processor.url).origin),
            publishableKey: config.processor.publishableKey ?? '',
          },
          ...(crowd && { crowdUrl: crowd.url }),
        }),
      ],
      cacheControl: [CacheControl.fromString(documentCacheControl)],
      distribution,
      distributionPaths: [...standingFiles, pageConfig],
    });
    documents.node.addDependency(assets, ...media);

    const publisher = assets.handlerRole.node.scope;
    if (publisher) acknowledgePublisher(publisher, config);
  }
}

/** CDK's own function has CDK's permissions: to read the asset bucket, to write ours, to invalidate. */
const acknowledgePublisher = (publisher: IConstruct, { name }: Config): void => {
  const actions = ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map((action) => `Action::s3:${action}*`);
  const resources = [
    arnInFinding(publisher, 'arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*'),
    `${name}Site:ExportsOutputFnGetAttWebsitePageFB0C7AFDArn824A9AE2/*`,
    '*',
  ].map((resource) => `Resource::${resource}`);
  const reason = 'CDK’s own function: it copies from CDK’s bucket into ours and invalidates the document.';
  Validations.of(publisher).acknowledge(
    ...[...actions, ...resources].map((finding) => ({ id: `AwsSolutions-IAM5[${finding}]`, reason })),
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason,
    },
    { id: 'AwsSolutions-L1', reason: 'CDK chooses the runtime of its own function.' },
  );
};
