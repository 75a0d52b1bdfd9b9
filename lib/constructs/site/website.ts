import { Annotations, Aws, Duration, SecretValue, Validations } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  FunctionEventType,
  HttpVersion,
  type IOrigin,
  KeyValueStore,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { originHeader } from '../../../lambdas/contract/headers';
import type { Config } from '../../config';
import {
  arrivalFunction,
  type Behaviour,
  behaviours,
  consoleDocument,
  consoleHeaders,
  errorStatuses,
  errorTtl,
  mediaHeaders,
  pageDocument,
  securityHeaders,
} from '../../edge';
import { isNearCheapEdges, takesEdgeLogs } from '../../regions';
import type { RetainedSecret } from '../data/retained-secret';
import type { Dns } from '../dns';
import type { ApiGateway } from './api-gateway';
import { siteBuckets } from './buckets';
import { Crowd } from './crowd';
import { answering, cachePolicy, headersPolicy, nameViewer, onArrival, viewsTo } from './edge-policies';

export interface WebsiteProps {
  readonly apiGateway: ApiGateway;
  /** The secret that CloudFront sends, so that the API recognises it. */
  readonly originSecret: RetainedSecret;
  readonly webAclArn?: string;
  readonly dns: Dns;
  /** The site's certificate, when it is made in another stack. */
  readonly certificate?: ICertificate;
}

/** One domain for the page and the API: CloudFront in front of a private bucket and the HTTP API. */
export class Website extends Construct {
  readonly bucket: Bucket;
  /** The bucket of results. It keeps no versions, because all files can be made again from the database. */
  readonly results: Bucket;
  /** The bucket of the proofs of draws. It keeps versions, because nobody may replace a proof unseen. */
  readonly proofs: Bucket;
  /** The bucket of files that directors uploaded. It keeps versions, because nobody can upload them a second time. */
  readonly media: Bucket;
  /** The bucket of files on their way: what browsers send, before anybody has looked at it, and lists of participants. No reader of the site gets anything of it. */
  readonly files: Bucket;
  /** What the functions at the edge read: the lines that people come to now. */
  readonly lines: KeyValueStore;
  readonly distribution: Distribution;
  /** What the crowd of a race's day reads from. Only a site with a firewall needs one. */
  readonly crowd: Crowd | undefined;
  readonly url: string;

  constructor(scope: Construct, id: string, config: Config, props: WebsiteProps) {
    super(scope, id);
    const { apiGateway, originSecret, webAclArn, dns } = props;
    const { logs, ...buckets } = siteBuckets(this, config);
    ({ page: this.bucket, results: this.results, proofs: this.proofs, media: this.media, files: this.files } = buckets);

    // Names of CloudFront are those of the account, not of a region.
    const name = `${Aws.STACK_NAME}-${Aws.REGION}`;
    // With ListBucket, S3 answers 404 for a missing file; without it, 403.
    const readBy = (bucket: Bucket, access: string, end: string) =>
      S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessControl: new S3OriginAccessControl(this, access, { originAccessControlName: `${name}${end}` }),
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      });
    const origins: Record<Behaviour['origin'], IOrigin> = {
      api: new HttpOrigin(apiGateway.domainName, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(20),
        customHeaders: {
          [originHeader]: SecretValue.secretsManager(originSecret.secret.secretArn, {
            jsonField: 'current',
            versionId: config.originSecretVersion,
          }).unsafeUnwrap(),
        },
      }),
      site: readBy(this.bucket, 'PageAccess', ''),
      results: readBy(this.results, 'ResultsAccess', '-results'),
      proof: readBy(this.proofs, 'ProofsAccess', '-proofs'),
      media: readBy(this.media, 'MediaAccess', '-media'),
    };
    // Runners everywhere are served in any class. The cheapest one serves them from North America and Europe, which is
    // near for most runners of a race there and far for those of a race elsewhere.
    const priceClass = isNearCheapEdges(config.region) ? PriceClass.PRICE_CLASS_100 : PriceClass.PRICE_CLASS_ALL;
    const edgeLogs = takesEdgeLogs(config.region) ? logs : undefined;
    this.crowd =
      webAclArn === undefined ? undefined : new Crowd(this, 'Crowd', { name, origins, priceClass, logs: edgeLogs });
    const headers = headersPolicy(
      this,
      'Headers',
      name,
      securityHeaders(new URL(config.processor.url).origin, this.crowd?.url),
    );
    const headersOfConsole = headersPolicy(
      this,
      'ConsoleHeaders',
      `${name}-console`,
      consoleHeaders(`https://${this.files.bucketRegionalDomainName}`),
    );
    const headersOfMedia = headersPolicy(this, 'MediaHeaders', `${name}-media`, mediaHeaders());
    const kept = cachePolicy(this, 'Kept', { query: [] });
    this.lines = new KeyValueStore(this, 'Lines', { keyValueStoreName: `${name}-lines` });
    const stamping = answering(this, 'Arrival', arrivalFunction, this.lines);
    const arrivals = {
      [pageDocument]: onArrival(this, 'Views', viewsTo(pageDocument)),
      [consoleDocument]: onArrival(this, 'ConsoleViews', viewsTo(consoleDocument)),
      api: onArrival(this, 'Viewer', nameViewer),
    };
    const behaviourOf = ({
      origin,
      cached,
      query,
      document,
      answeredBy,
    }: Behaviour): BehaviorOptions & { origin: IOrigin } => ({
      origin: origins[origin],
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy:
        origin === 'media' ? headersOfMedia : document === consoleDocument ? headersOfConsole : headers,
      compress: true,
      cachePolicy: cached
        ? query.length > 0
          ? cachePolicy(this, `Kept-${query.join('-')}`, { query })
          : kept
        : CachePolicy.CACHING_DISABLED,
      ...((origin === 'api' || origin === 'site') && {
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: answeredBy ? stamping : arrivals[document ?? 'api'],
          },
        ],
      }),
      allowedMethods: origin === 'api' ? AllowedMethods.ALLOW_ALL : AllowedMethods.ALLOW_GET_HEAD,
      originRequestPolicy: origin === 'api' ? OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER : undefined,
    });
    const site = behaviours.find(({ path }) => path === '*');
    if (!site) throw new Error('lib/edge.ts has no behaviour for *: CloudFront needs one for whatever fits no other.');

    this.distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: behaviourOf(site),
      additionalBehaviors: Object.fromEntries(
        behaviours
          .filter((behaviour) => behaviour !== site)
          .map((behaviour) => [behaviour.path, behaviourOf(behaviour)]),
      ),
      defaultRootObject: pageDocument.slice(1),
      errorResponses: errorStatuses.map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(errorTtl),
      })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass,
      webAclId: webAclArn,
      ...(edgeLogs
        ? { enableLogging: true, logBucket: edgeLogs, logFilePrefix: 'cloudfront/' }
        : { enableLogging: false }),
      ...(config.site && {
        domainNames: [config.site.domain],
        certificate: props.certificate ?? this.#certificate(config.site, dns),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    if (config.site)
      dns.lead('Site', config.site.domain, {
        dnsName: this.distribution.distributionDomainName,
        hostedZoneId: CloudFrontTarget.getHostedZoneId(this),
      });
    this.url = `https://${config.site?.domain ?? this.distribution.distributionDomainName}`;

    if (!edgeLogs) {
      Annotations.of(this).addWarningV2(
        'startline:no-edge-log',
        `CloudFront delivers no logs to buckets in ${config.region}: requests that it answers itself are in no log.`,
      );
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR3',
        reason: 'CloudFront delivers its log to no bucket in this region. The API writes its own access log.',
      });
    }
    Validations.of(logs).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It is the log: logging its own reading would never end.',
    });
    Validations.of(this.distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Runners come from anywhere.' },
      {
        id: 'AwsSolutions-CFR2',
        reason:
          'The lean profile has no firewall, which would cost more than everything else at its edge; production has one.',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason:
          'With a domain of its own the site asks for TLS 1.2. Under CloudFront’s name the policy is CloudFront’s.',
      },
      {
        id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason:
          'The root has a document, every path of the page without a file name is rewritten to it, and one of results is no root: no request lists a bucket.',
      },
    );
  }

  #certificate({ domain, certificate }: NonNullable<Config['site']>, dns: Dns): ICertificate {
    return certificate
      ? Certificate.fromCertificateArn(this, 'Certificate', certificate)
      : new Certificate(this, 'OwnCertificate', {
          domainName: domain,
          validation: CertificateValidation.fromDns(dns.zoneOf(domain)),
        });
  }
}
