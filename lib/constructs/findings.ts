import { Stack, Token } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * An ARN as cdk-nag writes it in the id of a finding: with pseudo parameters where the stack is for any account and region,
 * with values where its environment names them.
 */
export const arnInFinding = (scope: IConstruct, arn: string): string => {
  const { partition, account, region } = Stack.of(scope);
  const values = { '<AWS::Partition>': partition, '<AWS::AccountId>': account, '<AWS::Region>': region };
  return Object.entries(values).reduce(
    (text, [parameter, value]) => (Token.isUnresolved(value) ? text : text.replaceAll(parameter, value)),
    arn,
  );
};
