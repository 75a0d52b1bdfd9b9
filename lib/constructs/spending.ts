import { createHash } from 'node:crypto';
import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { Config } from '../config';

/** The heading of docs/runbook.md in the subject of the budget's mails. */
export const spendingHeading = 'More is spent than planned';

/**
 * Mails `alarms.notify` when a month becomes expensive: at 80 % of the budget, and when the forecast exceeds it. It counts the
 * whole account, because tags separate costs only where they are activated for cost allocation.
 */
export class Spending extends Construct {
  constructor(scope: Construct, id: string, { alarms, monthlyBudget }: Config) {
    super(scope, id);
    if (!alarms) return;
    const subscribers = [{ subscriptionType: 'EMAIL', address: alarms.notify }];
    const told = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        // Mails of AWS Budgets contain no other hint of their origin. Another address is another budget, and CloudFormation
        // makes it before it deletes the old one: so its name has to differ.
        budgetName: `${Aws.STACK_NAME} in ${Aws.REGION} for ${digestOf(alarms.notify)}, see docs/runbook.md, "${spendingHeading}"`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
    });
  }
}

const digestOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 6);
