import { plainDigits } from '../../../lambdas/domain/plain-digits';
import { digitsOf } from '../../src/page/money';
import { instantsAt } from '../editing/zone-time';
import * as t from '../texts/commands';

/** A field of a command. `kind`: how it is typed, and what is sent. */
export interface Field {
  /** As the command calls it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /**
   * `whole`: a whole number. `money`: `12.50`, sent in the currency's smallest unit. `percent`: `19.5`, sent in basis
   * points. `instant`: day and time in the race's zone. `list`: one on each line. `json`: as the command takes it.
   */
  readonly kind: 'text' | 'whole' | 'money' | 'percent' | 'instant' | 'choice' | 'yes' | 'lines' | 'list' | 'json';
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly isOptional?: true;
  readonly initial?: string;
  /** Of a `list`: how a line is read. `read` makes undefined of a line that is not written like `example`. */
  readonly line?: { readonly read: (line: string) => unknown; readonly example: string };
}

/** The choice of an event of the race. */
export const eventField = (events: readonly { readonly id: string; readonly name: string }[]): Field => ({
  name: 'eventId',
  label: t.chooseEvent,
  kind: 'choice',
  choices: events.map(({ id, name }) => [id, name]),
  initial: events[0]?.id ?? '',
});

/** What people typed, by the names of the fields. */
export type Typed = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, unknown>>;

export type Read = { readonly values: Values } | { readonly wrong: Readonly<Record<string, string>> };

interface Money {
  readonly currency: string;
  readonly timeZone: string;
}

/** The values to send, or what is wrong, by field. */
export const readFields = (fields: readonly Field[], typed: Typed, of: Money): Read => {
  const values: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const field of fields) {
    const text = (typed[field.name] ?? '').trim();
    if (text === '' && field.kind !== 'yes') {
      if (!field.isOptional) wrong[field.name] = t.fieldMissing;
      continue;
    }
    const read = field.line ? readLines(text, field.line) : readers[field.kind](text, of);
    if ('wrong' in read) wrong[field.name] = read.wrong;
    else values[field.name] = read.value;
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { values };
};

type Reader = (text: string, of: Money) => { readonly value: unknown } | { readonly wrong: string };

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const readLines = (text: string, { read, example }: NonNullable<Field['line']>): ReturnType<Reader> => {
  const lines = linesOf(text);
  const wrong = lines.find((line) => read(line) === undefined);
  return wrong === undefined ? { value: lines.map(read) } : { wrong: t.fieldLine(wrong, example) };
};

const asIs: Reader = (value) => ({ value });

const decimal =
  (digits: (of: Money) => number): Reader =>
  (text, of) => {
    const places = digits(of);
    const plain = plainDigits(text).replace(/[,٫]/, '.');
    const isRight = /^\d{1,9}(\.\d+)?$/.test(plain) && (plain.split('.')[1] ?? '').length <= places;
    return isRight ? { value: Math.round(Number(plain) * 10 ** places) } : { wrong: t.fieldAmount(places) };
  };

const readers: Readonly<Record<Field['kind'], Reader>> = {
  text: asIs,
  lines: asIs,
  choice: asIs,
  yes: (text) => ({ value: text === 'yes' }),
  whole: (text) => {
    const plain = plainDigits(text).replaceAll(/[\s,.٬]/g, '');
    return /^\d{1,9}$/.test(plain) ? { value: Number(plain) } : { wrong: t.fieldWhole };
  },
  money: decimal(({ currency }) => digitsOf(currency)),
  percent: decimal(() => 2),
  list: (text) => ({ value: linesOf(text) }),
  json: (text) => {
    try {
      return { value: JSON.parse(text) };
    } catch (error) {
      return { wrong: t.fieldJson(error instanceof Error ? error.message : '') };
    }
  },
  instant: (text, { timeZone }) => {
    // Of two instants, when the clocks go back, the first one.
    const [instant] = instantsAt(text, timeZone);
    return instant === undefined ? { wrong: t.fieldInstant } : { value: new Date(instant).toISOString() };
  },
};
