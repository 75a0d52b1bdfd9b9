import type * as v from 'valibot';

/** What can be wrong with a field where its schema says it with a code of its own, as the schema's message. */
const fieldCodes = [
  'answers-too-long',
  'cannot-decide',
  'code-for-nothing',
  'code-or-person',
  'code-too-short',
  'currency',
  'companions-none',
  'confirmation-token',
  'control-characters',
  'country',
  'date',
  'different-ids',
  'file',
  'distance-of-run',
  'different-instants',
  'different-names',
  'edition',
  'email',
  'empty',
  'empty-rule',
  'form-too-long',
  'free-per-address',
  'gender',
  'group-size',
  'https-address',
  'id-or-batch',
  'impossible-birth-date',
  'impossible-day',
  'impossible-instant',
  'included-is-free',
  'included-missing',
  'language',
  'less-than-least',
  'less-than-min',
  'link-in-subject',
  'more-than-options',
  'needs-gender',
  'needs-qualifying-time',
  'no-event',
  'no-number-in-it',
  'no-option',
  'no-own-language',
  'no-price',
  'no-price-at-opening',
  'no-stock',
  'no-such-placeholder',
  'nobody',
  'nothing-to-set',
  'nonce',
  'not-an-earlier-question',
  'not-an-option',
  'not-answered',
  'not-asked',
  'not-https',
  'not-of-this-type',
  'not-within',
  'nothing-to-sign',
  'one-of-included',
  'payment',
  'payment-method',
  'phone',
  'price-too-small',
  'private-id',
  'overlapping',
  'question-id',
  'race-time',
  'reason-of-pause',
  'role-of-person',
  'same-ids',
  'search-too-short',
  'second-group',
  'sensitive',
  'size-of-legs',
  'slug',
  'text-changed',
  'text-hash',
  'time-zone',
  'too-large-file',
  'too-early',
  'too-late',
  'too-long',
  'too-many-companions',
  'too-many-included',
  'too-many-pieces',
  'too-many-questions',
  'too-many-spots',
  'too-deep',
  'too-many-things',
  'too-many-uses',
  'twice',
  'type-of-role',
  'untidy',
  'uuid',
  'uuid7',
  'waiver',
  'webhook-address',
  'whole-number',
  'words-or-number',
  'words-too-short',
  'wrong-order',
  'zoned-instant',
] as const;

/** What can be wrong with any field, by the kind of its schema. */
const kindCodes = {
  integer: 'whole-number',
  iso_timestamp: 'instant',
  iso_date: 'date',
  min_value: 'too-small',
  max_value: 'too-great',
  min_length: 'too-few-items',
  max_length: 'too-many-items',
  regex: 'pattern',
} as const;

export type FaultCode =
  | (typeof fieldCodes)[number]
  | (typeof kindCodes)[keyof typeof kindCodes]
  | 'missing'
  | 'unknown-field'
  | 'wrong-type'
  | 'invalid'
  | 'not-json'
  | 'too-deep'
  | 'broken-characters'
  | 'changed-meaning'
  | 'total-too-large'
  | 'people-count'
  | 'not-of-hold'
  | 'no-form'
  | 'no-such-form'
  | 'older-form'
  | 'older-waiver'
  | 'future-date'
  | 'same-person'
  | 'companions-count'
  | 'no-guardian'
  | 'too-young'
  | 'too-old'
  | 'another-gender'
  | 'too-slow'
  | 'not-on-the-list'
  | 'guardian-of-adult'
  | 'guardian-not-adult'
  | 'not-signed'
  | 'no-such-text'
  | 'two-cards'
  | 'nothing-to-pay'
  | 'not-a-command'
  | 'different'
  | 'of-another-event'
  | 'of-another-race'
  | 'not-of-this-race'
  | 'group-of-another-race'
  | 'not-a-race'
  | 'no-such-registration'
  | 'no-such-dispute'
  | 'dispute-won'
  | 'second-discount'
  | 'too-many-in-team'
  | 'no-such-leg'
  | 'leg-taken'
  | 'no-such-team'
  | 'no-such-member'
  | 'team-name-taken'
  | 'batch-taken'
  | 'code-taken'
  | 'no-such-line'
  | 'no-such-column'
  | 'no-transfer-fee'
  | 'no-such-fundraiser'
  | 'no-donation'
  | 'line-short'
  | 'line-returned'
  | 'not-paid'
  | 'all-refunded'
  | 'no-such-invoice'
  | 'not-sold'
  | 'no-such-seller'
  | 'of-another-seller'
  | 'decide-first'
  | 'dispute-open'
  | 'credit-used'
  | 'credit-claimed'
  | 'pays-for-entry'
  | 'still-settling'
  | 'no-such-event-to-run'
  | 'event-cancelled'
  | 'event-full'
  | 'event-held'
  | 'waited-for'
  | 'costs-more'
  | 'no-move-offer'
  | 'nothing-unpaid'
  | 'no-price-now'
  | 'in-a-team'
  | 'checked-in'
  | 'no-spot';

/** What is wrong with one field: a code, and what its sentence is made of. Never the value: it may be an address or a token. */
export interface FieldError {
  /** The path of the field, with dots: `runner.email`. Empty for the whole message. */
  readonly field: string;
  readonly code: FaultCode;
  /** The bound that was passed. */
  readonly limit?: number;
  /** What the schema expects, as it names it: `number`, `("a" | "b")`, or a regular expression. */
  readonly expected?: string;
  /** The type of the value: `string`, `Array`. */
  readonly given?: string;
  /** Another field, or an id, that is in conflict with this one. */
  readonly other?: string;
}

/** The fault that an issue of valibot tells of, without its field. */
export const faultOf = (issue: v.BaseIssue<unknown>): Omit<FieldError, 'field'> => {
  const { kind, type, expected, requirement, path, input, message } = issue;
  const limit = typeof requirement === 'number' ? { limit: requirement } : {};
  const own = fieldCodes.find((code) => code === message);
  if (own === 'price-too-small') return { code: own, limit: Number(expected) };
  if (own) return { code: own, ...limit };
  const last = path?.at(-1);
  if (kind === 'schema' && last?.type === 'object' && last.origin === 'key')
    return { code: expected === 'never' ? 'unknown-field' : 'missing' };
  // A custom schema is for what must be an object, and is a list.
  if (kind === 'schema')
    return { code: 'wrong-type', expected: type === 'custom' ? 'Object' : (expected ?? ''), given: typeOf(input) };
  if (type === 'regex') return { code: 'pattern', expected: String(requirement) };
  return { code: isKind(type) ? kindCodes[type] : 'invalid', ...limit };
};

const isKind = (type: string): type is keyof typeof kindCodes => Object.hasOwn(kindCodes, type);

const typeOf = (input: unknown): string => {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'Array';
  return typeof input === 'object' ? 'Object' : typeof input;
};
