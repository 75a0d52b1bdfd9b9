import type { FieldError } from '../../faults';

/** What is wrong with a field, as the end of a sentence that begins with its name. */
export const faultSentence = (fault: FieldError): string => {
  const { limit, expected = '', given = '', other = '' } = fault;
  switch (fault.code) {
    case 'missing':
      return expected ? `is missing: it must be ${typeNames(expected)}` : 'is missing';
    case 'wrong-type':
      return `must be ${typeNames(expected)}, not ${types[given] ?? given}`;
    case 'pattern':
      return `must match ${expected}`;
    case 'too-small':
      return `must be at least ${limit}`;
    case 'price-too-small':
      return `must each be 0, or at least ${limit}: the payment processor charges nothing smaller in this currency`;
    case 'too-great':
      return `must be at most ${limit}`;
    case 'too-few-items':
      return `must have at least ${limit} characters or items`;
    case 'too-many-items':
      return `must have at most ${limit} characters or items`;
    case 'too-long':
      return limit === undefined ? 'is too long' : `must be at most ${limit} characters`;
    case 'too-deep':
      return `must not be nested deeper than ${limit} levels`;
    case 'too-many-companions':
      return `must name at most ${limit}: eight people register together, and one of them pays`;
    case 'companions-count':
      return limit === 0
        ? 'must be left out: the hold is for one person alone'
        : `must be ${limit === 1 ? 'one person' : `${limit} people`}: the hold is for the one who pays and this many companions`;
    case 'people-count':
      return `must be ${limit === 1 ? 'one person' : `${limit} people`}: everybody that the hold is for`;
    case 'same-person':
      return `must be somebody else than ${other}: everybody runs once`;
    case 'too-young':
      return `must be at least ${limit} years old`;
    case 'too-old':
      return `must be at most ${limit} years old`;
    case 'too-slow':
      return limit === undefined ? 'has no qualifying time in this event' : `must have run in ${limit} seconds or less`;
    case 'not-signed':
      return `must have a signature on the document "${other}"`;
    case 'too-many-questions':
      return `must have at most ${limit} questions`;
    case 'changed-meaning':
      return `has another type, role or addressee in revision ${other}, which was published: give the question another id`;
    case 'older-form':
      return `must not be less than ${limit}, which runners see: to return to an old form, save it again`;
    case 'older-waiver':
      return `names an older waiver than version ${other}, which runners see`;
    case 'of-another-event':
      return `is the name of a result set of another event: choose another name`;
    case 'of-another-race':
      return `${other} belongs to another race`;
    case 'credit-used':
      return `it was deferred, and its credit pays for registration ${other}. Cancel that one first, and the credit is free.`;
    case 'waited-for':
      return `${limit === 1 ? '1 place waits' : `${limit} places wait`} for this event. Say with passWaiting that the runner comes before them.`;
    case 'costs-more':
      return `the event costs ${other} more than their entry did. Say "charge" to have them asked for the difference, or "leave" if they need not pay it.`;
    case 'not-of-this-race':
      return `does not belong to the race "${other}"`;
    default:
      return faults[fault.code];
  }
};

/** Each field's sentence, as an answer carries them. */
export const fieldSentences = (errors: readonly FieldError[]): { field: string; message: string }[] =>
  errors.map((error) => ({ field: error.field, message: faultSentence(error) }));

const faults = {
  'answers-too-long':
    'must ask for less: the longest answers of one person may have 2500 characters together. Lower some maxLength',
  'another-gender': 'is of a gender that this event is not for',
  'broken-characters': 'must not contain NUL or broken Unicode characters',
  'cannot-decide': 'must be a question with options, a country or a consent',
  'companions-none': 'must name at least one; leave it out for one person alone',
  'confirmation-token': 'must be the confirmation token the payment processor gave',
  'control-characters': 'must not contain control characters',
  country: 'must be a country as two capital letters, such as DE',
  currency: 'must be a currency that a race may have, such as EUR: docs/payments.md lists them',
  date: 'must be a date such as 1990-05-17',
  different: 'is different in the race that exists',
  'credit-claimed': 'it was deferred, and its runner is about to pay with the credit. Try again in half an hour.',
  'checked-in': 'they are checked in. Take the check-in back first.',
  'event-cancelled': 'this event is cancelled.',
  'event-full': 'this event is full. Raise its capacity first, or wait until a spot comes back.',
  'no-move-offer': 'no move is offered to them: it was withdrawn or paid before.',
  'nothing-unpaid': 'they owe nothing: all of it was charged, or was decided before.',
  'event-held': 'all spots that are left are in the hands of others at this moment. Try again in a few minutes.',
  'in-a-team': 'they are in a team of their event. Take them out of it first, with removeMember.',
  'no-price-now': 'this event has no price now, so there is no difference. Say "leave", or wait until it is sold.',
  'no-such-event-to-run': 'the race has no such event in which people run.',
  'decide-first':
    'its payment is disputed, or its runner has the money back. Say "leave", so that nobody pays; or wait for the bank, and then say with settleDispute that they keep the spot.',
  'dispute-open':
    'its payment is disputed, or its runner has the money back. Cancel it with refundPercent 0, or wait if the bank has not decided.',
  'different-ids': 'must have different ids',
  file: 'must be the name of an uploaded file: 64 hexadecimal digits and its type',
  'distance-of-run': 'must be there where people run, and nowhere else',
  'different-instants': 'must begin at different instants',
  'different-names': 'must have different names',
  edition: 'must be the state of the race that was seen last, such as r17.d4',
  email: 'must be an e-mail address such as ada@example.com',
  empty: 'must not be empty',
  'nothing-to-set': 'must say at least one of mode, pace and paused',
  'race-time': 'must be a time such as 1:23:45, 83:45.6 or PT1H23M45.6S',
  'reason-of-pause': 'must be said where paused is true, and nowhere else: runners read why the line stands still',
  'empty-rule': 'must say something: an age, a gender, a qualifying time, a list or a group',
  'form-too-long': 'must be shorter: the whole form may have 100000 characters as JSON',
  overlapping: 'must not overlap: a runner would be in two of them',
  'no-such-team': 'is no team',
  'no-such-member': 'is nobody of this team',
  'team-name-taken': 'is the name of another team of the event',
  'leg-taken': 'is run by somebody else of this team',
  'no-such-leg': 'is no leg of this team',
  'size-of-legs': 'must be as many as there are legs',
  'too-many-in-team': 'is for fewer people than you are',
  'second-discount': 'lowers the price, and another code does already',
  'batch-taken': 'names codes that were made before',
  'code-for-nothing': 'must take something off, or open events',
  'code-taken': 'is the same as another code of the race',
  'code-or-person': 'must have either "code" or "registrationId"',
  'code-too-short': 'must have 6 letters or digits at least',
  'https-address': 'must be an address such as https://www.example.com/',
  'id-or-batch': 'must have either id or batch',
  'too-many-uses': 'must have at most 100000 uses together',
  'words-or-number': 'must have either words or number',
  'words-too-short': 'must have a word of three letters at least, or of two in Chinese, Japanese or Korean',
  'free-per-address': 'must not be less than freePerAddress',
  'future-date': 'must not be in the future',
  gender: 'must be female, male or non-binary',
  'group-size': 'must be from 1 to 8',
  'guardian-not-adult':
    'must be an adult, and somebody else than the person they sign for; who has the same name adds what tells them apart, such as senior',
  'guardian-of-adult': 'must be left out: this person signs for themselves',
  'impossible-birth-date': 'must be a real date after 1900',
  'impossible-day': 'must be a day that exists',
  'impossible-instant': 'must be an instant that exists',
  'included-is-free': 'must be 0: it is a part of the entry',
  'included-missing': 'must have one of everything that is included',
  instant: 'must be an instant such as 2027-03-01T10:00:00.000Z',
  invalid: 'is not valid',
  language: 'must be a language tag such as en or pt-BR',
  'less-than-least': 'must not be less than least',
  'less-than-min': 'must not be less than min',
  'more-than-options': 'must not be more than there are options',
  'needs-gender': 'needs a required question with the role gender, without a condition, in all of its events',
  'needs-qualifying-time':
    'needs a required question with the role qualifying-time, without a condition, in all of its events',
  'no-event': 'must have at least one event',
  'no-guardian': 'must be given: a guardian signs for this person',
  'no-form': 'must be left out: this hold has no form',
  'no-option': 'must have at least one option that can be chosen',
  'no-own-language': "must have a text in the form's own language",
  'no-spot': 'it was never confirmed, or its spot was given back or passed on before.',
  'no-such-dispute': 'there is no such dispute.',
  'dispute-won': 'must be "keep": the money is yours',
  'no-such-form': 'is no revision of the form of this race',
  'all-refunded': 'all of its money was given back.',
  'no-such-invoice': 'is no invoice of this payment',
  'no-number-in-it': 'must have the word {number}, because it tells people their bib',
  'link-in-subject': 'must not have {link}: others may read a subject, and the link opens the registration',
  'no-such-placeholder': 'must have no other words in braces than {firstName}, {number}, {event} and {link}',
  'group-of-another-race': 'is the group of another race: make a new one',
  'no-such-text': 'is no text of this kind that was saved for this race',
  nobody: 'must let somebody run: no person keeps all rules of this event',
  'not-asked': 'is not signed by this person',
  'not-sold': 'its race has no seller',
  'no-such-seller': 'is no seller',
  'not-on-the-list': 'is not on the list of those who may run',
  'nothing-to-sign': 'must be left out where no document is signed',
  'of-another-seller': 'belongs to another seller',
  'no-such-column': 'is no column of the files of this race',
  'no-such-line': 'this registration has no such line.',
  'no-transfer-fee': 'nobody paid a fee to take over the spot of this registration.',
  'no-donation': 'they gave nothing to a fundraiser.',
  'no-such-fundraiser': 'nobody collects for this cause under this name.',
  'line-short': 'there was none left for this line, and it was not charged.',
  'line-returned': 'this line was given back.',
  'no-such-registration': 'there is no such registration.',
  'pays-for-entry':
    'is a credit that pays for this registration: cancel the registration, and the credit is free again',
  'no-price': 'must have at least one price',
  'no-stock': 'must have a stock: set it with setStock',
  'no-price-at-opening': 'must each have a price from opensAt on, or earlier',
  nonce: 'must be 1 to 128 of A-Z, a-z, 0-9, _ and -',
  'not-a-command': 'is no command',
  'not-a-race': 'is no race',
  'not-an-earlier-question': 'must be a question above this one that is asked of the same people',
  'not-an-option': 'must be one of the options',
  'not-answered': 'must be answered',
  'not-of-hold': "must be the hold's registrations, in its order",
  'not-of-this-type': 'is not for questions of this type',
  'not-https': 'must have no addresses but those that begin with https://',
  'not-json': 'must be JSON',
  'not-paid': 'nothing was charged for it.',
  'not-within': 'must be from least to most',
  'nothing-to-pay': 'must be left out: there is nothing to pay',
  'one-of-included': 'must be left out: everybody takes one of what is included',
  payment: 'must be the payment that an answer named',
  phone: 'must be a number with its country, such as +4930123456',
  'payment-method': 'must be the token the payment processor gave',
  'private-id': 'the ids of sensitive questions begin with private-, and no others do',
  'question-id': 'must be lower-case letters, digits and hyphens, begin with a letter, and have at most 32 characters',
  'role-of-person': 'must be person: what has a role is asked of each person',
  'same-ids': 'must give everybody another id, and another than registrationId',
  'search-too-short': 'must have three letters of a name at least, or be a whole number',
  'second-group': 'must be the same group as in the other rules of this event',
  sensitive: 'is kept nowhere: it is the answer to a sensitive question',
  slug: 'must be lower-case letters, digits and hyphens',
  'still-settling': 'its card is being charged this moment. Try again in a minute.',
  'text-changed': 'has changed, and must be accepted again',
  'text-hash': 'must be the SHA-256 of the text as base64url',
  'too-large-file': 'must be 2,000,000 at most for a picture',
  'time-zone': 'must be a time zone such as Europe/Berlin',
  'too-many-included': 'must have at most ten items that are included',
  'too-many-pieces': 'must be fewer pieces',
  'too-deep': 'must have fewer lists and objects inside each other',
  'too-many-things': 'must be fewer',
  'total-too-large': 'must cost less: nothing above 99999999 can be charged at once',
  'two-cards': 'must be left out: confirmationToken names the card',
  'too-early': 'must be a later day',
  'too-late': 'must be an earlier day',
  'too-many-spots': 'must not have more than 200000 spots together',
  twice: 'is there twice',
  'type-of-role': 'must be a type that this role can have',
  'unknown-field': 'is not a field of this message',
  untidy: 'must have no control characters, no spaces at its ends, and single spaces between words',
  uuid: 'must be a UUID in lower case',
  uuid7: 'must be a UUID version 7 in lower case',
  waiver: 'the waiver must be accepted',
  'webhook-address': 'must be a public address such as https://example.com/hooks',
  'whole-number': 'must be a whole number',
  'wrong-order': 'must be after opensAt',
  'zoned-instant': 'must be an instant with its zone, such as 2027-03-01T10:00:00Z',
} as const;

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'an object',
  Array: 'a list',
  null: 'null',
  undefined: 'missing',
};

/** What a schema expects: `a number`, `one of "a", "b"`. */
const typeNames = (expected: string): string => {
  if (!expected) return 'something else';
  const choices = expected.replace(/^\(|\)$/g, '').split(' | ');
  const named = choices.map((choice) => types[choice] ?? choice);
  return named.length === 1 ? (named[0] ?? expected) : `one of ${named.join(', ')}`;
};
