import { Aws, CfnCondition, Fn } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { assetPattern } from '../../edge';

const seen = (metricName: string) => ({ cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: true });

/** The rule that the operator switches on. The runbook names it. */
export const challengeRule = 'challenge-browsers';

const none = [{ priority: 0, type: 'NONE' }];

const method = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString,
    textTransformations: none,
  },
});

const path = (regexString: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: { fieldToMatch: { uriPath: {} }, regexString, textTransformations: none },
});

/** A POST that takes a spot, or a place on the waiting list. */
const posting = (what: 'holds' | 'waiting-list'): CfnWebACL.StatementProperty => ({
  andStatement: { statements: [method('POST'), path(`^/api/races/[^/]+/${what}$`)] },
});

/** A GET of a view of the page: neither a file nor the API. */
const aView: CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      method('GET'),
      { notStatement: { statement: path(assetPattern) } },
      { notStatement: { statement: path('^/api/') } },
    ],
  },
};

/** Not the page's files: they come from the cache, and a carrier's many runners load them at the same time. */
const theApi = path('^/api/');

/**
 * What a browser brings besides its address. Nobody checks the value here, so a script can change it with each request
 * and escape the rules that count by it. It gains only what the rules by address leave: as many requests as a whole
 * carrier's runners may send, and no spot, because a spot needs a session and the address has limits of its own.
 */
export const browserKeys = { cookie: '__Host-startline', header: 'x-startline-secret' } as const;

/**
 * Refuses what an address sends beyond `limit` requests a minute. With `key`, each cookie or header value at the address
 * is counted apart, and requests without one are [not
 * counted](https://docs.aws.amazon.com/waf/latest/APIReference/API_RateBasedStatementCustomKey.html).
 */
const tooMany = (
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
  key?: keyof typeof browserKeys,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  statement: {
    rateBasedStatement: {
      limit,
      evaluationWindowSec: 60,
      ...(key
        ? {
            aggregateKeyType: 'CUSTOM_KEYS',
            customKeys: [{ ip: {} }, { [key]: { name: browserKeys[key], textTransformations: none } }],
          }
        : { aggregateKeyType: 'IP' }),
      scopeDownStatement,
    },
  },
  action: { block: { customResponse: { responseCode: 429, responseHeaders: [{ name: 'retry-after', value: '60' }] } } },
  visibilityConfig: seen(name),
});

/**
 * A web ACL for CloudFront. CloudFront accepts only an ACL made in us-east-1, and the region of our stacks is known
 * only at deployment. In other regions this makes nothing, and the setting `webAcl` names an existing ACL.
 */
export class Firewall extends Construct {
  /** The ACL's ARN, or `AWS::NoValue` outside us-east-1. */
  readonly arn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const possible = new CfnCondition(this, 'Possible', { expression: Fn.conditionEquals(Aws.REGION, 'us-east-1') });
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: seen('Startline'),
      rules: [
        // All rules on rates act after tens of seconds, so the order of the opening minute cannot depend on them.
        // A mobile carrier shows a thousand runners under one address, and each sends up to thirty requests in the busiest
        // minute. That is 500 requests a second, 5 % of what the API takes.
        tooMany('too-many-requests', 0, 30_000, theApi),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 1, { none: {} }),
        // Only counted: its rules on bodies would refuse unusual names and waivers.
        managed('AWSManagedRulesCommonRuleSet', 2, { count: {} }),
        // Limits requests that take a spot off sale or a place on the waiting list. A runner who is told to retry does
        // so six times a minute. So these limits allow the thousand runners of a carrier, and 250 who join the list. Our
        // own functions limit what each address may get.
        tooMany('too-many-holds', 3, 6000, posting('holds')),
        tooMany('too-many-joins', 4, 1500, posting('waiting-list')),
        // Only counted, until the operator switches it on (docs/runbook.md, "Challenge every browser"). Then every
        // browser solves a challenge once for its page, and only such a browser may request a spot. The view comes
        // first, because the page gets the token that its requests need.
        {
          name: challengeRule,
          priority: 5,
          statement: { orStatement: { statements: [aView, posting('holds'), posting('waiting-list')] } },
          action: { count: {} },
          visibilityConfig: seen('ChallengeBrowsers'),
        },
        // Ten tabs of one browser, and ten times the holds that a browser asks for.
        tooMany('too-many-of-a-browser', 6, 600, theApi, 'cookie'),
        // A browser has no cookie before its first hold, but its page sends the secret of its session.
        tooMany('too-many-holds-of-a-browser', 7, 60, posting('holds'), 'header'),
      ],
    });
    acl.cfnOptions.condition = possible;
    this.arn = Fn.conditionIf(possible.logicalId, acl.attrArn, Aws.NO_VALUE).toString();
  }
}

const managed = (name: string, priority: number, overrideAction: { none: object } | { count: object }) => ({
  name,
  priority,
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
  overrideAction,
  visibilityConfig: seen(name),
});
