/**
 * Regions that an account must switch on first, by AWS's list
 * (https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-regions.html, November 2026). CloudFront delivers its
 * standard logs (legacy) to no bucket in them
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging-legacy-s3.html).
 */
const optInRegions: ReadonlySet<string> = new Set([
  'af-south-1',
  'ap-east-1',
  'ap-east-2',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-6',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'me-south-1',
  'mx-central-1',
]);

/** Whether CloudFront delivers its log to a bucket in this region. An environment that names no region is assumed to. */
export const takesEdgeLogs = (region: string | undefined): boolean => !optInRegions.has(region ?? '');

/** Regions where an account begins with a quarter of the usual quota of API Gateway, by the page of `apiQuota`. */
const smallQuotaRegions: ReadonlySet<string> = new Set([
  'af-south-1',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'mx-central-1',
]);

/**
 * Requests per second, and the burst, of all APIs of an account that never asked for more
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
export const apiQuota = (region: string | undefined): { readonly requestsPerSecond: number; readonly burst: number } =>
  smallQuotaRegions.has(region ?? '')
    ? { requestsPerSecond: 2500, burst: 1250 }
    : { requestsPerSecond: 10_000, burst: 5000 };

/** Whether CloudFront's cheapest price class has edges near this region: North America, Europe and Israel. */
export const isNearCheapEdges = (region: string | undefined): boolean => /^(us|ca|mx|eu|il)-/.test(region ?? 'us-');
