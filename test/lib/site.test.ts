import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { secretHeader } from '../../lambdas/api/messages/sessions';
import { originHeader, viewerHeader } from '../../lambdas/contract/headers';
import { viewerAddress } from '../../lambdas/platform/http/request';
import { sessionCookieName } from '../../lambdas/platform/http/session-cookie';
import { nameViewer, viewsTo } from '../../lib/constructs/site/edge-policies';
import { browserKeys, challengeRule } from '../../lib/constructs/site/firewall';
import {
  behaviours,
  cacheTtl,
  consoleDocument,
  consoleHeaders,
  crowdBehaviours,
  crowdHeaders,
  documentCacheControl,
  immutableCacheControl,
  mediaHeaders,
  pageDocument,
  securityHeaders,
} from '../../lib/edge';
import { dig, distributionOf, joined, listAt, type Synthesised, synthesise, textsIn } from './support/synthesise';
import { processorKey, webAcl } from './support/variants';

const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** The page's configuration as it is deployed. */
const pageConfigOf = ({ directory }: Pick<Synthesised, 'directory'>): unknown => {
  const [file, ...others] = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('config.json'),
  );
  expect(others).toEqual([]);
  return JSON.parse(readFileSync(join(directory, String(file)), 'utf8'));
};

describe.each(['lean', 'production'] as const)('%s', (profile) => {
  const { ofType, stacks, config } = synthesise(profile);
  const distribution = distributionOf({ ofType });
  const origins = listAt(distribution, 'Origins');
  const built = [...listAt(distribution, 'CacheBehaviors'), dig(distribution, 'DefaultCacheBehavior')];

  test('paths are answered in the order of lib/edge.ts, by the origin it names, kept or not as it says', () => {
    const found = built.map((behaviour) => {
      const origin = origins.find((candidate) => dig(candidate, 'Id') === dig(behaviour, 'TargetOriginId'));
      const bucket = textsIn(dig(origin, 'DomainName')).join('');
      return {
        path: dig(behaviour, 'PathPattern') ?? '*',
        origin: bucket.includes('WebsiteResults')
          ? 'results'
          : bucket.includes('WebsiteProofs')
            ? 'proof'
            : bucket.includes('WebsiteMedia')
              ? 'media'
              : bucket.includes('WebsitePage')
                ? 'site'
                : 'api',
        cached: dig(behaviour, 'CachePolicyId') !== cachingDisabled,
      };
    });
    expect(found).toEqual(behaviours.map(({ path, origin, cached }) => ({ path, origin, cached })));
  });

  test('answers are told apart by nothing but the path and the query lib/edge.ts names, for as long as the origin says', () => {
    built.forEach((behaviour, index) => {
      const { cached, query } = behaviours[index] ?? { cached: false, query: [] };
      if (!cached) return;
      const policy = dig(
        stacks.site,
        String(dig(behaviour, 'CachePolicyId', 'Ref')),
        'Properties',
        'CachePolicyConfig',
      );
      expect(policy).toMatchObject({
        MinTTL: cacheTtl.minimum,
        DefaultTTL: cacheTtl.default,
        MaxTTL: cacheTtl.maximum,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'none' },
          QueryStringsConfig:
            query.length > 0
              ? { QueryStringBehavior: 'whitelist', QueryStrings: [...query] }
              : { QueryStringBehavior: 'none' },
        },
      });
    });
  });

  test('the API gets everything the runner sent but the name of the site, and CloudFront’s word that it came through', () => {
    for (const behaviour of built.filter((_, index) => behaviours[index]?.origin === 'api')) {
      expect(dig(behaviour, 'OriginRequestPolicyId')).toBe(allViewerExceptHost);
      expect(listAt(behaviour, 'AllowedMethods')).toEqual(expect.arrayContaining(['PUT', 'POST']));
    }
    const [api] = origins.filter((origin) => dig(origin, 'CustomOriginConfig'));
    expect(dig(api, 'CustomOriginConfig')).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    const [header] = listAt(api, 'OriginCustomHeaders');
    expect(dig(header, 'HeaderName')).toBe(originHeader);
    expect(textsIn(dig(header, 'HeaderValue')).join('')).toMatch(
      /^\{\{resolve:secretsmanager:.*:SecretString:current:.*\}\}$/,
    );
  });

  test.each([
    [
      'WebsiteHeaders',
      () =>
        securityHeaders(new URL(config.processor.url).origin, profile === 'production' ? 'https://<crowd>' : undefined),
    ],
    ['WebsiteConsoleHeaders', () => consoleHeaders('https://<files>')],
    ['WebsiteMediaHeaders', mediaHeaders],
  ])('%s has every header of lib/edge.ts, and nobody overrides it', (name, headersOf) => {
    const policies = ofType('AWS::CloudFront::ResponseHeadersPolicy').filter(
      ({ id }) => !id.startsWith('WebsiteCrowd'),
    );
    const policy = policies.find(({ id }) => id.replace(/[0-9A-F]{8}$/, '') === name);
    const behavioursWithIt = built.flatMap((behaviour, index) =>
      dig(behaviour, 'ResponseHeadersPolicyId', 'Ref') === policy?.id ? [behaviours[index]?.document] : [],
    );
    expect([policies.length, new Set(behavioursWithIt)]).toEqual([
      3,
      new Set(
        { WebsiteHeaders: [undefined, pageDocument], WebsiteConsoleHeaders: [consoleDocument] }[name] ?? [undefined],
      ),
    ]);
    const written = dig(policy?.properties, 'ResponseHeadersPolicyConfig');
    const security = dig(written, 'SecurityHeadersConfig');
    const policyText = joined(dig(security, 'ContentSecurityPolicy', 'ContentSecurityPolicy'));
    const wanted = headersOf();
    expect(
      policyText
        .replace(/https:\/\/WebsiteFiles\w+\.RegionalDomainName/, 'https://<files>')
        .replace(/https:\/\/WebsiteCrowdDistribution\w+\.DomainName/, 'https://<crowd>'),
    ).toBe(wanted['content-security-policy']);
    expect(security).toEqual({
      ContentSecurityPolicy: { ContentSecurityPolicy: expect.anything(), Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    });
    const custom = Object.fromEntries(
      listAt(written, 'CustomHeadersConfig', 'Items').map((item) => [dig(item, 'Header'), dig(item, 'Value')]),
    );
    expect(
      [
        ...Object.keys(custom),
        'content-security-policy',
        'strict-transport-security',
        'x-content-type-options',
        'x-frame-options',
        'referrer-policy',
      ].sort(),
    ).toEqual(Object.keys(wanted).sort());
    expect(wanted).toMatchObject(custom);
  });

  test('an answer of the API is never replaced by the page', () => {
    const errors = listAt(distribution, 'CustomErrorResponses');
    // CloudFront caches each of these for ten seconds by default.
    const kept = [404, 414, 500, 501, 502, 503, 504];
    expect(errors.map((error) => dig(error, 'ErrorCode'))).toEqual(expect.arrayContaining(kept));
    for (const response of errors) {
      expect(dig(response, 'ResponsePagePath')).toBeUndefined();
      expect(dig(response, 'ErrorCachingMinTTL')).toBe(0);
    }
    const rewritten = built.map((behaviour) => {
      const [association] = listAt(behaviour, 'FunctionAssociations');
      return dig(stacks.site, String(dig(association, 'FunctionARN', 'Fn::GetAtt', 0)), 'Properties', 'FunctionCode');
    });
    const rewrites = { api: nameViewer, results: undefined, proof: undefined, media: undefined };
    expect(rewritten).toEqual(
      behaviours.map(({ origin, document, answeredBy }) =>
        answeredBy
          ? readFileSync(answeredBy, 'utf8')
          : origin === 'site'
            ? viewsTo(document ?? pageDocument)
            : rewrites[origin],
      ),
    );
  });

  test('CloudFront speaks HTTP/3, keeps a log, and sends everybody to HTTPS', () => {
    expect(distribution).toMatchObject({ HttpVersion: 'http2and3', Logging: { Prefix: 'cloudfront/' } });
    for (const behaviour of built) expect(dig(behaviour, 'ViewerProtocolPolicy')).toBe('redirect-to-https');
  });

  test('the page’s bucket is private, encrypted, versioned, and CloudFront alone reads it', () => {
    const buckets = ofType('AWS::S3::Bucket');
    for (const { properties, deletionPolicy } of buckets) {
      expect(Object.values((dig(properties, 'PublicAccessBlockConfiguration') ?? {}) as object)).toEqual([
        true,
        true,
        true,
        true,
      ]);
      expect(dig(properties, 'BucketEncryption')).toBeDefined();
      expect(deletionPolicy).toMatch(/^Retain/);
    }
    for (const name of ['WebsitePage', 'WebsiteProofs', 'WebsiteMedia'])
      expect(buckets.find(({ id }) => id.startsWith(name))?.properties).toMatchObject({
        VersioningConfiguration: { Status: 'Enabled' },
      });
    expect(buckets.find(({ id }) => id.startsWith('WebsiteResults'))?.properties).not.toHaveProperty(
      'VersioningConfiguration',
    );
    const fromBuckets = origins.filter((origin) => dig(origin, 'S3OriginConfig'));
    expect(fromBuckets).toHaveLength(4);
    for (const origin of fromBuckets) expect(dig(origin, 'OriginAccessControlId')).toBeDefined();
  });

  test('browsers send files of the console to one bucket, which forgets what nobody looked at', () => {
    const files = ofType('AWS::S3::Bucket').find(({ id }) => id.startsWith('WebsiteFiles'));
    expect(dig(files?.properties, 'CorsConfiguration', 'CorsRules')).toEqual([
      {
        AllowedMethods: ['POST'],
        AllowedOrigins: [config.site ? `https://${config.site.domain}` : 'https://*.cloudfront.net'],
      },
    ]);
    expect(listAt(files?.properties, 'LifecycleConfiguration', 'Rules')).toEqual([
      { Prefix: 'incoming/', ExpirationInDays: 1, Status: 'Enabled' },
      {
        Prefix: 'exports/',
        ExpirationInDays: 2,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        Status: 'Enabled',
      },
    ]);
    expect(files?.properties).not.toHaveProperty('VersioningConfiguration');
  });

  test('assets are there before the document that names them; nothing is taken away', () => {
    const [assets, documents] = ['ReleaseAssets', 'ReleaseDocuments'].map((name) =>
      ofType('Custom::CDKBucketDeployment').find(({ id }) => id.startsWith(name)),
    );
    expect(documents?.dependsOn).toContain(assets?.id);
    expect(assets?.properties).toMatchObject({
      Prune: false,
      DestinationBucketKeyPrefix: 'assets',
      SystemMetadata: { 'cache-control': immutableCacheControl },
    });
    expect(documents?.properties).toMatchObject({
      Prune: false,
      SystemMetadata: { 'cache-control': documentCacheControl },
      DistributionPaths: ['/index.html', '/console.html', '/console/check-in-worker.js', '/config.json'],
    });
  });

  test('pictures and fonts that the publisher does not know get their content type, and are there before the document', () => {
    const published = ofType('Custom::CDKBucketDeployment').filter(({ id }) => /^ReleaseAssets/.test(id));
    const shown = published.map(({ properties: { Exclude, Include, SystemMetadata } }) => ({
      out: Exclude,
      in: Include,
      type: dig(SystemMetadata, 'content-type'),
      cached: dig(SystemMetadata, 'cache-control'),
    }));
    const cached = immutableCacheControl;
    expect(shown).toEqual([
      { out: ['*.webp', '*.woff2'], cached },
      { out: ['*'], in: ['*.webp'], type: 'image/webp', cached },
      { out: ['*'], in: ['*.woff2'], type: 'font/woff2', cached },
    ]);
    const documents = ofType('Custom::CDKBucketDeployment').find(({ id }) => id.startsWith('ReleaseDocuments'));
    expect(documents?.dependsOn).toEqual(expect.arrayContaining(published.map(({ id }) => id)));
  });

  test('a file of an old page expires 90 days after it was tagged, and a file without that tag never', () => {
    const page = ofType('AWS::S3::Bucket').find(({ id }) => id.startsWith('WebsitePage'));
    const expiring = listAt(page?.properties, 'LifecycleConfiguration', 'Rules').filter(
      (rule) => dig(rule, 'ExpirationInDays') !== undefined || dig(rule, 'ExpirationDate') !== undefined,
    );
    expect(expiring).toEqual([
      {
        Status: 'Enabled',
        Prefix: 'assets/',
        TagFilters: [{ Key: 'superseded', Value: 'yes' }],
        ExpirationInDays: 90,
      },
    ]);
  });

  test('the API is throttled and logged, and the log names neither query nor header', () => {
    const stage = ofType('AWS::ApiGatewayV2::Stage')[0]?.properties;
    expect(dig(stage, 'DefaultRouteSettings')).toEqual({
      ThrottlingRateLimit: config.throttle.requestsPerSecond,
      ThrottlingBurstLimit: config.throttle.burst,
    });
    const format = String(dig(stage, 'AccessLogSettings', 'Format'));
    expect(format).toContain('$context.status');
    expect(format).not.toMatch(/header|query|\$context\.path|authorizer/i);
  });
});

interface Arriving {
  readonly viewer: { readonly ip: string };
  readonly request: { readonly uri: string; readonly headers: Readonly<Record<string, { readonly value: string }>> };
}

/** CloudFront gets the function as text, so the test runs the text. */
const arrive = (code: string, event: Arriving) =>
  runInNewContext(`${code}; JSON.stringify(handler(${JSON.stringify(event)}))`) as string;

test('a path without a file name is a view of the page; a file is itself', () => {
  const paths = ['/', '/races/city-10k', '/registrations/0190', '/assets/main-ABC.js', '/robots.txt', '/index.html'];
  const rewritten = paths.map(
    (uri) => JSON.parse(arrive(viewsTo(pageDocument), { viewer: { ip: '' }, request: { uri, headers: {} } })).uri,
  );
  expect(rewritten).toEqual(['/index.html', '/index.html', '/index.html', ...paths.slice(3)]);
  const event = { viewer: { ip: '' }, request: { uri: '/console/races/city-10k', headers: {} } };
  expect(JSON.parse(arrive(viewsTo(consoleDocument), event)).uri).toBe('/console.html');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
])('the API learns that %s asks, whatever the runner says of itself', (ip, address) => {
  const request = { uri: '/api/races', headers: { [viewerHeader]: { value: '198.51.100.1:1' } } };
  const { headers } = JSON.parse(arrive(nameViewer, { viewer: { ip }, request }));
  expect(viewerAddress(headers[viewerHeader].value)).toBe(address);
});

test('the page is told where the card goes, and under which public key', () => {
  expect(pageConfigOf(synthesise('lean with a processor'))).toEqual({
    processor: {
      kind: 'stripe',
      url: 'https://api.stripe.com',
      script: 'https://js.stripe.com/dahlia/stripe.js',
      publishableKey: processorKey,
    },
  });
});

test('with names of their own, the site asks for TLS 1.2 and the API has no other address', () => {
  const { ofType } = synthesise('production with domains');
  const distribution = distributionOf({ ofType });
  expect(distribution).toMatchObject({
    Aliases: ['run.example.com'],
    ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
  });
  expect(ofType('AWS::ApiGatewayV2::Api')[0]?.properties).toMatchObject({ DisableExecuteApiEndpoint: true });
  expect(JSON.stringify(listAt(distribution, 'Origins'))).toContain('"DomainName":"api.example.com"');
});

const firewallRules = () => listAt(synthesise('production').ofType('AWS::WAFv2::WebACL')[0]?.properties, 'Rules');

test('the firewall slows down a browser that asks ten times a second, and an address only far above a carrier’s runners', () => {
  const rules = firewallRules().map((rule) => {
    const rate = dig(rule, 'Statement', 'RateBasedStatement');
    return {
      name: dig(rule, 'Name'),
      limit: dig(rate, 'Limit'),
      // Of an address alone where nothing else is named.
      of: listAt(rate, 'CustomKeys').flatMap((key) => Object.entries(key as object).map(([kind]) => kind)),
      refusal: dig(rule, 'Action', 'Block', 'CustomResponse', 'ResponseCode'),
      // `none`: the actions of AWS's rules apply. `count`: matches are only counted.
      instead: Object.keys(dig(rule, 'OverrideAction') ?? {})[0],
    };
  });
  expect(rules).toEqual([
    { name: 'too-many-requests', limit: 30_000, of: [], refusal: 429 },
    { name: 'AWSManagedRulesKnownBadInputsRuleSet', of: [], instead: 'None' },
    { name: 'AWSManagedRulesCommonRuleSet', of: [], instead: 'Count' },
    { name: 'too-many-holds', limit: 6000, of: [], refusal: 429 },
    { name: 'too-many-joins', limit: 1500, of: [], refusal: 429 },
    { name: challengeRule, of: [] },
    { name: 'too-many-of-a-browser', limit: 600, of: ['IP', 'Cookie'], refusal: 429 },
    { name: 'too-many-holds-of-a-browser', limit: 60, of: ['IP', 'Header'], refusal: 429 },
  ]);
});

test('the firewall knows a browser by what the page and the API call its session', () =>
  expect(browserKeys).toEqual({ cookie: sessionCookieName, header: secretHeader }));

/** Whether a firewall statement matches a request, for the kinds of statement that we use. */
const fits = (statement: unknown, request: { readonly method: string; readonly path: string }): boolean => {
  const all = (kind: string) => listAt(statement, kind, 'Statements').map((one) => fits(one, request));
  if (dig(statement, 'AndStatement')) return all('AndStatement').every(Boolean);
  if (dig(statement, 'OrStatement')) return all('OrStatement').some(Boolean);
  const not = dig(statement, 'NotStatement', 'Statement');
  if (not) return !fits(not, request);
  const bytes = dig(statement, 'ByteMatchStatement', 'SearchString');
  if (bytes) return bytes === request.method;
  return new RegExp(String(dig(statement, 'RegexMatchStatement', 'RegexString'))).test(request.path);
};

test.each([
  [
    'POST',
    '/api/races/harbour/holds',
    ['too-many-requests', 'too-many-holds', challengeRule, 'too-many-of-a-browser', 'too-many-holds-of-a-browser'],
  ],
  [
    'POST',
    '/api/races/harbour/waiting-list',
    ['too-many-requests', 'too-many-joins', challengeRule, 'too-many-of-a-browser'],
  ],
  ['GET', '/races/harbour/register', [challengeRule]],
  ['GET', '/', [challengeRule]],
  ['GET', '/assets/main-ABCDEFGH.js', []],
  ['GET', '/api/races/harbour', ['too-many-requests', 'too-many-of-a-browser']],
  ['PUT', '/api/registrations/01890a5d-ac96-774b-bcce-b302099a8057', ['too-many-requests', 'too-many-of-a-browser']],
])(
  '%s %s is counted by the firewall’s own rules %j; the challenge only counts until it is switched on',
  (method, path, names) => {
    const rules = firewallRules().filter((rule) => !dig(rule, 'OverrideAction'));
    const statementOf = (rule: unknown) =>
      dig(rule, 'Statement', 'RateBasedStatement', 'ScopeDownStatement') ?? dig(rule, 'Statement');
    const hit = rules.filter((rule) => fits(statementOf(rule), { method, path }));
    expect(hit.map((rule) => dig(rule, 'Name'))).toEqual(names);
    const challenge = rules.find((rule) => dig(rule, 'Name') === challengeRule);
    expect(Object.keys(dig(challenge, 'Action') ?? {})).toEqual(['Count']);
  },
);

describe("the crowd's distribution", () => {
  const production = synthesise('production');
  const crowd = distributionOf(production, 'WebsiteCrowd');
  const built = [...listAt(crowd, 'CacheBehaviors'), dig(crowd, 'DefaultCacheBehavior')];

  test('a site without a firewall has none, and its page is told of none', () => {
    const lean = synthesise('lean');
    expect(lean.ofType('AWS::CloudFront::Distribution')).toHaveLength(1);
    expect(pageConfigOf(lean)).not.toHaveProperty('crowdUrl');
    // The name is known when it is deployed.
    expect(pageConfigOf(production)).toMatchObject({ crowdUrl: expect.stringMatching(/^https:\/\/<<marker:/) });
  });

  test('it has no firewall, no function and no other name, and asks the API without anything of who asks', () => {
    expect(crowd).not.toHaveProperty('WebACLId');
    expect(crowd).not.toHaveProperty('Aliases');
    for (const behaviour of built) {
      expect(behaviour).not.toHaveProperty('FunctionAssociations');
      expect(behaviour).not.toHaveProperty('OriginRequestPolicyId');
      expect(listAt(behaviour, 'AllowedMethods')).toEqual(['GET', 'HEAD']);
      expect(dig(behaviour, 'ViewerProtocolPolicy')).toBe('https-only');
    }
  });

  test('it answers the feed and the results; every other path names an object of results', () => {
    expect(built.map((behaviour) => dig(behaviour, 'PathPattern') ?? '*')).toEqual(
      crowdBehaviours.map(({ path }) => path),
    );
    const paths = crowdBehaviours.map(({ path }) => path);
    expect(paths).toEqual(['/api/races/*/feed*', '/results/*', '*']);
    const originOf = (behaviour: unknown) =>
      listAt(crowd, 'Origins').find((origin) => dig(origin, 'Id') === dig(behaviour, 'TargetOriginId'));
    expect(built.map((behaviour) => dig(originOf(behaviour), 'S3OriginConfig') !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
    // A request for the root would list the bucket.
    expect(dig(crowd, 'DefaultRootObject')).toBe('nothing');
  });

  test('a page of any origin may read it, and learns when to ask again', () => {
    const policy = production
      .ofType('AWS::CloudFront::ResponseHeadersPolicy')
      .find(({ id }) => id.startsWith('WebsiteCrowdHeaders'));
    const written = dig(policy?.properties, 'ResponseHeadersPolicyConfig');
    expect(dig(written, 'CorsConfig')).toMatchObject({
      AccessControlAllowCredentials: false,
      AccessControlAllowOrigins: { Items: [crowdHeaders()['access-control-allow-origin']] },
      AccessControlExposeHeaders: { Items: [crowdHeaders()['access-control-expose-headers']] },
    });
    expect(JSON.stringify(dig(written, 'CustomHeadersConfig'))).not.toContain('access-control');
    expect(dig(written, 'CustomHeadersConfig', 'Items')).toContainEqual({
      Header: 'cross-origin-resource-policy',
      Override: true,
      Value: 'cross-origin',
    });
  });
});

test('production stands behind a firewall where CloudFront takes one; a ready one is used as it is', () => {
  const production = synthesise('production');
  expect(production.ofType('AWS::WAFv2::WebACL')).toHaveLength(1);
  const aclOf = (made: typeof production) => dig(distributionOf(made), 'WebACLId');
  expect(JSON.stringify(aclOf(production))).toMatch(/Fn::If.*Possible/);
  const given = synthesise('production with a firewall');
  expect(aclOf(given)).toBe(webAcl);
  expect(given.ofType('AWS::WAFv2::WebACL')).toEqual([]);
});
