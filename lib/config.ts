import type { Node } from 'constructs';

/** The configuration of one deployment, deeply frozen. Only `readConfig` makes it. */
export interface Config {
  readonly profile: ProfileName;
  readonly database: {
    /** In ACU, about 2 GiB each. 0 lets the database pause; a proxy would keep it awake. */
    readonly minCapacity: number;
    readonly maxCapacity: number;
    readonly reader: boolean;
    readonly proxy: boolean;
    readonly backupDays: number;
  };
  readonly caches: { readonly nodeType: string; readonly nodesPerSessionCache: number; readonly dataNodes: number };
  /** In how many of the two availability zones the VPC endpoints are; each is charged per hour. */
  readonly endpointZones: 1 | 2;
  readonly api: { readonly requestsPerSecond: number; readonly burst: number };
  /** Reserved concurrency of each function. 0 reserves none. */
  readonly concurrency: Readonly<Record<Bulkhead, number>>;
  /** The shortest interval of schedules. Each run wakes a paused database for a quarter of an hour. */
  readonly quietMinutes: number;
  /**
   * Whether functions and database are warmed before an opening and a dashboard exists. Needs schedules that run every
   * minute.
   */
  readonly warmUp: boolean;
  readonly firewall: boolean;
  readonly logDays: number;
  /** US dollars for the whole account. Above it `notify` gets a mail. */
  readonly monthlyBudget: number;
  /**
   * The number of FIFO lanes for mail, including the urgent lane and the low one. It bounds the senders that share the
   * SES quota.
   */
  readonly mailLanes: number;
  /** A domain to send mail from; it becomes an SES identity. Without one, mail waits in its queue. */
  readonly mailDomain?: string;
  /** The site's own domain. Without one the site has CloudFront's domain. */
  readonly siteDomain?: string;
  /** ARN of a certificate for `siteDomain`, in us-east-1. */
  readonly siteCertificate?: string;
  /** The HTTP API's own domain, behind CloudFront. It disables the execute-api address. */
  readonly apiDomain?: string;
  /** ARN of a certificate for `apiDomain`, in the stack's region. */
  readonly apiCertificate?: string;
  /** ARN of an existing web ACL, used instead of our own. */
  readonly webAcl?: string;
  /** The e-mail address for alarms. */
  readonly notify?: string;
  /**
   * The origin of the deployed site that the load test's stack targets, without a final slash. Without it the stack
   * does not exist.
   */
  readonly target?: string;
  /** The limit for one load test's cost, in whole US dollars. */
  readonly loadDollars?: string;
  /** The payment processor's API. */
  readonly processorUrl: string;
  /** The processor's publishable key, with which the page sends the card. Without it payment is impossible. */
  readonly processorKey?: string;
  /** Version id of the origin secret that CloudFront sends. A new id makes a deployment read the secret again. */
  readonly originSecretVersion?: string;
}

/**
 * Groups of functions that share a concurrency limit. Each thing that runners do has its own group, so that none takes
 * the others' environments; all other functions share one.
 */
export type Bulkhead = 'browsing' | 'holding' | 'paying' | 'looking' | 'joining' | 'background';

export type ProfileName = 'lean' | 'production';

type Profile = Omit<Config, 'profile' | 'processorUrl' | keyof typeof optionalShapes>;

const profiles: Record<ProfileName, Profile> = {
  /** Cheap while idle. No reserved concurrency: a new account has ten environments in all, and none may be reserved. */
  lean: {
    database: { minCapacity: 0, maxCapacity: 4, reader: false, proxy: false, backupDays: 1 },
    caches: { nodeType: 'cache.t4g.micro', nodesPerSessionCache: 1, dataNodes: 1 },
    endpointZones: 1,
    api: { requestsPerSecond: 100, burst: 200 },
    concurrency: { browsing: 0, holding: 0, paying: 0, looking: 0, joining: 0, background: 0 },
    quietMinutes: 240,
    warmUp: false,
    firewall: false,
    logDays: 14,
    monthlyBudget: 100,
    mailLanes: 3,
  },
  /** Survives the loss of an availability zone, and serves the opening of a big race. */
  production: {
    database: { minCapacity: 1, maxCapacity: 64, reader: true, proxy: true, backupDays: 14 },
    caches: { nodeType: 'cache.t4g.small', nodesPerSessionCache: 2, dataNodes: 2 },
    endpointZones: 2,
    api: { requestsPerSecond: 10_000, burst: 5_000 },
    // At least what 50,000 runners for 5,000 spots need by `npm run forecast`, and for `looking`, which costs nothing
    // while nobody looks, what 50,000 spots need. With what is planned, an account needs a quota of 2,000.
    concurrency: { browsing: 100, holding: 350, paying: 110, looking: 220, joining: 80, background: 20 },
    quietMinutes: 1,
    warmUp: true,
    firewall: true,
    logDays: 90,
    monthlyBudget: 700,
    mailLanes: 6,
  },
};

const domain = {
  pattern: /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  like: 'a domain in lower case, such as run.example.com',
};
const certificate = {
  pattern: /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]{36}$/,
  like: 'the ARN of an ACM certificate, arn:aws:acm:<region>:<account>:certificate/<id>',
};

const optionalShapes = {
  mailDomain: domain,
  siteDomain: domain,
  siteCertificate: {
    ...certificate,
    pattern: /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]{36}$/,
    like: `${certificate.like}, in us-east-1`,
  },
  apiDomain: domain,
  apiCertificate: certificate,
  webAcl: {
    pattern: /^arn:aws[a-z-]*:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[0-9a-f-]{36}$/,
    like: 'the ARN of a global web ACL, arn:aws:wafv2:us-east-1:<account>:global/webacl/<name>/<id>',
  },
  notify: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, like: 'an e-mail address' },
  processorKey: {
    pattern: /^pk_(test|live)_[A-Za-z0-9]{8,250}$/,
    like: 'the publishable key of the payment processor, pk_test_… or pk_live_…',
  },
  target: {
    pattern: /^https:\/\/([a-z0-9-]+\.)+[a-z]{2,63}$/,
    like: 'an https origin such as https://run.example.com',
  },
  loadDollars: { pattern: /^[1-9]\d{0,3}$/, like: 'whole US dollars from 1 to 9999' },
  originSecretVersion: {
    pattern: /^[A-Za-z0-9-]{32,64}$/,
    like: 'the version id of a secret, 32 to 64 letters, digits and hyphens',
  },
} as const;

const processorUrl = { pattern: /^https:\/\/[a-z0-9.-]+(:\d{1,5})?(\/[\w./-]*)?$/, like: 'an https URL' };

type Optional = keyof typeof optionalShapes;
const optionals = Object.keys(optionalShapes).map((key) => key as Optional);

const wrong = (key: string, given: unknown, allowed: string) =>
  new Error(`-c ${key}=… is ${JSON.stringify(given)}; it must be ${allowed}.`);

const read = (node: Node, key: string, shape: { pattern: RegExp; like: string }): string | undefined => {
  const given: unknown = node.tryGetContext(key);
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || !shape.pattern.test(given)) throw wrong(key, given, shape.like);
  return given;
};

/**
 * Reads the configuration from CDK context (`npx cdk deploy -c profile=production -c notify=ops@example.com`). Throws
 * with the given and the allowed values.
 */
export const readConfig = (node: Node): Config => {
  const profile: unknown = node.tryGetContext('profile') ?? 'lean';
  if (profile !== 'lean' && profile !== 'production') throw wrong('profile', profile, '"lean" or "production"');

  const given: Partial<Record<Optional, string>> = {};
  for (const key of optionals) given[key] = read(node, key, optionalShapes[key]);
  for (const name of ['site', 'api'] as const)
    if (!given[`${name}Domain`] !== !given[`${name}Certificate`])
      throw new Error(`${name}Domain and ${name}Certificate go together: give both, or neither.`);

  return freeze({
    profile,
    ...profiles[profile],
    ...given,
    processorUrl: read(node, 'processorUrl', processorUrl) ?? 'https://api.stripe.com',
  });
};

const freeze = <T extends object>(value: T): T => {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freeze(inner);
  return Object.freeze(value);
};
