import { foldName } from '../../domain/person/fold-name';
import type { RankBy, Status } from '../files';

/** What a set says of the columns and cells of its files. */
export interface Known {
  readonly rankBy: RankBy;
  readonly points: readonly { readonly code: string; readonly label: string }[];
  readonly genders: readonly { readonly code: string; readonly label: string }[];
  /** Of the day of the race. */
  readonly year: number;
  /** All of the race, so that one file may have the rows of several. */
  readonly events: readonly KnownEvent[];
}

/** `isThis`: of the set. `distance`: in metres. */
export interface KnownEvent {
  readonly name: string;
  readonly distance: number | null;
  readonly isThis: boolean;
  readonly rankings: readonly { readonly name: string; readonly isThis: boolean }[];
}

/**
 * The words of a status, folded and without spaces: `D.N.F.` is `dnf`. "Not started" and "not finished" are left out: while a race is
 * run, they say that somebody may still come.
 */
const usualStatuses: Readonly<Record<Exclude<Status, 'entered'>, string>> = {
  finished: 'finished finisher finish fin ok classified imziel termine finalizado arrivato',
  dnf: 'dnf didnotfinish retired ret abandoned aufgegeben aufgabe abandon abandonne abd abandono retirado ritirato rit desistiu',
  dns: 'dns didnotstart nichtangetreten nichtgestartet nonpartant np nopresentado nonpartito naopartiu',
  dsq: 'dsq dq disq disqualified disqualifiziert disqualifie descalificado desc squalificato squal desclassificado',
};
const statuses = codesByWord(usualStatuses);

/** Undefined: no word of a status. */
export const statusOf = (cell: string): Status | undefined => statuses.get(foldName(cell).replaceAll(' ', ''));

/** As the words of a status. The codes are those that a set usually has. */
const usualGenders = codesByWord({
  f: 'f female w woman women girl weiblich frau frauen damen femme femmes feminin mujer mujeres femenino femenina donna donne femminile feminino kvinna kvinne vrouw',
  m: 'm h male man men boy mannlich maennlich mann manner maenner herren homme hommes masculin hombre hombres masculino uomo uomini maschile',
  x: 'x nonbinary divers diverse',
});
/** Of a cell, the code of a gender. Undefined: nobody can mean this. */
export type ReadsGender = (cell: string) => string | undefined;

/** Reads a column of genders. A file in Spanish has H for hombre and M for mujer; in others, M is male and H is homme. */
export const readsGender = ({ genders }: Known, column: readonly string[]): ReadsGender => {
  const [codes, labels] = [genders.map(({ code }) => code), genders.map(({ label }) => label)];
  const own = [codes, labels].flatMap((words) => words.map((word, n) => [foldName(word), codes[n] ?? ''] as const));
  const byWord = new Map(own);
  const meantBy = (folded: string) => usualGenders.get(folded.replaceAll(' ', ''));
  // A set may call its women W, and a file female. A label says more than a letter.
  const byMeaning = new Map(own.map(([word, code]) => [meantBy(word), code]));
  const letters = new Set(column.map((cell) => foldName(cell)));
  const isSpanish = letters.has('h') && letters.has('m') && !['f', 'w'].some((letter) => letters.has(letter));
  return (cell) => {
    const folded = foldName(cell);
    const isMujer = folded === 'm' && isSpanish && !byWord.has('h');
    const meant = isMujer ? 'f' : meantBy(folded);
    const said = isMujer ? undefined : byWord.get(folded);
    const code = said ?? (meant === undefined ? folded : (byMeaning.get(meant) ?? meant));
    return code.length <= 20 ? code : undefined;
  };
};

/** The nations that start by themselves have the codes of timing software. Others are called as Node does not call them. */
const otherNames = codesByWord({
  ENG: 'gbeng england',
  SCO: 'gbsct scotland schottland ecosse escocia scozia',
  WAL: 'gbwls wales galles gales',
  NIR: 'gbnir northernireland nordirland',
  GB: 'greatbritain grossbritannien grandebretagne',
  US: 'unitedstatesofamerica',
  CZ: 'czechrepublic',
  TR: 'turkey',
});

/** The languages of the columns that are known, in which Node names countries. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'nb', 'da', 'fi', 'pl', 'cs'];

let countries: ReadonlyMap<string, string> | undefined;
const countriesByName = (): ReadonlyMap<string, string> => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  // Codes of before, such as DD and UK, become those of today.
  const codes = letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  countries ??= new Map(
    languages.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
      return codes.flatMap((code) => {
        const name = names.of(code);
        return name === undefined ? [] : [[foldName(name), code] as const];
      });
    }),
  );
  return countries;
};

/** A code of two or three letters, whichever list it is from, or the name of a country. Undefined: none of these. */
export const countryOf = (cell: string): string | undefined =>
  /^[A-Za-z]{2,3}$/.test(cell)
    ? cell.toUpperCase()
    : (otherNames.get(foldName(cell).replaceAll(' ', '')) ?? countriesByName().get(foldName(cell)));

function codesByWord<Code extends string>(words: Readonly<Record<Code, string>>): ReadonlyMap<string, Code> {
  const codes = Object.entries<string>(words) as [Code, string][];
  return new Map(codes.flatMap(([code, all]) => all.split(' ').map((word) => [word, code] as const)));
}
