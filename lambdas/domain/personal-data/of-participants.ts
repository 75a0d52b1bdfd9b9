import { type PersonalColumn, raceIsOver } from './column';

const ofTheCopy: readonly PersonalColumn[] = Object.entries({
  name_key: 'last and first name, folded',
  who_hash: 'hash of name and e-mail address',
  search_keys: 'beginnings of these words of names and address',
  search: 'the words of names and of the e-mail address, folded',
}).map(([column, holds]) => ({
  table: 'participant',
  column,
  holds,
  why: 'directors find a runner among many; it is made again from the registration',
  until: raceIsOver,
  erase: 'delete' as const,
}));

/** The part of the register of personal data that is about the directors' copy of registrations. */
export const personalDataOfParticipants: readonly PersonalColumn[] = [
  ...ofTheCopy,
  {
    table: 'waiting_copy',
    column: 'search',
    holds: 'the words of names and of the e-mail address of who waits, folded',
    why: 'directors find who waits; it is made again from the waiting list',
    until: raceIsOver,
    erase: 'delete',
  },
  {
    table: 'waiting_copy',
    column: 'search_keys',
    holds: 'beginnings of these words',
    why: 'directors find who waits; it is made again from the waiting list',
    until: raceIsOver,
    erase: 'delete',
  },
  {
    table: 'export_file',
    column: 'filter',
    holds: 'what a director searched for, which may be a name',
    why: 'a job writes the file',
    until: 'the file is deleted, a day after it was ordered',
    erase: 'replace',
  },
];

export const noPersonalDataOfParticipants: Readonly<Record<string, readonly string[]>> = {
  participant: [
    'registration_id',
    'race_id',
    'event_id',
    'number',
    'state',
    'payment',
    'amount',
    'refund',
    'recorded_at',
    'is_open',
    'name_withheld',
  ],
  export_file: [
    'subject',
    'id',
    'race_id',
    'format',
    'columns',
    'is_sensitive',
    'state',
    'up_to',
    'progress',
    'rows',
    'lease',
    'lease_until',
    'made_by',
    'made_at',
    'ended_at',
  ],
  waiting_copy: ['place_id', 'race_id', 'position'],
  projection: ['race_id', 'up_to', 'rows', 'caught_up_at'],
};
