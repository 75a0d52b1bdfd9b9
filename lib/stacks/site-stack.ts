import { Annotations, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Config } from '../config';
import type { Network } from '../constructs/data/network';
import { RetainedSecret } from '../constructs/data/retained-secret';
import { Dns } from '../constructs/dns';
import { ApiGateway } from '../constructs/site/api-gateway';
import { Firewall } from '../constructs/site/firewall';
import { Website } from '../constructs/site/website';

/**
 * The entry point of runners. It is deployed before the functions, because mails contain the site's URL. The page
 * itself is published after them.
 */
export class SiteStack extends Stack {
  readonly apiGateway: ApiGateway;
  readonly originSecret: RetainedSecret;
  readonly website: Website;

  /** @param certificate of the site, when it is made in another region. */
  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { network, certificate }: { readonly network: Network; readonly certificate?: ICertificate | undefined },
    props: StackProps,
  ) {
    super(scope, id, props);
    const dns = new Dns(this, 'Dns', config);
    this.apiGateway = new ApiGateway(this, 'FrontDoor', config, dns);
    this.originSecret = new RetainedSecret(this, 'OriginSecret', {
      address: 'ORIGIN_SECRET_ID',
      network,
      description: 'What CloudFront shows the API: {"current":"…"}, and "previous" while it is being changed.',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'current',
        passwordLength: 64,
        excludePunctuation: true,
      },
      rotation:
        'CloudFront must learn the new value by a deployment with another originSecretVersion, which is the operator’s.',
    });
    if (config.firewall && !config.webAcl && config.region !== undefined && config.region !== 'us-east-1')
      Annotations.of(this).addWarningV2(
        'startline:no-firewall',
        `There is no firewall: CloudFront takes a web ACL of us-east-1 only, and this stack is in ${config.region}. Make one there and name it in webAcl of the environment.`,
      );
    this.website = new Website(this, 'Website', config, {
      apiGateway: this.apiGateway,
      originSecret: this.originSecret,
      dns,
      ...(certificate && { certificate }),
      webAclArn: config.webAcl ?? (config.firewall ? new Firewall(this, 'Firewall').arn : undefined),
    });
    // Functions use it until the site has a domain of its own, and an export in use cannot go.
    this.exportValue(this.website.distribution.distributionDomainName);
    new CfnOutput(this, 'Url', { value: this.website.url });
    new CfnOutput(this, 'PageBucket', { value: this.website.bucket.bucketName });
    new CfnOutput(this, 'ResultsBucket', { value: this.website.results.bucketName });
    new CfnOutput(this, 'Distribution', { value: this.website.distribution.distributionDomainName });
  }
}
