import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { reader } from '../../api/read';
import { laneFrom } from '../../domain/mail-order';
import { batchWorker } from '../../platform/queue/worker';
import { orderMessage } from '../messages';
import type { Delivery, MessageVisibility } from '../ports';
import type { SendMails } from './send-mails';

interface Needs {
  readonly sendMails: SendMails;
  readonly visibility: MessageVisibility;
}

/**
 * Sends a batch of one or several lanes. An unreadable message becomes visible again at once, so that it soon goes to
 * the dead-letter queue and blocks no lane.
 */
export const mailWorker =
  ({ sendMails, visibility }: Needs) =>
  async (event: SQSEvent, context?: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    const readable = new Set<string>();
    const work = batchWorker(reader(orderMessage), async (messages) => {
      const orders = new Map(messages.map(({ messageId, body }) => [messageId, body]));
      const deliveries = event.Records.flatMap(
        ({ messageId, receiptHandle, eventSourceARN, attributes }): Delivery[] => {
          const [order, lane] = [orders.get(messageId), laneFrom(attributes.MessageGroupId)];
          if (!order || lane === undefined) return [];
          readable.add(messageId);
          const times = Number(attributes.ApproximateReceiveCount) || 1;
          return [{ messageId, receiptHandle, queueName: nameOf(eventSourceARN), lane, times, order }];
        },
      );
      const again = await sendMails(deliveries, () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY);
      return [...again, ...messages.map(({ messageId }) => messageId).filter((id) => !readable.has(id))];
    });

    const response = await work(event);
    const failed = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const unreadable = event.Records.filter(({ messageId }) => failed.has(messageId) && !readable.has(messageId)).map(
      ({ receiptHandle, eventSourceARN }) => ({ receiptHandle, queueName: nameOf(eventSourceARN) }),
    );
    await visibility.hide(unreadable, 0);
    return response;
  };

const nameOf = (arn: string) => arn.slice(arn.lastIndexOf(':') + 1);
