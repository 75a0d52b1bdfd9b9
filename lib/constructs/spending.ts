import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { Config } from '../config';

/** The heading of docs/runbook.md that a mail of the budget names in its subject. */
export const spendingHeading = 'More is spent than planned';

/**
 * Tells whoever is told of alarms when a month becomes dear: after most of the money, and as soon as it is foreseen that it
 * will not do. Of the whole account, because costs are told apart by tags only where somebody has switched that on.
 */
export class Spending extends Construct {
  constructor(scope: Construct, id: string, { notify, monthlyBudget }: Config) {
    super(scope, id);
    if (!notify) return;
    const subscribers = [{ subscriptionType: 'EMAIL', address: notify }];
    const told = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        // A mail of AWS Budgets says nothing else of where it comes from.
        budgetName: `${Aws.STACK_NAME} in ${Aws.REGION}, see docs/runbook.md, "${spendingHeading}"`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
    });
  }
}
