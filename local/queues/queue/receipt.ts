import { randomBytes } from 'node:crypto';
import type { Message } from './message';
import { invalid, Problem } from './problem';

/** Tells this run's receipts from those of earlier runs. */
const run = randomBytes(4).toString('hex');

/** A receipt handle, valid until the message is delivered again. */
export const receiptOf = ({ kept, receiveCount }: Message): string => `${run}.${receiveCount}.${kept.id}`;

/**
 * The message that a receipt names, if it still exists. `current`: this is the receipt of its last delivery. Throws a
 * Problem.
 */
export const readReceipt = (
  receipt: string,
  messages: ReadonlyMap<string, Message>,
): { message?: Message | undefined; current: boolean } => {
  const [, itsRun, count, id] = /^([0-9a-f]{8})\.(\d{1,9})\.([0-9a-f-]{36})$/.exec(receipt) ?? [];
  if (!id)
    throw new Problem('ReceiptHandleIsInvalid', `The input receipt handle "${receipt}" is not a valid receipt handle.`);
  const message = messages.get(id);
  if (!message) return { current: false };
  // A restart forgets deliveries: a receipt of an earlier run stays valid until the message is delivered again.
  const current = itsRun === run ? Number(count) === message.receiveCount : message.firstReceivedAt === undefined;
  return { message, current };
};

/** The refusal of a receipt that is well-formed and of no use any more. */
export const refusedReceipt = (receipt: string, reason: string): Problem =>
  invalid(`Value ${receipt} for parameter ReceiptHandle is invalid. Reason: ${reason}`);

/**
 * The message that a receipt asks to hide for `seconds` from `now` (milliseconds since the epoch). Throws a Problem when it
 * is not in flight, or would be hidden for more than 12 hours in all.
 */
export const messageToHide = (
  receipt: string,
  messages: ReadonlyMap<string, Message>,
  seconds: number,
  now: number,
): Message => {
  const { message, current } = readReceipt(receipt, messages);
  if (!message || !current)
    throw refusedReceipt(receipt, 'Message does not exist or is not available for visibility timeout change.');
  if (message.state !== 'inFlight') throw new Problem('MessageNotInflight', 'The specified message is not in flight.');
  if (Math.floor((now - message.deliveredAt) / 1000) + seconds > 43_200)
    throw invalid(
      `Value ${seconds} for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds].`,
    );
  return message;
};
