import type { DocumentKind } from '../../../../lambdas/api/form/definition/document-kinds';

// Signing, and who may run. It loads where the form of a race has documents or rules.

export const toSign = 'Continue to sign';
export const signTitle = 'Read and sign';
export const signLead = 'Nothing is signed before you continue, and nothing is charged here.';
export const kinds: Readonly<Record<DocumentKind, string>> = {
  waiver: 'The waiver',
  'minor-waiver': 'The waiver for minors',
  terms: 'The terms',
  privacy: 'How your data is used',
};
export const version = (version: string) => `Version ${version}`;
export const changed =
  'The race changed this text after you accepted it. Please read this version, and accept it again.';
export const changedMark = 'Changed';
export const loadingText = 'Loading the text…';
export const textFailed = 'This text could not be loaded, and nobody should sign what they cannot read.';
export const runner = (who: number) => `Runner ${who}`;

// Guardians.
export const guardianTitle = (minor: string) => `Who signs for ${minor}?`;
export const guardianHint = (minor: string, age: number) =>
  `${minor} is under ${age} today, so a parent or legal guardian signs.`;
export const guardianElse = 'Somebody who does not run';
export const guardianName = 'First and last name of the guardian';
export const guardianEmail = 'E-mail address of the guardian';
export const guardianEmailHint = 'They get a copy of what they sign.';
export const guardianRelationship = 'What they are to the minor';
export const guardianRelationshipHint = 'For example mother, father or legal guardian.';
export const chooseGuardian = (minor: string) => `Choose who signs for ${minor}`;
export const missing = {
  name: 'Enter the first and last name of the guardian',
  email: 'Enter an e-mail address of the guardian, such as ada@example.com',
  relationship: 'Enter what the guardian is to the minor, such as mother',
};
export const tooLong = (label: string, most: number) => `${label}: at most ${most} characters`;
export const guardianIsMinor =
  'Choose a guardian who is of age and is not the runner themselves. If both have one name, add what tells them apart, such as senior';

// Accepting.
export const acceptMine = 'I have read this and accept it';
export const acceptOf = (name: string) => `${name} has read this and accepts it`;
export const acceptFor = (guardian: string, minor: string) => `${guardian} has read this and accepts it for ${minor}`;
export const aGuardian = 'The guardian';
export const nameMine = 'To accept it, type your first and last name';
export const nameOf = (name: string) => `To accept it, ${name} types their first and last name`;
export const nameFor = (guardian: string, minor: string) =>
  `To accept it for ${minor}, ${guardian} types their first and last name`;
export const mustAccept = (document: string, name: string | undefined) =>
  name === undefined
    ? `You can only run if you accept: ${document}`
    : `${name} can only run if this is accepted: ${document}`;
export const mustName = (document: string, name: string | undefined) =>
  name === undefined ? `Type your name to accept: ${document}` : `A name is missing to accept for ${name}: ${document}`;

// Who may run.
export const dayOf = { 'event-day': 'on the day of the race', 'year-end': 'at the end of the year of the race' };
export const onDay = (day: string) => `on ${day}`;
export const tooYoung = (age: number, day: string) => `Runners of this distance must be at least ${age} ${day}`;
export const tooOld = (age: number, day: string) => `Runners of this distance must be at most ${age} ${day}`;
export const wrongGender = (genders: readonly string[]) => `This distance is for: ${genders.join(', ')}`;
export const tooSlow = (time: string | undefined) =>
  time === undefined
    ? 'There is no qualifying time for this age or group, so nobody of it can run this distance'
    : `To run this distance, a time of ${time} or faster is needed`;
export const notOnTheList = 'This address is not on the list of people who may run this distance. Ask the organiser.';
export const notEligible = 'The rules of the race do not let this person run this distance';
