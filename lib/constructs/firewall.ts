import { Aws, CfnCondition, Fn } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

const seen = (metricName: string) => ({ cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: true });

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
