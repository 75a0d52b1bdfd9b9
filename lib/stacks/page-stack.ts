import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config } from '../config';
import { PageRelease } from '../constructs/site/page-release';
import type { Website } from '../constructs/site/website';

/** The page, published last: it may call only what the functions already answer. */
export class PageStack extends Stack {
  constructor(scope: Construct, id: string, config: Config, website: Website, page: string, props: StackProps) {
    super(scope, id, props);
    new PageRelease(this, 'Release', config, website, page);
  }
}
