import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';

let names = 0;

/**
 * A client of the queue server at `urlOf()`, with the most frequent requests of the tests. Opened before and closed
 * after each test file.
 */
export const queueClient = (urlOf: () => string) => {
  let client: SQSClient;
  beforeAll(() => {
    client = new SQSClient({
      endpoint: urlOf(),
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    });
  });
  afterAll(() => client.destroy());
  const sqs = () => client;

  const freshName = () => `q${process.pid}-${++names}`;
  const makeQueue = async (Attributes: Partial<Record<QueueAttributeName, string>> = {}): Promise<string> => {
    const name = Attributes.FifoQueue ? `${freshName()}.fifo` : freshName();
    const { QueueUrl } = await sqs().send(new CreateQueueCommand({ QueueName: name, Attributes }));
    if (!QueueUrl) throw new Error('CreateQueue gave no URL');
    return QueueUrl;
  };
  const makeFifo = (more: Partial<Record<QueueAttributeName, string>> = {}) =>
    makeQueue({ FifoQueue: 'true', ...more });
  const send = (QueueUrl: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
    sqs().send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));
  const receive = async (QueueUrl: string, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> => {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
      ...more,
    });
    return (await sqs().send(command)).Messages ?? [];
  };
  const remove = (QueueUrl: string, { ReceiptHandle }: Message) =>
    sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  const show = (QueueUrl: string, { ReceiptHandle }: Message) =>
    sqs().send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  const attributes = async (QueueUrl: string) =>
    (await sqs().send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))).Attributes ?? {};
  const arnOf = async (url: string) => (await attributes(url)).QueueArn ?? '';
  const bodies = (messages: readonly Message[]) => messages.map(({ Body }) => Body);

  return { sqs, freshName, makeQueue, makeFifo, send, receive, remove, show, attributes, arnOf, bodies };
};

export type QueueClient = ReturnType<typeof queueClient>;
