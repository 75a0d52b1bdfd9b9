import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct, Node } from 'constructs';
import type { Config } from '../config';
import { PageRelease } from '../constructs/site/page-release';
import type { Website } from '../constructs/site/website';
import { keptSettings } from '../kept-settings';

/**
 * The page, published last: it may call only what the functions already answer. So the release that its output names is
 * deployed whole. The release is the commit that `-c startline:release=<commit>` names; without it there is no output.
 */
export class PageStack extends Stack {
  constructor(scope: Construct, id: string, config: Config, website: Website, page: string, props: StackProps) {
    super(scope, id, props);
    // In the last stack: a deployment that failed half-way has not changed what is asked for at the next one.
    new CfnOutput(this, 'Config', { value: JSON.stringify(keptSettings(config)) });
    new PageRelease(this, 'Release', config, website, page);
    const release = readRelease(this.node);
    if (release) new CfnOutput(this, 'Deployed', { value: release }).overrideLogicalId('Release');
  }
}

/** The commit that is deployed, if somebody names it. Throws when it is no commit. */
export const readRelease = (node: Node): string | undefined => {
  const release: unknown = node.tryGetContext('startline:release');
  if (release === undefined) return undefined;
  if (typeof release !== 'string' || !/^[0-9a-f]{40}$/.test(release))
    throw new Error(`-c startline:release=… is ${JSON.stringify(release)}; it must be the 40 digits of a commit.`);
  return release;
};
