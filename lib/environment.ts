import * as v from 'valibot';

const text = (pattern: RegExp, expected: string) => v.pipe(v.string(expected), v.regex(pattern, expected));
const count = (expected: string, most: number) =>
  v.pipe(v.number(expected), v.integer(expected), v.minValue(1, expected), v.maxValue(most, expected));

const domain = text(
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  'a domain in lower case, such as run.example.com',
);
const certificate = (region: string) =>
  text(
    new RegExp(`^arn:aws[a-z-]*:acm:${region}:\\d{12}:certificate/[0-9a-f-]{36}$`),
    `the ARN of an ACM certificate in ${region === 'us-east-1' ? 'us-east-1' : 'the region of the stacks'}, arn:aws:acm:<region>:<account>:certificate/<id>`,
  );
/** For the editor. `npm run schema` writes it, and a test compares. */
export const schemaFile = 'environments/environment.schema.json';

/** The clusters of one cache: the last one is used, one before it is being replaced. */
const pools = (what: string) =>
  v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          version: count('a whole number from 1 to 999', 999),
          nodeType: text(/^cache\.[a-z0-9-]+\.[a-z0-9]+$/, 'a node type of ElastiCache, such as cache.t4g.small'),
          nodes: count('a number of nodes from 1 to 40', 40),
        }),
        'a list of clusters',
      ),
      v.minLength(1, 'one cluster, or two while one replaces the other'),
      v.maxLength(2, 'one cluster, or two while one replaces the other'),
      v.checkItems((pool, index, all) => index === 0 || pool.version > (all[0]?.version ?? 0), 'a later version'),
      v.description(what),
    ),
  );

const day = '(mon|tue|wed|thu|fri|sat|sun)';
const time = '([01]\\d|2[0-3]):[0-5]\\d';
/** A window of AWS, in UTC. */
const window = (what: string) =>
  v.optional(
    v.pipe(
      text(new RegExp(`^${day}:${time}-${day}:${time}$`), 'a weekly window in UTC, such as tue:04:30-tue:05:30'),
      v.description(what),
    ),
  );

/** Settings that a deployment does not take away without a word. */
export const removableSettings = [
  'alarms.notify',
  'processor.publishableKey',
  'mail.domain',
  'site.domain',
  'api.domain',
  'webAcl',
  'hostedZone.id',
] as const;

/** Why a risk is taken, for those who read the file later. */
const reason = text(/\S(.*\S){9}/, 'a sentence that says why this is acceptable');

/**
 * One environment: the content of `environments/<name>.json`. Everything that is not here follows from the profile in
 * `lib/config.ts`. Secrets are never here: they are put into AWS Secrets Manager after the deployment.
 */
export const environment = v.strictObject({
  $schema: v.optional(v.string()),
  profile: v.pipe(
    v.picklist(['lean', 'production'], '"lean" or "production"'),
    v.description('lean: cheap while idle. production: survives the loss of an availability zone and serves a crowd.'),
  ),
  name: v.optional(
    v.pipe(
      text(/^[A-Z][A-Za-z0-9]{1,19}$/, '2 to 20 letters and digits, beginning with a capital letter'),
      v.description(
        'The beginning of the name of every stack, Startline if absent. Two environments in one account differ in it.',
      ),
    ),
  ),
  account: v.optional(
    v.pipe(
      text(/^\d{12}$/, 'the 12 digits of an AWS account'),
      v.description('A deployment with credentials of another account is refused.'),
    ),
  ),
  region: v.optional(text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region of AWS, such as eu-central-1')),
  zones: v.optional(
    v.pipe(
      v.array(
        text(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/, 'an availability zone, such as eu-central-1a'),
        'two availability zones',
      ),
      v.length(2, 'two availability zones'),
      v.checkItems((zone, index, zones) => zones.indexOf(zone) === index, 'two different availability zones'),
      v.description('The two availability zones of everything in the VPC. They cannot be changed later.'),
    ),
  ),
  crowd: v.optional(
    v.pipe(
      v.strictObject({
        runners: count('how many people come to the largest opening, from 1 to 10000000', 10_000_000),
        spots: count('how many spots the largest opening has, from 1 to 10000000', 10_000_000),
      }),
      v.description('The largest opening that is expected. Limits of functions and of the API follow from it.'),
    ),
  ),
  processor: v.optional(
    v.strictObject({
      publishableKey: v.optional(
        v.pipe(
          text(
            /^pk_(test|live)_[A-Za-z0-9]{8,250}$/,
            'the publishable key of the payment processor, pk_test_… or pk_live_…',
          ),
          v.description('With it the page sends the card to the payment processor. Without it payment is impossible.'),
        ),
      ),
      url: v.optional(
        v.pipe(
          text(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?(\/[\w./-]*)?$/, 'an https URL'),
          v.description('The API of the payment processor, https://api.stripe.com if absent.'),
        ),
      ),
    }),
  ),
  mail: v.optional(
    v.pipe(
      v.strictObject({
        domain,
        identity: v.optional(
          v.pipe(
            v.picklist(['existing'], '"existing", or nothing'),
            v.description(
              'existing: SES in this account has the identity of the domain already, with its records. Otherwise the deployment makes it.',
            ),
          ),
        ),
      }),
      v.description('The domain that mail is sent from. Without one, mail waits in its queue.'),
    ),
  ),
  site: v.optional(
    v.pipe(
      v.strictObject({ domain, certificate: v.optional(certificate('us-east-1')) }),
      v.description('The site’s own domain. Without one the site has a domain of CloudFront.'),
    ),
  ),
  api: v.optional(
    v.pipe(
      v.strictObject({
        domain,
        certificate: v.optional(certificate('[a-z0-9-]+')),
        executeApi: v.optional(
          v.pipe(
            v.picklist(['used', 'open'], '"used", "open", or nothing'),
            v.description(
              'While a live site gets this domain. used: CloudFront still uses the execute-api address. open: CloudFront uses the domain, and the execute-api address is open until no edge uses it. Otherwise it is closed.',
            ),
          ),
        ),
      }),
      v.description(
        'The own domain of the HTTP API behind CloudFront. It closes the address under which the API can be called past CloudFront.',
      ),
    ),
  ),
  hostedZone: v.optional(
    v.pipe(
      v.strictObject({
        id: text(/^Z[A-Z0-9]{5,31}$/, 'the id of a hosted zone of Route 53, such as Z0123456789ABCDEFGHIJ'),
        name: domain,
      }),
      v.description(
        'A public hosted zone of this account. Certificates and records of the domains below its name are made in it. Without one, the deployment prints every record.',
      ),
    ),
  ),
  webAcl: v.optional(
    v.pipe(
      text(
        /^arn:aws[a-z-]*:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[0-9a-f-]{36}$/,
        'the ARN of a global web ACL, arn:aws:wafv2:us-east-1:<account>:global/webacl/<name>/<id>',
      ),
      v.description('An existing web ACL, instead of our own. Outside us-east-1 there is no other way to have one.'),
    ),
  ),
  alarms: v.optional(
    v.strictObject({
      notify: v.pipe(
        text(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, 'an e-mail address'),
        v.description('Gets the mails of alarms and of the budget.'),
      ),
    }),
  ),
  caches: v.optional(
    v.pipe(
      v.strictObject({
        sessionA: pools('The pool of sessions in the first zone.'),
        sessionB: pools('The pool of sessions in the second zone.'),
        data: pools('Races, counters and blocks.'),
      }),
      v.description(
        'The memcached clusters. A cluster is never changed, only replaced by a later version: npm run replace:cache.',
      ),
    ),
  ),
  windows: v.optional(
    v.pipe(
      v.strictObject({
        reader: window('The reader of the database; half an hour or more.'),
        database: window('The writer of the database; half an hour or more.'),
        sessionA: window('The pool of sessions in the first zone; an hour or more.'),
        sessionB: window('The pool of sessions in the second zone; an hour or more, on another day than sessionA.'),
        data: window('The data cache; an hour or more.'),
        backup: v.optional(
          v.pipe(
            text(new RegExp(`^${time}-${time}$`), 'a daily window in UTC, such as 03:30-04:00'),
            v.description('The daily backup of the database; half an hour or more, and in none of the weekly windows.'),
          ),
        ),
      }),
      v.description('When AWS may patch and restart each part, in UTC: never when a race may open.'),
    ),
  ),
  originSecretVersion: v.optional(
    v.pipe(
      text(/^[A-Za-z0-9-]{32,64}$/, 'the version id of a secret, 32 to 64 letters, digits and hyphens'),
      v.description(
        'The version of the origin secret that CloudFront sends. A new id makes a deployment read it again.',
      ),
    ),
  ),
  loadTest: v.optional(
    v.pipe(
      v.strictObject({
        target: text(/^https:\/\/([a-z0-9-]+\.)+[a-z]{2,63}$/, 'an https origin such as https://run.example.com'),
        dollars: v.optional(count('whole US dollars from 1 to 9999', 9999)),
      }),
      v.description(
        'Makes the stack of the load test: the origin of the deployed site that it targets, and the limit for the cost of one run (10 if absent).',
      ),
    ),
  ),
  acknowledged: v.optional(
    v.pipe(
      v.strictObject({
        apiWithoutDomain: v.optional(
          v.pipe(
            reason,
            v.description(
              'The API may be called past CloudFront and its firewall: only the origin secret protects it.',
            ),
          ),
        ),
        removed: v.optional(
          v.pipe(
            v.record(v.string(), v.string('the value that may go')),
            v.description(
              'Deployed settings that may go, by their paths, each with the value that goes: {"mail.domain": "old.example.com"}. npm run deploy asks for it.',
            ),
          ),
        ),
      }),
      v.description('Risks that somebody takes, each with the reason, and losses that are meant.'),
    ),
  ),
});

export type Environment = v.InferOutput<typeof environment>;

/** Whether a domain is the name of a DNS zone, or below it. */
export const isBelow = (domain: string, zone: string): boolean => `.${domain}`.endsWith(`.${zone}`);
