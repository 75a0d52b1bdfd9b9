import { Tags } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Config } from '../../config';

const tag = { name: 'startline-load-test', value: 'yes' } as const;

/**
 * Mails `alarms.notify` when the load tests of a month become expensive. It counts tagged resources, generators included, once
 * the tag is activated as a cost allocation tag in the billing console.
 */
export const loadBudget = (scope: Construct, { alarms }: Config, dollars: number): void => {
  Tags.of(scope).add(tag.name, tag.value);
  if (!alarms) return;
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: dollars, unit: 'USD' },
      costFilters: { TagKeyValue: [`user:${tag.name}$${tag.value}`] },
    },
    notificationsWithSubscribers: [
      {
        notification: {
          notificationType: 'ACTUAL',
          comparisonOperator: 'GREATER_THAN',
          threshold: 50,
          thresholdType: 'PERCENTAGE',
        },
        subscribers: [{ subscriptionType: 'EMAIL', address: alarms.notify }],
      },
    ],
  });
};
