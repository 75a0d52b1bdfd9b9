import { deadLettersName, queueNames, sqsName } from '../../lib/event-sources';

export interface QueueFigures {
  readonly name: string;
  /** Waiting to be received. */
  readonly waiting: number;
  /** Sent with a delay that has not passed. */
  readonly delayed: number;
  /** Being processed, or waiting to be delivered again. */
  readonly inFlight: number;
  readonly deadLetters: number;
}

const attributesOf = async (queuesUrl: string, name: string): Promise<Readonly<Record<string, string>>> => {
  const response = await fetch(queuesUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AmazonSQS.GetQueueAttributes',
      authorization: 'AWS4-HMAC-SHA256 Credential=local',
    },
    body: JSON.stringify({ QueueUrl: `${queuesUrl}/000000000000/${name}`, AttributeNames: ['All'] }),
    signal: AbortSignal.timeout(2_000),
  });
  if (!response.ok) throw new Error(`The queue server answered ${response.status} for ${name}.`);
  const body: { Attributes?: Record<string, string> } = await response.json();
  return body.Attributes ?? {};
};

const count = (attributes: Readonly<Record<string, string>>, name = '') =>
  Number(attributes[`ApproximateNumberOfMessages${name}`] ?? 0);

export const readQueues = async (queuesUrl: string): Promise<readonly QueueFigures[]> => {
  return Promise.all(
    queueNames.map(async (name) => {
      const [live, dead] = await Promise.all([
        attributesOf(queuesUrl, sqsName(name)),
        attributesOf(queuesUrl, deadLettersName(name)),
      ]);
      return {
        name,
        waiting: count(live),
        delayed: count(live, 'Delayed'),
        inFlight: count(live, 'NotVisible'),
        deadLetters: count(dead) + count(dead, 'NotVisible'),
      };
    }),
  );
};
