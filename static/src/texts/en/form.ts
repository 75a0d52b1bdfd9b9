import type { QuestionType } from '../../../../lambdas/api/form/definition/question-types';

// The form of a race. It loads when a spot is held in a race that has one.

// Questions.
export const optional = (label: string) => `${label} (optional)`;
export const noAnswer = 'No answer';
export const chooseOne = 'Please choose';
export const newQuestion = 'New';
/** Read aloud when an answer brings more questions. */
export const appeared = (labels: readonly string[]) =>
  labels.length === 1 ? `One more question below: ${labels[0]}` : `${labels.length} more questions below`;
export const dateBoxes = { day: 'Day', month: 'Month', year: 'Year' };

type Bounds = { readonly least: string; readonly most: string };
/** What directors choose of. The page has no use for it. */
export const typeNames: Readonly<Record<QuestionType, string>> = {
  text: 'One line of text',
  'long-text': 'Several lines of text',
  choice: 'One of several options',
  choices: 'Any number of options',
  number: 'A number',
  date: 'A day',
  duration: 'A length of time, such as a best time',
  country: 'A country',
  phone: 'A phone number',
  consent: 'A box to tick',
};

/** How an answer of a type is typed, below the question's own help. `bounds`: as far as the race limits it. */
export const typeHints: Readonly<Partial<Record<QuestionType, (bounds: Partial<Bounds>) => string>>> = {
  number: ({ least, most }) => {
    if (least !== undefined && most !== undefined) return `A whole number from ${least} to ${most}.`;
    if (least !== undefined) return `A whole number, ${least} or more.`;
    return most === undefined ? 'A whole number.' : `A whole number, at most ${most}.`;
  },
  choices: ({ least = '1', most }) => {
    if (most === undefined) return least === '1' ? 'Choose as many as apply.' : `Choose ${least} or more.`;
    return least === most ? `Choose ${most}.` : `Choose ${least} to ${most}.`;
  },
  date: () => 'For example 17 5 1990.',
  duration: () => 'Hours, minutes and seconds, for example 3:45:00.',
  phone: () => 'With the country code, for example +49 40 1234567.',
};

/** What is said of a question that must be answered, and is not. */
export const notAnswered = (type: QuestionType, label: string): string => {
  switch (type) {
    case 'choice':
    case 'choices':
    case 'country':
      return `Choose an answer: ${label}`;
    case 'consent':
      return `You can only register if you agree: ${label}`;
    default:
      return `Please answer: ${label}`;
  }
};

/** What is wrong with an answer, by the code of `lambdas/api/faults.ts`. `limit`: the bound that was passed, as it is typed. */
export const answerFault = (code: string, type: QuestionType, label: string, limit = ''): string => {
  switch (code) {
    case 'not-answered':
      return notAnswered(type, label);
    case 'too-long':
      return `${label}: at most ${limit} characters`;
    case 'untidy':
      return `${label}: something in it cannot be printed`;
    case 'not-an-option':
      return `${label}: choose one of the answers`;
    case 'too-few-items':
      return `${label}: choose at least ${limit}`;
    case 'too-many-items':
      return `${label}: choose at most ${limit}`;
    case 'too-small':
      return `${label}: at least ${limit}`;
    case 'too-great':
      return `${label}: at most ${limit}`;
    case 'impossible-day':
      return `${label}: must be a real date, such as 17 5 1990`;
    case 'too-early':
      return `${label}: not before ${limit}`;
    case 'too-late':
      return `${label}: not after ${limit}`;
    case 'phone':
      return `${label}: must begin with + and the country code, such as +49 40 1234567`;
    case 'whole-number':
    case 'wrong-type':
      return type === 'duration'
        ? `${label}: hours, minutes and seconds, such as 3:45:00`
        : `${label}: must be a whole number, in figures`;
    default:
      return `${label} is not valid`;
  }
};

// The steps.
export const toExtras = 'Continue to extras';
export const toCheck = 'Check what it costs';

export const donationWrong = (least: string, most: string) => `The donation must be from ${least} to ${most}`;

// The race changed its form.
export const formChanged = (labels: readonly string[]) =>
  `While you filled it in, the race changed its form. Your spot is still held, and what you typed is kept.${labels.length > 0 ? ` New: ${labels.join(', ')}.` : ''}`;
