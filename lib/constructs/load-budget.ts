import { Tags } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Config } from '../config';

const tag = { name: 'startline-load-test', value: 'yes' } as const;

/**
 * Tells whoever is told of alarms when load tests become dear in a month. It counts what carries the tag, generators
 * included, once somebody has made the tag one that costs are allocated by (in the billing console).
 */
export const loadBudget = (scope: Construct, { notify }: Config, dollars: number): void => {
  Tags.of(scope).add(tag.name, tag.value);
  if (!notify) return;
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
        subscribers: [{ subscriptionType: 'EMAIL', address: notify }],
      },
    ],
  });
};
