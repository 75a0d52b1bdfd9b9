/** The part of the register of personal data that is about results. */
export const personalDataOfResults = [
  ...Object.entries({
    name: 'name of who has a bib',
    gender: 'gender of who has a bib, as results list it',
    age: 'age of who has a bib, on the day of the race; only its group is published',
    club: 'club or team of who has a bib',
    country: 'country of who has a bib',
    note: 'why who has a bib was disqualified, or what else readers should know',
  }).map(([column, holds]) => ({
    table: 'result',
    column,
    holds,
    why: 'results are public: they say who ran, and in which list they are ranked',
    until: 'the runner asks for their name to be taken out; the time stays with the bib',
    erase: 'null' as const,
  })),
  {
    table: 'result_change',
    column: 'before',
    holds: 'an entry as it was before it was changed, with its name',
    why: 'a version that was published can be made again',
    until: 'the runner asks for their name to be taken out',
    erase: 'replace' as const,
  },
];

export const noPersonalDataOfResults = {
  result_set: [
    'id',
    'race_id',
    'event_id',
    'position',
    'name',
    'rank_by',
    'gun_places',
    'rounding',
    'genders',
    'age_groups',
    'points',
    'seq',
    'due_kind',
    'due_note',
    'due_seq',
    'due_at',
    'publisher',
    'publishing_until',
    'is_pointed',
    'is_erasing',
    'erased_at',
    'is_tidied',
    'tidied_at',
    'is_live',
  ],
  result: [
    'set_id',
    'bib',
    'registration_id',
    'name_withheld',
    'status',
    'gun_ms',
    'chip_ms',
    'penalty_ms',
    'splits',
    'source_at',
  ],
  // The answer has bibs and reasons.
  result_batch: ['set_id', 'id', 'body_hash', 'answer', 'at', 'api_key_id'],
  // The label names a device or a company.
  api_key: ['id', 'race_id', 'label', 'secret_hash', 'scopes', 'made_at', 'last_used_at', 'withdrawn_at'],
  // Times of bibs that nobody has.
  result_unmatched: ['set_id', 'bib', 'report'],
  result_change: ['set_id', 'seq', 'bib', 'batch_id'],
  // The files that a manifest leads to are in the bucket, and are made of the rows above.
  result_version: ['set_id', 'number', 'kind', 'seq', 'manifest', 'entered', 'finishers', 'note', 'at'],
} as const;
