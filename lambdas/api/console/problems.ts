import type { Problem } from '../problems';

/**
 * The problems that only the console answers with (RFC 9457), by type. They are no part of the table of the runners' API: its
 * page would have to travel with their sentences.
 */
export const consoleProblems = {
  'not-signed-in': [401, 'You are not signed in', 'Sign in, and try again.'],
  'passkey-first': [403, 'A passkey is needed', 'Use your passkey before anything else, or make one.'],
  'not-permitted': [403, 'This is not yours to do', 'Nobody with your roles may do this. Ask an owner of the race.'],
  'confirm-again': [403, 'Use your passkey again', 'This needs a passkey that was used within the last five minutes.'],
  'passkey-refused': [403, 'The passkey was not accepted', 'It is not known here, it was locked, or it took too long.'],
  'enrolment-closed': [
    403,
    'No passkey can be made now',
    'Use a passkey that you have, or ask an owner to open the way to a new one.',
  ],
  'link-used': [410, 'This link works no more', 'It was opened before, or it is too old. Ask for another one.'],
  'last-passkey': [409, 'This is your last passkey', 'Make another one first: without any you could not sign in.'],
  'last-owner': [409, 'The last owner stays', 'Somebody must own all races. Make another owner first.'],
  'staff-locked': [409, 'This person is locked', 'Unlock them first.'],
  'too-many-invitations': [
    429,
    'Enough invitations for today',
    'Within 24 hours a race gives 200 roles, and one person gets five invitations. Try again tomorrow.',
  ],
  'idempotency-key-missing': [
    422,
    'The request has no id',
    'Send the header Idempotency-Key with a UUID version 7, and the same one when you repeat the request.',
  ],
  'idempotency-key-reused': [
    422,
    'Another request had this id',
    'The same Idempotency-Key came with another body. Take a new one.',
  ],
  'command-under-way': [
    409,
    'This is being done already',
    'The same request came before and is not finished. Send it again in a few seconds to get its answer.',
  ],
  'already-done': [
    409,
    'This was done before',
    'The same request came before and was carried out. The secret was in its answer, and is kept nowhere. If you do not have it, withdraw what was made or change the secret once more, with a new Idempotency-Key.',
  ],
  'revision-missing': [428, 'Which state did you see?', 'Send the header If-Match with the ETag of what you saw last.'],
  'edited-meanwhile': [412, 'Somebody else was faster', 'The race was saved or published since you looked at it.'],
  'plan-changed': [409, 'The plan has changed', 'Publishing would do something else now. Look at the new plan.'],
  'not-publishable': [422, 'This cannot be published', 'The draft is not complete, or the plan says why not.'],
  'in-use': [409, 'Somebody is here already', 'A race that somebody uses cannot be taken back. Take it off the list.'],
  'same-person': [409, 'This person is registered already', 'Two registrations of an event would be the same person.'],
  'too-many-links': [429, 'Enough links for now', 'Three links were mailed within the hour. Wait for a while.'],
  'too-many-orders': [
    429,
    'Enough of these for now',
    'You have ordered this for 300 people within an hour, and it was not done for this one. Go on later. If it was not you, sign out everywhere, and tell an owner.',
  ],
  'too-fast': [429, 'Too many requests', 'More was asked in a minute than people ask. Wait for a minute.'],
  'export-too-large': [422, 'Too many for one file', 'A file has at most 5,000 people. Choose an event, or a state.'],
  'still-reading': [409, 'The list is not complete yet', 'Registrations are still being read. Try again in a moment.'],
  'upload-refused': [422, 'This file cannot be used', 'It is not what was asked for. Choose another one.'],
  'too-many-files': [409, 'Three files are on their way', 'Wait until one of them is written, or has been deleted.'],
  'too-many-uploads': [429, 'Too many files today', 'A race gets 200 files a day at most. Try again tomorrow.'],
  'search-too-short': [422, 'Type a little more', 'Type at least three letters of a name, or a whole number.'],
  'line-over': [409, 'There is no line', 'The line is over, or has not begun, so there is nothing to hold or to open.'],
  'results-locked': [
    409,
    'Somebody else changes this ranking',
    'A large file is being applied to it at this moment. Try again in a few seconds.',
  ],
  'told-meanwhile': [
    409,
    'Somebody told something newer',
    'This would take the place of a message that came meanwhile. Read that one, and publish this again if it is right.',
  ],
  'command-refused': [422, 'Nothing was done', 'The command was refused: see errors.'],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string, detail: string]>>;

/** Why an uploaded file is not kept. */
export const uploadFaults = {
  'not-sent': 'No file has arrived. Send it again.',
  'other-bytes': 'Another file arrived than the one that was announced. Send it again.',
  damaged: 'The file is damaged, or is not of the type that it is said to be. Choose another one.',
  'has-more':
    'The picture has more in it than a picture, such as the place where it was taken. Save it without that, and try again.',
  'too-many-pixels': 'The picture is larger than 1,600 pixels. Make it smaller, and try again.',
} as const;

export type ConsoleProblemName = keyof typeof consoleProblems;

interface More {
  /** In the place of the type's own sentence. */
  readonly detail?: string;
  readonly reason?: string;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  /** What is there instead: the race, or the plan. */
  readonly present?: unknown;
}

const consoleProblem = (name: ConsoleProblemName, { errors, ...more }: More = {}): Problem => {
  const [status, title, detail] = consoleProblems[name];
  return { type: `/problems/${name}`, title, status, detail, ...more, ...(errors && { errors: [...errors] }) };
};

/** An error that a route of the console throws to answer with a problem. */
export class ConsoleError extends Error {
  readonly problem: Problem;

  constructor(name: ConsoleProblemName, more?: More) {
    const problem = consoleProblem(name, more);
    super(problem.detail);
    this.name = 'ConsoleError';
    this.problem = problem;
  }
}
