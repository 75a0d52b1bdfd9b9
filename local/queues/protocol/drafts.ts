import { createHash } from 'node:crypto';
import { type Json, optionalJson, optionalText, optionalWhole, text } from '../queue/fields';
import type { Draft } from '../queue/message';
import { readMessageAttributes, weightOf } from '../queue/message-attributes';
import { invalid, Problem } from '../queue/problem';
import type { Queue } from '../queue/queue';

/** SQS accepts only characters of XML 1.0, whatever the protocol. */
const outsideXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const idPattern = /^[!-~]{1,128}$/;

/** The message of a SendMessage request or batch entry, and its size in bytes. Throws a Problem. */
export const readDraft = (input: Json, queue: Queue): { draft: Draft; bytes: number } => {
  const body = text(input, 'MessageBody');
  const attributes = readMessageAttributes(optionalJson(input, 'MessageAttributes'));
  const bytes = Buffer.byteLength(body) + (attributes ? weightOf(attributes) : 0);
  const most = Number(queue.attributes.MaximumMessageSize);
  if (bytes > most)
    throw invalid(`One or more parameters are invalid. Reason: Message must be shorter than ${most} bytes.`);
  if (outsideXml.test(body))
    throw new Problem('InvalidMessageContents', 'Invalid binary character was found in the message body.');
  const trace = optionalJson(optionalJson(input, 'MessageSystemAttributes') ?? {}, 'AWSTraceHeader');
  const draft = {
    body,
    attributes,
    traceHeader: trace && optionalText(trace, 'StringValue'),
    group: readId(input, 'MessageGroupId'),
    deduplicationId: readId(input, 'MessageDeduplicationId'),
    delaySeconds: optionalWhole(input, 'DelaySeconds', 0, 900),
  };
  return { draft: queue.fifo ? forFifo(draft, queue) : forStandard(draft), bytes };
};

const readId = (input: Json, name: string): string | undefined => {
  const value = optionalText(input, name);
  if (value === undefined || idPattern.test(value)) return value;
  throw invalid(
    `Value for parameter ${name} is invalid. Reason: ${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
  );
};

const forStandard = (draft: Draft): Draft => {
  if (draft.deduplicationId !== undefined)
    throw invalid('The request includes MessageDeduplicationId, which is not valid for a standard queue.');
  return draft;
};

const forFifo = (draft: Draft, queue: Queue): Draft => {
  if (draft.group === undefined)
    throw new Problem('MissingParameter', 'The request must contain the parameter MessageGroupId.');
  if (draft.delaySeconds !== undefined && draft.delaySeconds > 0)
    throw invalid(
      `Value ${draft.delaySeconds} for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.`,
    );
  if (draft.deduplicationId !== undefined) return draft;
  if (queue.attributes.ContentBasedDeduplication !== 'true')
    throw invalid(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly.',
    );
  return { ...draft, deduplicationId: createHash('sha256').update(draft.body).digest('hex') };
};
