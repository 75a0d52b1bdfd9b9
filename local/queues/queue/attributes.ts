import { isJson, type Json } from './fields';
import { Problem } from './problem';

export type Attributes = Readonly<Record<string, string>>;

const between = (least: number, most: number) => (value: string) =>
  /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);
const anything = () => true;

/**
 * The attributes that a queue may have, each with a check of its value
 * ([SetQueueAttributes](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html)).
 */
const settable: Readonly<Record<string, (value: string) => boolean>> = {
  VisibilityTimeout: between(0, 43_200),
  DelaySeconds: between(0, 900),
  ReceiveMessageWaitTimeSeconds: between(0, 20),
  MessageRetentionPeriod: between(60, 1_209_600),
  MaximumMessageSize: between(1024, 1_048_576),
  RedrivePolicy: (value: string) => value === '' || readRedrivePolicy(value) !== undefined,
  RedriveAllowPolicy: anything,
  FifoQueue: oneOf('true', 'false'),
  ContentBasedDeduplication: oneOf('true', 'false'),
  DeduplicationScope: oneOf('queue', 'messageGroup'),
  FifoThroughputLimit: oneOf('perQueue', 'perMessageGroupId'),
  SqsManagedSseEnabled: oneOf('true', 'false'),
  KmsMasterKeyId: anything,
  KmsDataKeyReusePeriodSeconds: between(60, 86_400),
  Policy: anything,
};

export const defaults: Attributes = {
  VisibilityTimeout: '30',
  DelaySeconds: '0',
  ReceiveMessageWaitTimeSeconds: '0',
  MessageRetentionPeriod: '345600',
  MaximumMessageSize: '1048576',
  SqsManagedSseEnabled: 'true',
};

export const fifoDefaults: Attributes = {
  FifoQueue: 'true',
  ContentBasedDeduplication: 'false',
  DeduplicationScope: 'queue',
  FifoThroughputLimit: 'perQueue',
};

export interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}

export const readRedrivePolicy = (value: string): RedrivePolicy | undefined => {
  try {
    const policy: unknown = JSON.parse(value);
    if (!isJson(policy) || typeof policy.deadLetterTargetArn !== 'string') return undefined;
    const maxReceiveCount = Number(policy.maxReceiveCount);
    if (!Number.isInteger(maxReceiveCount) || maxReceiveCount < 1 || maxReceiveCount > 1000) return undefined;
    return { deadLetterTargetArn: policy.deadLetterTargetArn, maxReceiveCount };
  } catch {
    return undefined;
  }
};

/**
 * The attributes of a CreateQueue or SetQueueAttributes request. Throws a Problem for an unknown name or a value out of
 * bounds.
 */
export const readAttributes = (given: Json | undefined, fifo: boolean): Attributes => {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    const allows = Object.hasOwn(settable, name) ? settable[name] : undefined;
    if (!allows) throw new Problem('InvalidAttributeName', `Unknown Attribute ${name}.`);
    if (typeof value !== 'string' || !allows(value))
      throw new Problem('InvalidAttributeValue', `Invalid value for the parameter ${name}.`);
    if (Object.hasOwn(fifoDefaults, name) && !fifo && value !== 'false')
      throw new Problem('InvalidAttributeName', `${name} is for FIFO queues, whose names end in .fifo.`);
    if (name === 'FifoQueue' && fifo && value !== 'true')
      throw new Problem('InvalidAttributeValue', 'A queue whose name ends in .fifo must have FifoQueue true.');
    attributes[name] = value;
  }
  return attributes;
};
