import { hash } from 'node:crypto';
import { decompress } from './compression';

/**
 * A cached value. `text` is what memcached stores, compressed if long: a digest over key, time and JSON, then the time
 * and the JSON.
 */
export interface Entry<T> {
  readonly value: T;
  /** When its load began, in milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
}

const shape = /^([\w-]{43}) (\d{1,15}) /;

const digestOf = (key: string, at: number, json: string): string =>
  hash('sha256', JSON.stringify([key, at]) + json, 'base64url');

/** Throws what JSON.stringify throws. */
export const entryOf = <T>(key: string, value: T, at: number): Entry<T> => {
  const json = JSON.stringify(value) ?? '';
  return { value: parse(json), at, text: `${digestOf(key, at, json)} ${at} ${json}` };
};

/** `undefined`: these bytes were not stored under this key, or are damaged. */
export const readEntry = <T>(key: string, bytes: Buffer): Entry<T> | undefined => {
  const text = decompress(bytes);
  if (text === undefined) return undefined;
  const [head = '', digest, at = ''] = shape.exec(text) ?? [];
  const json = text.slice(head.length);
  if (digest === undefined || digest !== digestOf(key, Number(at), json)) return undefined;
  return { value: parse(json), at: Number(at), text };
};

const parse = (json: string) => (json === '' ? undefined : frozen(JSON.parse(json)));

/**
 * All callers in the process share one object, so it is frozen. Freezing in a reviver of JSON.parse would cost three
 * times as much.
 */
const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
};
