/**
 * Where the database keeps data about people. A test compares this register with the schema: every column is named
 * either here or in `noPersonalData`. So nobody can add a column without saying which of the two it is.
 *
 * Nothing here deletes anything yet. `erase` says what an erasure does to the column: for the code that will do it, and
 * for an operator who does it by hand. The row of a registration stays, without the person: spots and money must add
 * up.
 */
export interface PersonalColumn {
  readonly table: string;
  readonly column: string;
  /** Whose data it is, and which data. */
  readonly holds: string;
  /** The purpose that it is kept for. */
  readonly why: string;
  /** When the purpose is over. */
  readonly until: string;
  readonly erase: Erasure;
}

/**
 * `null`: the column is set to NULL. `replace`: it is set to a value of the same shape that says nothing about a
 * person. `delete`: the row is deleted. `keep`: it stays, because a law or a promise requires it; `why` says which.
 */
export type Erasure = 'null' | 'replace' | 'delete' | 'keep';

const raceIsOver = 'the race is over and nobody can change a registration any more';
const claimsAreOver = 'claims for the money are barred by law (in Germany ten years)';

export const personalData: readonly PersonalColumn[] = [
  {
    table: 'registration',
    column: 'person',
    holds: 'name, e-mail address and birth date of the runner, normalised',
    why: 'one person has one registration in an event',
    until: raceIsOver,
    erase: 'replace',
  },
  {
    table: 'registration',
    column: 'runner',
    holds: 'name, e-mail address, birth date, gender and emergency contact, as typed',
    why: 'start list, mails about the registration, help in an emergency',
    until: raceIsOver,
    erase: 'null',
  },
  {
    table: 'registration',
    column: 'session_hash',
    holds: "hash of the browser session's secret",
    why: 'proof that a browser made the registration',
    until: raceIsOver,
    erase: 'null',
  },
  {
    table: 'registration_line',
    column: 'person',
    holds: 'name, e-mail address and birth date of who uses a code, normalised',
    why: 'one person uses such a code once',
    until: raceIsOver,
    erase: 'replace',
  },
  {
    table: 'registration',
    column: 'signatures',
    holds: 'name of who signed which text; of a guardian, name, e-mail address and what they are to the minor',
    why: 'proof of consent, by a guardian for a minor',
    until: 'claims about the race are barred by law (in Germany three years)',
    erase: 'null',
  },
  ...['email', 'birth_date'].map((column) => ({
    table: 'allowed_person',
    column,
    holds: 'e-mail address, and often birth date, of somebody whom the director lets run',
    why: 'an event may be for these people only',
    until: raceIsOver,
    erase: 'delete' as const,
  })),
  {
    table: 'waiting',
    column: 'person',
    holds: 'name, e-mail address and birth date, normalised',
    why: 'one person has one place on the list of an event',
    until: 'the place ends and the race is over',
    erase: 'delete',
  },
  {
    table: 'waiting',
    column: 'runner',
    holds: 'name, e-mail address and birth date, as typed',
    why: 'mails about the place and its offers',
    until: 'the place ends and the race is over',
    erase: 'delete',
  },
  {
    table: 'block',
    column: 'owner',
    holds: 'name, e-mail address and birth date of the person that these spots are offered to, normalised',
    why: 'an offer is for this person only',
    until: 'the block is closed',
    erase: 'null',
  },
  {
    table: 'unit_block',
    column: 'owner',
    holds: 'the id of the registration that these units are kept for',
    why: 'nobody else may use them',
    until: 'the block is closed',
    erase: 'null',
  },
  {
    table: 'transfer',
    column: 'recipient',
    holds: 'name and e-mail address, and with them what the transfer asks for, of the person a spot is passed on to',
    why: 'the mail with the offer; only its recipient can accept',
    until: 'the transfer is accepted, withdrawn or over',
    erase: 'delete',
  },
  {
    table: 'mail',
    column: 'recipient',
    holds: 'e-mail address that a mail was sent to',
    why: 'no mail is sent twice; bounces are matched to it',
    until: raceIsOver,
    erase: 'replace',
  },
  {
    table: 'mail',
    column: 'mailbox',
    holds: 'SHA-256 of the mailbox that the address leads to',
    why: 'limit on mails that others can order for a mailbox in a day',
    until: 'a day after the mail was claimed',
    erase: 'null',
  },
  {
    table: 'mail',
    column: 'reason',
    holds: "the receiving server's words, which can quote the address",
    why: 'why a mail did not arrive',
    until: raceIsOver,
    erase: 'null',
  },
  {
    table: 'mail_suppression',
    column: 'email_hash',
    holds: 'SHA-256 of an address that bounced or complained',
    why: 'no further mail to who complained: kept after an erasure, because it is what they asked for',
    until: 'the address asks for mail again',
    erase: 'keep',
  },
  {
    table: 'outbox',
    column: 'body',
    holds: 'a message on its way to a queue; a mail order can name its recipient',
    why: 'the message leaves because of what is committed with it',
    until: 'it has left, usually within a second',
    erase: 'delete',
  },
  {
    table: 'payment',
    column: 'authorisation',
    holds: "the payment's id at the payment processor, which knows the payer",
    why: 'refunds, disputes and the books',
    until: claimsAreOver,
    erase: 'keep',
  },
  {
    table: 'payment',
    column: 'refund_failed',
    holds: "the processor's words about a refund that came back",
    why: 'somebody has to pay the runner by hand',
    until: claimsAreOver,
    erase: 'keep',
  },
  ...Object.entries({
    id: "the dispute's id at the payment processor, which knows the payer",
    reason: 'why the payer disputes the payment, as a word of the processor',
  }).map(([column, holds]) => ({
    table: 'dispute',
    column,
    holds,
    why: 'an answer to the bank, and the books',
    until: claimsAreOver,
    erase: 'keep' as const,
  })),
  ...['name', 'address', 'tax_id'].map((column) => ({
    table: 'seller',
    column,
    holds: 'who sells a race: a person where no club or company does',
    why: 'invoices and credit notes name their issuer',
    until: claimsAreOver,
    erase: 'keep' as const,
  })),
  ...['name', 'address', 'country', 'tax_id'].map((column) => ({
    table: 'billing',
    column,
    holds: 'whom the invoice is addressed to: often the runner, or their employer',
    why: 'the invoice, and the credit notes of later refunds, name the buyer',
    until: 'the money can no longer be refunded',
    erase: 'delete' as const,
  })),
  ...['issuer', 'bill_to'].map((column) => ({
    table: 'document',
    column,
    holds: 'name, address and tax number of who sold and of who bought, as they were',
    why: 'a document that was issued never changes; the law of the seller says how long it is kept',
    until: claimsAreOver,
    erase: 'keep' as const,
  })),
  {
    table: 'ended_session',
    column: 'session_hash',
    holds: "hash of a browser session's secret",
    why: 'a session that was ended stays ended when a cache forgets',
    until: 'the cookie of the session is over',
    erase: 'delete',
  },
];

/**
 * Columns that say nothing about a person, not even combined. Ids are random: only the columns above link an id to a
 * person.
 */
export const noPersonalData: Readonly<Record<string, readonly string[]>> = {
  allowed_person: ['event_id'],
  // `detail` has ids and amounts; the table is append-only, so nothing else may come in.
  audit: ['id', 'at', 'actor', 'action', 'event_id', 'registration_id', 'detail'],
  block: ['id', 'event_id', 'numbers', 'deal_until', 'closes_at', 'closed', 'size', 'hold_seconds', 'is_full'],
  dispute: ['registration_id', 'amount', 'currency', 'status', 'due_by', 'refundable', 'fetched_at', 'decided'],
  billing: ['registration_id'],
  document: [
    'id',
    'seller_id',
    'number',
    'kind',
    'registration_id',
    'up_to',
    'revision',
    'lines',
    'taxes',
    'gross',
    'currency',
    'issued_at',
  ],
  document_due: ['registration_id', 'seller_id', 'due_at'],
  ended_session: ['ended_at'],
  form: ['race_id', 'revision', 'definition', 'entry_schema', 'hash', 'saved_at', 'published_at'],
  legal_text: ['race_id', 'kind', 'hash', 'version', 'locale', 'text', 'published_at'],
  event: ['id', 'race_id', 'position', 'name', 'distance', 'capacity', 'next_number', 'current_block', 'is_over'],
  mail: ['registration_id', 'template', 'generation', 'state', 'message_id', 'event', 'claimed_at', 'updated_at'],
  mail_suppression: ['reason', 'since'],
  outbox: ['id', 'queue', 'message_group', 'deduplication_id', 'created_at', 'trace_header'],
  payment: [
    'registration_id',
    'amount',
    'currency',
    'wanted',
    'state',
    'settled_at',
    'refund',
    'refund_paid_at',
    'refunded',
    'refund_ordered',
    'refund_lost',
    'capture_amount',
    'captured',
  ],
  pool: ['id', 'race_id', 'kind', 'ref', 'stock', 'next_number', 'current_block'],
  price: ['event_id', 'starts_at', 'label', 'amount'],
  race: [
    'id',
    'name',
    'place',
    'date',
    'time_zone',
    'description',
    'currency',
    'opens_at',
    'closes_at',
    'waiver_version',
    'waiver_text',
    'waiver_hash',
    'cancel_until',
    'refund_percent',
    'transfer_until',
    'interest',
    'hold_seconds',
    'offer_seconds',
    'hold_limits',
    'is_canary',
    'seller_id',
    'tax_rate',
    'tax_label',
    'form_revision',
  ],
  registration: [
    'id',
    'event_id',
    'outcome',
    'live',
    'spot',
    'block',
    'number',
    'via',
    'waiver_hash',
    'submitted_at',
    'recorded_at',
    'ended',
    'paid_as',
    'share',
    'refund',
    'form_revision',
    'limit_group',
  ],
  // `ref` is an id of the form, of a code or of a team; a donation's says the cause.
  registration_line: [
    'registration_id',
    'position',
    'kind',
    'ref',
    'label',
    'list',
    'amount',
    'pool_id',
    'unit',
    'block',
    'state',
    'refund',
    'handed_out_at',
  ],
  seller: ['id', 'country', 'prefix', 'next_number'],
  spot: ['event_id', 'number', 'block'],
  transfer: ['id', 'registration_id', 'state', 'offered_at'],
  unit: ['pool_id', 'number', 'block'],
  unit_block: ['id', 'pool_id', 'numbers', 'deal_until', 'closes_at', 'closed', 'hold_seconds', 'is_full'],
  waiting: [
    'id',
    'event_id',
    'rank',
    'position',
    'state',
    'block',
    'offers',
    'asked_at',
    'size',
    'confirmed_at',
    'confirmation_asked_at',
    'confirmation_asks',
  ],
};
