import { foldName } from '../../domain/person/fold-name';
import type { Known } from './usual-words';

/** What a column says. `split:<code>`: the time at a point of the course. `event`: to which ranking the row belongs. */
export type Field = (typeof plainFields)[number] | 'event' | `split:${string}`;
export const plainFields = [
  'bib',
  'name',
  'firstName',
  'lastName',
  'gender',
  'age',
  'birthYear',
  'club',
  'country',
  'status',
  'gun',
  'chip',
  'penalty',
  'note',
] as const;

/** What each column of a file is taken for, by its name. Null: it is not used. */
export type Columns = Readonly<Record<string, Field | null>>;

/** The answer says what each column is taken for, and Lambda sends 6 MB at most. */
export const maxColumns = 500;

/**
 * The names of columns in the files of timing software, folded as `foldName` does. "State" is left out: in files from the United States it
 * is where a runner lives.
 */
const usualNames: Readonly<Record<(typeof plainFields)[number], string>> = {
  bib: `bib|bib number|bib no|bib nr|bibnr|number|no|nr|race number|race no|raceno|start number|start no|start nr
    |startnummer|startnr|stnr|dorsal|num dorsal|numero dorsal|n dorsal|no dorsal|dossard|n dossard|no dossard|numero dossard
    |numero de dossard|pettorale|pett|rugnummer|numer startowy|nr startowy|startovni cislo`,
  name: `name|full name|athlete|athlete name|runner|runner name|participant|competitor|teilnehmer|laufer|nombre|nom|nome|naam|namn
    |navn|nimi|jmeno|atleta|corredor|coureur|name vorname|nachname vorname|vorname name|vorname nachname|nom prenom|prenom nom
    |nombre y apellidos|apellidos y nombre|cognome nome|cognome e nome|nome e cognome|last name first name|imie i nazwisko`,
  firstName: 'first name|firstname|first|given name|forename|vorname|prenom|voornaam|fornamn|fornavn|etunimi|imie',
  lastName: `last name|lastname|last|surname|family name|nachname|familienname|apellidos|apellido|cognome|sobrenome|achternaam
    |efternamn|efternavn|etternavn|sukunimi|nazwisko|prijmeni`,
  gender: 'gender|sex|m f|f m|geschlecht|m w|w m|sexo|genero|sexe|genre|sesso|genere|geslacht|kon|kjonn|plec|pohlavi',
  age: 'age|alter|edad|eta|idade|leeftijd|alder|wiek|vek',
  birthYear: `year of birth|birth year|birthyear|yob|jg|jahrgang|jahrg|geburtsjahr|geb jahr|annee|annee de naissance|annee naissance
    |ano|ano de nacimiento|ano nacimiento|ano de nascimento|anno|anno di nascita|anno nascita|geboortejaar|rok urodzenia|rocznik
    |rok narozeni|rocnik|fodelsear|fodselsar|syntymavuosi`,
  club: 'club|team|team name|verein|equipo|equipe|societa|squadra|clube|vereniging|klubb|klub|seura',
  country: 'country|country code|nation|nationality|nat|noc',
  status: 'status',
  gun: `gun|gun time|guntime|clock time|official time|gross time|gross|brutto|bruttozeit|temps officiel|temps brut|tiempo oficial
    |tiempo bruto|tempo ufficiale|tempo lordo|tempo bruto|brutotijd|bruttotid|czas brutto`,
  chip: `chip|chip time|chiptime|net time|nettime|net|netto|nettozeit|temps net|temps reel|tiempo neto|tiempo chip|tiempo real
    |tempo netto|real time|tempo chip|tempo liquido|nettotijd|nettotid|czas netto`,
  penalty: 'penalty|penalty time|zeitstrafe',
  note: 'note|comment|remark|bemerkung',
};

/** The name of a column whose times are those by which the set ranks, if no other column says which they are. */
const someTime = new Set(
  wordsOf(`time|finish time|race time|final time|elapsed time|result|zeit|endzeit|laufzeit|ergebnis|temps|temps final|resultat
    |tiempo|tiempo final|tiempo total|resultado|tempo|tempo finale|tempo final|risultato|tijd|eindtijd|tid|sluttid|aika|czas|cas`),
);

const fieldsByName = new Map(plainFields.flatMap((field) => wordsOf(usualNames[field]).map((name) => [name, field])));

/** Timers write title, place and day above the names of the columns, in so many rows at most. */
const mostTitleRows = 20;

/** The position of the row that has the names of the columns: the first, unless it names none and one of the next does. */
export const headAt = (rows: readonly { readonly cells: readonly string[] }[], known: Known): number => {
  const [first, ...next] = rows.slice(0, mostTitleRows).map(({ cells }) => {
    const fields = new Set(cells.slice(0, maxColumns).map((cell) => usualField(cell, known)));
    fields.delete(null);
    return fields;
  });
  // A cell of a title may say "No" or "Team", so a bib alone makes no head.
  return first && first.size > 0 ? 0 : 1 + next.findIndex((fields) => fields.has('bib') && fields.size > 1);
};

/**
 * What each column is taken for. `names`: as columns are chosen by; `written`: as they stand in the file. `chosen` says it better than
 * their names do. `has`: whether a column has a time, and whether it has a year in which runners are born: "Année" may say another year.
 */
export const fieldsOf = (
  names: readonly string[],
  written: readonly string[],
  known: Known,
  chosen: Columns,
  has: { readonly times: (column: number) => boolean; readonly birthYears: (column: number) => boolean },
): readonly (Field | null)[] => {
  const usual = written.map((name) => usualField(name, known));
  const fields = names.map((name, n) => (Object.hasOwn(chosen, name) ? (chosen[name] ?? null) : (usual[n] ?? null)));
  const isOpen = (n: number) => !Object.hasOwn(chosen, names[n] ?? '');
  const isTaken = (field: Field) => fields.includes(field);
  for (const [n, field] of fields.entries())
    if (field === 'birthYear' && isOpen(n) && !has.birthYears(n)) fields[n] = null;

  // "Name" and "Vorname", "Nom" and "Prénom", "Nombre" and "Apellidos": beside one half of a name, the other column is the other half.
  const half =
    isTaken('firstName') === isTaken('lastName') ? undefined : isTaken('firstName') ? 'lastName' : 'firstName';
  const named = fields.indexOf('name');
  if (half && named >= 0 && isOpen(named)) fields[named] = half;

  const [time, ...others] = written.flatMap((name, n) => (someTime.has(foldName(name)) && has.times(n) ? [n] : []));
  const saysWhich = usual.some((field) => field === 'gun' || field === 'chip') || isTaken(known.rankBy);
  if (time !== undefined && others.length === 0 && isOpen(time) && !saysWhich) fields[time] = known.rankBy;
  return fields;
};

function usualField(name: string, { points }: Known): Field | null {
  const folded = foldName(name);
  if (folded === '') return null;
  const plain = fieldsByName.get(folded);
  if (plain) return plain;
  const point = points.find(({ code, label }) =>
    [foldName(code), foldName(label)].includes(folded.replace(/^split /, '')),
  );
  return point ? `split:${point.code}` : null;
}

function wordsOf(names: string): readonly string[] {
  return names.split('|').map((name) => name.trim());
}
