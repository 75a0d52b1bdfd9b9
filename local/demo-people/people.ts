import { families, men, numbersFrom, women } from '../prepare/demo-results';
import { halfSpots, lastYearHalf, lastYearTen, soldHalf, soldLastYear, soldRace, soldTen } from '../prepare/demo-sold';

/** What somebody types into the form. */
export interface Runner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly birthDate: string;
  readonly gender: 'female' | 'male';
  readonly emergencyContact: string;
}

export interface Person {
  /** Also of their place on the waiting list. */
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly runner: Runner;
}

const letters = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z]+/g, '');

/** Mails to a few do not arrive: `local/mail` knows these mailboxes. */
const mailboxOf = (n: number, first: string, last: string) =>
  n % 47 === 0 ? `bounce+${n}` : n % 89 === 0 ? `complaint+${n}` : `${letters(first)}.${letters(last)}`;

/** So many people for an event, the same ones at every start. */
const people = (raceId: string, eventId: string, howMany: number, kind: number): readonly Person[] => {
  const random = numbersFrom(kind);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: howMany }, (_, n) => {
    const gender = random() < 0.5 ? 'female' : 'male';
    const firstName = pick(gender === 'female' ? women : men);
    const lastName = pick(families);
    return {
      raceId,
      eventId,
      registrationId: `0199c1${kind}0-0000-7000-8000-${(n + 1).toString(16).padStart(12, '0')}`,
      runner: {
        firstName,
        lastName,
        // Two of one name have two addresses.
        email: `${mailboxOf(n + 1, firstName, lastName)}.${kind}${n + 1}@example.com`,
        birthDate: `${1955 + Math.floor(random() * 50)}-0${1 + (n % 9)}-1${n % 10}`,
        gender,
        emergencyContact: `${pick(women)} ${lastName}, +49 341 555 0${100 + n}`,
      },
    };
  });
};

const ten = people(soldRace, soldTen, 96, 2);
/** They come while webhooks are told what happens. */
const late = 12;

/** Whose registrations are spread over the weeks of their sale. */
export const earlyPeople: readonly Person[] = [
  ...people(soldLastYear, lastYearHalf, 48, 3),
  ...people(soldLastYear, lastYearTen, 70, 4),
  ...people(soldRace, soldHalf, halfSpots, 1),
  ...ten.slice(0, -late),
];
export const latePeople: readonly Person[] = ten.slice(-late);
/** For them nothing is left. */
export const waitingPeople: readonly Person[] = people(soldRace, soldHalf, 9, 5);

/** Whoever waits first is offered a spot, and takes it: under an id of their own. */
export const [firstWaiting] = waitingPeople;
export const offerTaken = '0199c160-0000-7000-8000-000000000001';
