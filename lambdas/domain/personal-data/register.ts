import type { PersonalColumn } from './column';
import { noPersonalDataOfBibs, personalDataOfBibs } from './of-bibs';
import { noPersonalDataOfFeed, personalDataOfFeed } from './of-feed';
import { noPersonalDataOfLine } from './of-line';
import { noPersonalDataOfMail, personalDataOfMail } from './of-mail';
import { noPersonalDataOfParticipants, personalDataOfParticipants } from './of-participants';
import { noPersonalDataOfPayments, personalDataOfPayments } from './of-payments';
import { noPersonalDataOfRegistrations, personalDataOfRegistrations } from './of-registrations';
import { noPersonalDataOfResults, personalDataOfResults } from './of-results';
import { noPersonalDataOfStaff, personalDataOfStaff } from './of-staff';

/**
 * Where the database keeps data about people. A test compares this register with the schema: every column is named
 * either here or in `noPersonalData`. So nobody can add a column without saying which of the two it is.
 *
 * Where `until` gives a number of days, code deletes the data then. Most of the rest stays until an operator deletes it. `erase` says what
 * an erasure does to the column: for the code that will do it, and for an operator who does it by hand. The row of a registration stays,
 * without the person: spots and money must add up.
 */
export const personalData: readonly PersonalColumn[] = [
  ...personalDataOfBibs,
  ...personalDataOfFeed,
  ...personalDataOfMail,
  ...personalDataOfParticipants,
  ...personalDataOfPayments,
  ...personalDataOfRegistrations,
  ...personalDataOfResults,
  ...personalDataOfStaff,
];

/**
 * Columns that say nothing about a person, not even combined. Ids are random: only the columns above link an id to a
 * person.
 */
export const noPersonalData: Readonly<Record<string, readonly string[]>> = {
  ...noPersonalDataOfBibs,
  ...noPersonalDataOfFeed,
  ...noPersonalDataOfLine,
  ...noPersonalDataOfMail,
  ...noPersonalDataOfParticipants,
  ...noPersonalDataOfPayments,
  ...noPersonalDataOfRegistrations,
  ...noPersonalDataOfResults,
  ...noPersonalDataOfStaff,
};
