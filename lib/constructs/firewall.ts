import { Aws, CfnCondition, Fn } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { assetPattern } from '../edge';

const seen = (metricName: string) => ({ cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: true });

/** The switch: its name is in the runbook. */
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

/** What takes a spot, or a place on the list. */
const posting = (what: 'holds' | 'waiting-list'): CfnWebACL.StatementProperty => ({
  andStatement: { statements: [method('POST'), path(`^/api/races/[^/]+/${what}$`)] },
});

/** A view of the page: neither a file nor the API, and so the document. */
const aView: CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      method('GET'),
      { notStatement: { statement: path(assetPattern) } },
      { notStatement: { statement: path('^/api/') } },
    ],
  },
};

const tooMany = (
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  statement: { rateBasedStatement: { limit, evaluationWindowSec: 60, aggregateKeyType: 'IP', scopeDownStatement } },
  action: { block: { customResponse: { responseCode: 429, responseHeaders: [{ name: 'retry-after', value: '60' }] } } },
  visibilityConfig: seen(name),
});

/**
 * A web ACL for CloudFront. CloudFront takes one made in us-east-1 only, and the region of our stacks is decided when they
 * are deployed: elsewhere nothing is made here, and `-c webAcl=…` names one made there.
 */
export class Firewall extends Construct {
  /** Of the ACL, or of no value outside us-east-1. */
  readonly arn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const possible = new CfnCondition(this, 'Possible', { expression: Fn.conditionEquals(Aws.REGION, 'us-east-1') });
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: seen('Startline'),
      rules: [
        {
          name: 'too-many-requests',
          priority: 0,
          // A school or an office shares one address, so this is far above what its runners do. It acts after tens of
          // seconds: the line, not this rule, keeps order in the opening minute.
          statement: { rateBasedStatement: { limit: 6000, evaluationWindowSec: 60, aggregateKeyType: 'IP' } },
          action: {
            block: { customResponse: { responseCode: 429, responseHeaders: [{ name: 'retry-after', value: '60' }] } },
          },
          visibilityConfig: seen('TooManyRequests'),
        },
        managed('AWSManagedRulesKnownBadInputsRuleSet', 1, { none: {} }),
        // Counted and not blocked: its rules on bodies would refuse names and waivers that are merely unusual.
        managed('AWSManagedRulesCommonRuleSet', 2, { count: {} }),
        // What takes spots off sale, or a place in the line. Who is told to ask again asks six times a minute: these are the
        // requests of two hundred people, and of fifty who join. What they get for them is counted by ourselves.
        tooMany('too-many-holds', 3, 1200, posting('holds')),
        tooMany('too-many-joins', 4, 300, posting('waiting-list')),
        // Counted, until somebody switches it on (docs/runbook.md, "Challenge every browser"): then every browser works for
        // its page once, and only one that did may ask for a spot. In this order, because a page gets what its requests need.
        {
          name: challengeRule,
          priority: 5,
          statement: { orStatement: { statements: [aView, posting('holds'), posting('waiting-list')] } },
          action: { count: {} },
          visibilityConfig: seen('ChallengeBrowsers'),
        },
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
