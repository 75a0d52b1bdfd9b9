import { createHash } from 'node:crypto';
import { isJson, type Json, optionalText, text } from './fields';
import { invalid } from './problem';

export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string | undefined;
  /** base64 */
  readonly BinaryValue?: string | undefined;
}
export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

const readAttribute = (name: string, value: unknown): MessageAttribute => {
  if (!isJson(value)) throw invalid(`The message attribute '${name}' must be a map.`);
  if (!/^(?!\.)(?!.*\.\.)[\w.-]{1,256}(?<!\.)$/.test(name) || /^(aws|amazon)\./i.test(name))
    throw invalid(`The message attribute name '${name}' is invalid.`);
  const DataType = text(value, 'DataType');
  const kind = DataType.split('.')[0];
  const StringValue = optionalText(value, 'StringValue');
  const BinaryValue = optionalText(value, 'BinaryValue');
  if (kind === 'Binary' && BinaryValue) return { DataType, BinaryValue };
  if (kind === 'Number' && StringValue && Number.isFinite(Number(StringValue))) return { DataType, StringValue };
  if (kind === 'String' && StringValue) return { DataType, StringValue };
  throw invalid(
    `The message attribute '${name}' with type '${DataType}' must have a value of that type: String, Number or Binary.`,
  );
};

/** The attributes sent with a message; undefined when it has none. */
export const readMessageAttributes = (given: Json | undefined): MessageAttributes | undefined => {
  if (!given) return undefined;
  const names = Object.keys(given);
  if (names.length === 0) return undefined;
  if (names.length > 10)
    throw invalid(`Number of message attributes [${names.length}] exceeds the allowed maximum [10].`);
  return Object.fromEntries(names.map((name) => [name, readAttribute(name, given[name])]));
};

const bytesOf = ({ BinaryValue, StringValue }: MessageAttribute): Buffer =>
  BinaryValue === undefined ? Buffer.from(StringValue ?? '') : Buffer.from(BinaryValue, 'base64');

/** The size of the attributes in bytes, which counts against the limit of a message. */
export const weightOf = (attributes: MessageAttributes): number =>
  Object.entries(attributes).reduce(
    (sum, [name, attribute]) => sum + Buffer.byteLength(name) + attribute.DataType.length + bytesOf(attribute).length,
    0,
  );

const lengthPrefixed = (bytes: Buffer): Buffer[] => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
};

/**
 * SQS's [checksum over
 * attributes](https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation):
 * sorted by name, each part with its length before it.
 */
export const md5OfAttributes = (attributes: MessageAttributes): string => {
  const hash = createHash('md5');
  for (const name of Object.keys(attributes).sort()) {
    const attribute = attributes[name];
    if (!attribute) continue;
    const parts = [
      ...lengthPrefixed(Buffer.from(name)),
      ...lengthPrefixed(Buffer.from(attribute.DataType)),
      Buffer.of(attribute.BinaryValue === undefined ? 1 : 2),
      ...lengthPrefixed(bytesOf(attribute)),
    ];
    for (const part of parts) hash.update(part);
  }
  return hash.digest('hex');
};

/** The attributes that a receiver asked for: by name, by `prefix.*`, or `All`. */
export const chosen = (
  attributes: MessageAttributes | undefined,
  asked: readonly string[],
): MessageAttributes | undefined => {
  if (!attributes || asked.length === 0) return undefined;
  const wanted = (name: string) =>
    asked.some((ask) => ask === 'All' || ask === name || (ask.endsWith('.*') && name.startsWith(ask.slice(0, -2))));
  const some = Object.entries(attributes).filter(([name]) => wanted(name));
  return some.length === 0 ? undefined : Object.fromEntries(some);
};
