import * as v from 'valibot';
import { plainDigits } from '../../../domain/plain-digits';
import { unseen, visible } from '../../../domain/text';
import { countries } from '../../countries';
import type { Answer, Asked } from './question';

/** Everything that the form knows of a type of question. The page, the server, the load test and the schemas ask here. */
interface Rules {
  /** Accepts an answer exactly as it is stored: nothing is trimmed or changed, so what is signed is what was sent. */
  answer(question: Asked): v.GenericSchema<unknown, Answer>;
  /** What was typed, as an answer, or as text that `answer` refuses. `undefined`: nothing was typed. */
  read(text: string, question: Asked): Answer | undefined;
  /** An answer, as it is typed. */
  write(answer: Answer): string;
  /** The characters of the longest answer. */
  longest(question: Asked): number;
  /** Whether `min`, `max` and `maxLength` may be given, and in which form. */
  readonly bounds?: 'number' | 'date';
  readonly hasLength?: true;
  readonly hasOptions?: true;
  /** Whether `showIf` of a later question may ask for its answer. */
  readonly mayDecide?: true;
}

/** All that a line of text may have: nothing unseen, no half of a character, and no space but the usual one. */
const inLine = `[^${unseen}\\p{Cs}\\p{Z}]`;

/** One line: words with one space between them. Lengths are counted in code points, as JSON Schema does. */
export const line = (max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => isWithin(text, max), 'too-long'),
    v.regex(new RegExp(`^(?=.{1,${max}}$)(?=.*${visible})${inLine}+(?: ${inLine}+)*$`, 'u'), 'untidy'),
  );

const lines = (max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => isWithin(text, max), 'too-long'),
    v.regex(
      new RegExp(`^(?=[\\s\\S]{1,${max}}$)(?!\\s)(?![\\s\\S]*\\s$)(?=[\\s\\S]*${visible})(?:${inLine}|[ \\n])*$`, 'u'),
      'untidy',
    ),
  );

const isWithin = (text: string, max: number) => text.length <= max || [...text].length <= max;

/** A line as its author means it: composed characters, single spaces, none at the ends. */
export const tidyLine = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

const tidyLines = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();

/** A day of the Gregorian calendar from 1900 on: a leap day only in leap years. */
export const calendarDay =
  /^(?:(?:19|2\d)\d\d-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:(?:19|2\d)(?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)$/;

/** The ids that can be chosen now. */
export const chosenFrom = ({ options = [] }: Asked): readonly string[] =>
  options.filter(({ retired }) => !retired).map(({ id }) => id);

const longestText = ({ maxLength }: Asked) => maxLength ?? 120;
const longestLongText = ({ maxLength }: Asked) => maxLength ?? 500;

const numberBetween = (least: number, most: number) =>
  v.pipe(v.number(), v.integer('whole-number'), v.minValue(least), v.maxValue(most));

/** The bounds of a question, or these where it has none. One that is given moves the other, so that some number fits. */
const boundsOf = ({ min, max }: Asked, [from, to]: readonly [number, number]) => {
  const least = typeof min === 'number' ? min : Math.min(from, typeof max === 'number' ? max : from);
  return { least, most: typeof max === 'number' ? max : Math.max(to, least) };
};

const numberBounds = (question: Asked) => boundsOf(question, [0, 1_000_000]);
/** Up to 100 hours. */
const secondsBounds = (question: Asked) => boundsOf(question, [1, 360_000]);
const dayBounds = ({ min, max }: Asked) => ({
  first: typeof min === 'string' ? min : '1900-01-01',
  last: typeof max === 'string' ? max : '2999-12-31',
});
/** How many options are chosen: none at all is no answer. */
export const countBounds = (question: Asked) => {
  const { least, most } = boundsOf(question, [1, Math.max(1, chosenFrom(question).length)]);
  return { least: Math.max(1, least), most };
};

const pick = <T>(from: readonly T[], random: () => number): T | undefined => from[Math.floor(random() * from.length)];
const between = (least: number, most: number, random: () => number) =>
  least + Math.floor(random() * (most - least + 1));

const words = ['Anna', 'Bergen', 'runs', 'every', 'second', 'Sunday', 'near', 'the', 'old', 'mill'];
const sentence = (max: number, random: () => number) => {
  const said = Array.from({ length: between(1, 5, random) }, () => pick(words, random)).join(' ');
  return [...said].slice(0, max).join('').trim();
};

const whole = (text: string) => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : text);

const secondsOf = (text: string) => {
  const [, hours, minutes, seconds] = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (seconds === undefined || Number(minutes) > 59 || Number(seconds) > 59) return text;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
};

/** `1990-5-7` is typed in three boxes. */
const dayOf = (text: string) => {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
};

const two = (figure: number) => String(figure).padStart(2, '0');

const typed = (text: string) => tidyLine(text) || undefined;
/** What is typed with digits. */
const typedDigits = (text: string) => {
  const said = typed(text);
  return said && plainDigits(said);
};

/** A new type is an entry here and in `inventions`, of the page's inputs, and of the texts. The console reads it here. */
const rulesOf = {
  text: {
    answer: (question) => line(longestText(question)),
    read: typed,
    write: String,
    longest: longestText,
    hasLength: true,
  },
  'long-text': {
    answer: (question) => lines(longestLongText(question)),
    read: (text) => tidyLines(text) || undefined,
    write: String,
    longest: longestLongText,
    hasLength: true,
  },
  choice: {
    answer: (question) => v.picklist(chosenFrom(question), 'not-an-option'),
    read: typed,
    write: String,
    longest: () => 32,
    hasOptions: true,
    mayDecide: true,
  },
  choices: {
    answer: (question) => {
      const { least, most } = countBounds(question);
      return v.pipe(
        v.array(v.picklist(chosenFrom(question), 'not-an-option')),
        v.minLength(least),
        v.maxLength(most),
        v.check((ids) => new Set(ids).size === ids.length, 'twice'),
      );
    },
    read: (text) => typed(text)?.split(' '),
    write: (answer) => (Array.isArray(answer) ? answer.join(' ') : String(answer)),
    longest: (question) => 35 * countBounds(question).most,
    bounds: 'number',
    hasOptions: true,
    mayDecide: true,
  },
  number: {
    answer: (question) => {
      const { least, most } = numberBounds(question);
      return numberBetween(least, most);
    },
    read: (text) => {
      const said = typedDigits(text);
      return said === undefined ? undefined : whole(said);
    },
    write: String,
    longest: () => 16,
    bounds: 'number',
  },
  date: {
    answer: (question) => {
      const { first, last } = dayBounds(question);
      return v.pipe(
        v.string(),
        v.regex(calendarDay, 'impossible-day'),
        v.check((day) => day >= first, 'too-early'),
        v.check((day) => day <= last, 'too-late'),
      );
    },
    read: (text) => {
      const said = typedDigits(text);
      return said === undefined ? undefined : dayOf(said);
    },
    write: String,
    longest: () => 10,
    bounds: 'date',
  },
  duration: {
    answer: (question) => {
      const { least, most } = secondsBounds(question);
      return numberBetween(least, most);
    },
    read: (text) => {
      const said = typedDigits(text);
      return said === undefined ? undefined : secondsOf(said);
    },
    write: (answer) => {
      const seconds = Number(answer);
      return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    },
    longest: () => 6,
    bounds: 'number',
  },
  country: {
    answer: () => v.picklist(countries, 'not-an-option'),
    read: typed,
    write: String,
    longest: () => 2,
    mayDecide: true,
  },
  phone: {
    answer: () => v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/, 'phone')),
    read: (text) => typedDigits(text)?.replace(/[ ()./-]/g, ''),
    write: String,
    longest: () => 16,
  },
  consent: {
    answer: () => v.literal(true),
    read: (text) => (text === 'yes' ? true : undefined),
    write: () => 'yes',
    longest: () => 4,
    mayDecide: true,
  },
} as const satisfies Readonly<Record<string, Rules>>;

export type QuestionType = keyof typeof rulesOf;

export const rules: Readonly<Record<QuestionType, Rules>> = rulesOf;
export const questionTypes = Object.keys(rules) as readonly QuestionType[];

export interface Question extends Asked {
  readonly type: QuestionType;
}

/** The part of a form that is asked. */
export interface Questions {
  /** The language that every text of the form has. */
  readonly language: string;
  readonly questions: readonly Question[];
}

/** What somebody answers who does not think long. `random`: from 0, less than 1. The page has no use for it. */
export const inventions: Readonly<Record<QuestionType, (question: Asked, random: () => number) => Answer>> = {
  text: (question, random) => sentence(longestText(question), random),
  'long-text': (question, random) => sentence(longestLongText(question), random),
  choice: (question, random) => pick(chosenFrom(question), random) ?? '',
  choices: (question, random) => {
    const { least, most } = countBounds(question);
    const ids = [...chosenFrom(question)];
    return Array.from(
      { length: between(least, Math.min(most, ids.length), random) },
      () => ids.splice(Math.floor(random() * ids.length), 1)[0] ?? '',
    );
  },
  number: (question, random) => {
    const { least, most } = numberBounds(question);
    return between(least, most, random);
  },
  date: (question, random) => {
    const { first, last } = dayBounds(question);
    const [from, to] = [Date.parse(first) / 86_400_000, Date.parse(last) / 86_400_000];
    return new Date(between(from, to, random) * 86_400_000).toISOString().slice(0, 10);
  },
  duration: (question, random) => {
    const { least, most } = secondsBounds(question);
    return between(least, most, random);
  },
  country: (_, random) => pick(countries, random) ?? '',
  phone: (_, random) => `+49${between(1_000_000, 9_999_999, random)}`,
  consent: () => true,
};
