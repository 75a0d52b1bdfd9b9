import { Duration, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  Distribution,
  HttpVersion,
  type IOrigin,
  type PriceClass,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { type Behaviour, crowdBehaviours, crowdHeaders, errorStatuses, errorTtl } from '../../edge';
import { cachePolicy, headersPolicy } from './edge-policies';

export interface CrowdProps {
  /** The beginning of names that are those of the account. */
  readonly name: string;
  readonly origins: Readonly<Record<'api' | 'results', IOrigin>>;
  readonly priceClass: PriceClass;
  /** Where CloudFront writes its log. Undefined where it delivers none. */
  readonly logs: IBucket | undefined;
}

/**
 * The second distribution of a site with a firewall, for what everybody reads on the day of a race. AWS WAF bills each request
 * that it looks at, and refuses what an address sends beyond a limit: a stadium behind one address would reach it with 200
 * followers. Nothing here needs the firewall: what is read is the same for everybody, and is cached.
 */
export class Crowd extends Construct {
  readonly distribution: Distribution;
  readonly url: string;

  constructor(scope: Construct, id: string, { name, origins, priceClass, logs }: CrowdProps) {
    super(scope, id);
    const shared = {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: headersPolicy(this, 'Headers', `${name}-crowd`, crowdHeaders()),
      compress: true,
      cachePolicy: cachePolicy(this, 'Kept', { query: [] }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    };
    const behaviourOf = ({ origin, path }: Behaviour): BehaviorOptions & { origin: IOrigin } => {
      if (origin !== 'api' && origin !== 'results')
        throw new Error(
          `The crowd's distribution reads the API and the results; ${path} of lib/edge.ts is of ${origin}.`,
        );
      return { origin: origins[origin], ...shared };
    };
    const last = crowdBehaviours.find(({ path }) => path === '*');
    if (!last) throw new Error('crowdBehaviours of lib/edge.ts has none for *: CloudFront needs one.');
    this.distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: behaviourOf(last),
      additionalBehaviors: Object.fromEntries(
        crowdBehaviours.flatMap((behaviour) => (behaviour === last ? [] : [[behaviour.path, behaviourOf(behaviour)]])),
      ),
      // No object has this name. Without one, a request for the root would list the bucket.
      defaultRootObject: 'nothing',
      errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(errorTtl) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass,
      ...(logs ? { enableLogging: true, logBucket: logs, logFilePrefix: 'crowd/' } : { enableLogging: false }),
    });
    this.url = `https://${this.distribution.distributionDomainName}`;
    Validations.of(this.distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Followers come from anywhere.' },
      {
        id: 'AwsSolutions-CFR2',
        reason: 'That it has no firewall is what it is for: docs/decisions/113-the-crowd-has-a-distribution.md.',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason: 'Nobody types its name, so it has CloudFront’s and with it CloudFront’s policy.',
      },
      {
        id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason: 'The root has a document that does not exist, and no query reaches the bucket: no request lists it.',
      },
      ...(logs
        ? []
        : [{ id: 'AwsSolutions-CFR3', reason: 'CloudFront delivers its log to no bucket in this region.' }]),
    );
  }
}
