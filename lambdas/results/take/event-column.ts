import { foldName } from '../../domain/person/fold-name';
import type { Columns, Field } from './column-fields';
import type { KnownEvent } from './usual-words';

/** What a cell says: a row of this ranking, or of another one, by its name. */
export interface SaidEvent {
  readonly name: string;
  readonly isThis: boolean;
}

/** Undefined: no event of the race. */
export type ReadsEvent = (cell: string) => SaidEvent | undefined;

/** Names of columns that say an event, folded. */
const eventNames = new Set(
  `event|event name|contest|competition|wettbewerb|bewerb|epreuve|prueba|evento|gara|konkurencja`.split('|'),
);
/** That may say it, and may say a wave or how far somebody came in twelve hours. */
const perhapsEventNames = new Set(
  `race|race name|distance|course|lauf|rennen|strecke|distanz|parcours|carrera|distancia|recorrido|corsa|distanza|percorso|prova|percurso
    |afstand|bieg|dystans`
    .split('|')
    .map((name) => name.trim()),
);

/** A column with more values says something else. */
const mostValues = 100;

/** How timers call a distance that has a name, folded and without spaces. */
const namedDistances: readonly (readonly [metres: number, words: string])[] = [
  [42_195, 'marathon maraton maratona'],
  [
    21_097.5,
    `half hm halfmarathon halbmarathon semi semimarathon mediamaraton mediomaraton mezzamaratona meiamaratona halvemarathon
     halvmarathon halvmaraton polmaraton pulmaraton`,
  ],
];
const metresByWord = new Map(
  namedDistances.flatMap(([metres, words]) => words.split(/\s+/).map((word) => [word, metres] as const)),
);
const [km, mile] = [1000, 1609.344];
const unitMetres: Readonly<Record<string, number>> = { km, k: km, m: 1, mi: mile, mile, miles: mile, meilen: mile };

const squeezed = (text: string): string => foldName(text).replaceAll(' ', '');

/** "10", "10K Run", "21,1 km", "5.000 m", "Halbmarathon". Undefined: it says no distance. */
export const metresOf = (text: string): number | undefined => {
  const named = metresByWord.get(squeezed(text));
  if (named !== undefined) return named;
  const [found, ...others] = text.matchAll(/(?<![\p{L}\d])(\d+)(?:[.,](\d+))?(\s*-?\s*)(\p{L}*)/gu);
  if (!found || others.length > 0) return undefined;
  const [, whole = '', part = '', gap, word = ''] = found;
  const unit = unitMetres[word.toLowerCase()];
  if (unit === undefined && gap === '' && word !== '') return undefined;
  const number = Number(unit === 1 && part.length === 3 ? whole + part : `${whole}.${part || 0}`);
  return number * (unit ?? (number < 1000 ? km : 1));
};

/** A file says 42 where the event has 42,195 metres. */
const isAbout = (metres: number, distance: number): boolean => Math.abs(metres - distance) <= distance / 100;

/**
 * What the cells of a column say of the events of a race: the name of a ranking, of an event, or its distance. A distance says nothing
 * where two events have it, or where the file says more of the event than that, such as "5 km run" and "5 km walk". Undefined: the
 * column has too many values.
 */
export const readsEvent = (events: readonly KnownEvent[], column: readonly string[]): ReadsEvent | undefined => {
  const values = new Map<string, string>();
  for (const cell of new Set(column)) if (squeezed(cell) !== '') values.set(squeezed(cell), cell);
  if (values.size > mostValues) return undefined;
  const meant = [...values].map(([value, cell]) => ({ value, ...meaningOf(events, value, cell) }));
  const isRankingNamed = meant.some(({ ranking }) => ranking?.isThis);
  const said = new Map<string, SaidEvent>();
  for (const { value, event, ranking, isNamed } of meant) {
    if (ranking) said.set(value, ranking);
    else if (event && (isNamed || meant.filter((one) => one.event === event).length === 1))
      // Where a file names the ranking itself, such as that for wheelchairs, rows of the event alone are for another ranking.
      said.set(value, { name: event.name, isThis: event.isThis && !isRankingNamed });
  }
  return (cell) => said.get(squeezed(cell));
};

interface Meaning {
  readonly event?: KnownEvent | undefined;
  readonly ranking?: SaidEvent | undefined;
  readonly isNamed?: boolean;
}

const meaningOf = (events: readonly KnownEvent[], value: string, cell: string): Meaning => {
  for (const event of events) {
    const ranking = event.rankings.find(({ name }) => squeezed(name) === value);
    if (ranking) return { event, ranking };
  }
  const named = events.find(({ name }) => squeezed(name) === value);
  if (named) return { event: named, isNamed: true };
  const metres = metresOf(cell);
  const near = events.filter(({ distance }) => metres !== undefined && distance !== null && isAbout(metres, distance));
  return near.length === 1 ? { event: near[0] } : {};
};

/** `unknown`: what it says, where it says no event of the race at all; the first twenty. */
export interface EventColumn {
  readonly at: number;
  readonly eventOf: ReadsEvent;
  readonly unknown?: readonly string[];
}

interface Table {
  /** As columns are chosen by, and as they stand in the file. */
  readonly names: readonly string[];
  readonly written: readonly string[];
  readonly fields: readonly (Field | null)[];
  readonly rows: readonly { readonly cells: readonly string[] }[];
}

/**
 * Which column says the event of each row, if one does. A column of that name in a file of one event is left alone, whatever it says
 * in all rows.
 */
export const eventColumnOf = (
  { names, written, fields, rows }: Table,
  events: readonly KnownEvent[],
  chosen: Columns,
): EventColumn | undefined => {
  let unclear: EventColumn | undefined;
  for (const [at, name] of names.entries()) {
    const isChosen = fields[at] === 'event';
    const isCalledSo = eventNames.has(foldName(written[at] ?? ''));
    const mayBe = isCalledSo || perhapsEventNames.has(foldName(written[at] ?? ''));
    if (!isChosen && (fields[at] !== null || Object.hasOwn(chosen, name) || !mayBe)) continue;
    const column = rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
    const eventOf = readsEvent(events, column);
    const clear = column.filter((cell) => eventOf?.(cell)).length;
    if (eventOf && clear > 0 && (isChosen || isCalledSo || clear * 2 >= column.length)) return { at, eventOf };
    const values = [...new Set(column)];
    if (isChosen || (isCalledSo && values.length > 1))
      unclear ??= { at, eventOf: () => undefined, unknown: values.slice(0, mostShown) };
  }
  return unclear;
};

const mostShown = 20;
