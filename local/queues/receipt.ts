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
