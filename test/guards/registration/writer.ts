import type { Guard } from '../guard';

const writer = 'test/registration/postgres-registrations.test.ts';
const list = 'test/spots/waiting-list/waiting-list.test.ts';

/** What is decided when a submission arrives: once, twice, or late. */
export const guardsOfWriter: readonly Guard[] = [
  {
    guard: 'No two runners are on one spot: UNIQUE (event, spot).',
    invariant: 'S1',
    file: 'lambdas/migrations/0001-registration.ts',
    from: 'UNIQUE (event_id, spot),\n',
    to: '',
    test: [writer, 'two people who were dealt the same number both run'],
  },
  {
    guard: 'Nobody runs twice: UNIQUE (event, person) among those who are in.',
    invariant: 'S2',
    file: 'lambdas/migrations/0008-owners-and-sales.ts',
    from: 'CREATE UNIQUE INDEX registration_once',
    to: 'CREATE INDEX registration_once',
    test: [writer, 'the same runner gets one spot, in one batch or in two'],
  },
  {
    guard: 'Nobody has two spots of one limit group: a unique key among those who are in.',
    invariant: 'Q9',
    file: 'lambdas/migrations/0023-rules.ts',
    from: 'CREATE UNIQUE INDEX registration_once_in_group',
    to: 'CREATE INDEX registration_once_in_group',
    test: ['test/registration/groups/limit-groups.test.ts', 'enters at the same moment, they get one'],
  },
  {
    guard: 'Who lost a race for the last spot of a limit group is decided again.',
    invariant: 'L3',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: 'submissions.some(({ quoted }) => quoted?.limitGroup) ? retryOnConflictOrDuplicate : retryOnConflict',
    to: 'retryOnConflict',
    test: ['test/registration/groups/limit-groups.test.ts', 'enters at the same moment, they get one'],
  },
  {
    guard: 'No minor gets a quote before a guardian has signed.',
    invariant: 'S16',
    file: 'lambdas/functions/wiring/selling/judging.ts',
    from: 'faults: signingFaults(form, people as readonly Signer[], dayIn(race.timeZone, now())),',
    to: 'faults: signingFaults(form, [], dayIn(race.timeZone, now())),',
    test: ['test/quote/eligibility.test.ts', 'a minor gets no quote before a guardian has signed'],
  },
  {
    guard: 'What was signed is kept.',
    invariant: 'S16',
    file: 'lambdas/registration/record/postgres-money-lines.ts',
    from: 'signatures = m.signatures::jsonb, ',
    to: '',
    test: ['test/quote/eligibility.test.ts', 'the signatures are kept apart'],
  },
  {
    guard: 'A spot with a runner on it is not freed: FOREIGN KEY (event, spot, block).',
    invariant: 'S1',
    file: 'lambdas/migrations/0001-registration.ts',
    from: 'FOREIGN KEY (event_id, spot, block) REFERENCES spot (event_id, number, block)',
    to: 'FOREIGN KEY (event_id, spot) REFERENCES spot (event_id, number)',
    test: [writer, 'the database itself refuses to free a spot with a runner on it'],
  },
  {
    guard: 'A hold counts for its number in its block: cut again, the number is the next holder’s.',
    invariant: 'S1',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: 'FROM m JOIN s USING (number, block)',
    to: 'FROM m JOIN s USING (number)',
    test: [writer, 'a stale hold does not take the spot from its new holder'],
  },
  {
    guard: 'A spot that is offered is registered by its owner.',
    invariant: 'S11',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: ' AND (b.owner IS NULL OR b.owner = m.person)',
    to: '',
    test: [writer, 'block is of no use to anybody but its owner'],
  },
  {
    guard: 'Somebody who comes late gets a spot that is in no block.',
    invariant: 'S1',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: `AND block IS NULL ORDER BY number LIMIT \${most} FOR UPDATE SKIP LOCKED\`;

  const take = (into: string) => \`
    UPDATE \${unit} s SET block = \${into} FROM picked WHERE s.\${of} = $1 AND s.number = picked.number AND s.block IS NULL\`;`,
    to: `ORDER BY number LIMIT \${most} FOR UPDATE SKIP LOCKED\`;

  const take = (into: string) => \`
    UPDATE \${unit} s SET block = \${into} FROM picked WHERE s.\${of} = $1 AND s.number = picked.number\`;`,
    test: [writer, 'a late message takes no spot that is promised to somebody'],
  },
  {
    guard: 'What a late batch took and did not use is sellable again.',
    invariant: 'L5',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: 'if (unused.length > 0) await sql.query(spotSql.releaseUnused, [eventId, unused, block]);',
    to: '',
    test: [writer, 'a spot taken for somebody late who turns out to be registered is sellable again'],
  },
  {
    guard: 'What was decided is answered as before.',
    invariant: 'S3',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: 'if (outcome) batch.answerAsBefore(id, outcome, number);',
    to: '',
    test: [writer, 'a message delivered again is answered as before'],
  },
  {
    guard: 'A submission that meets its own row is answered, and does not fail its batch.',
    invariant: 'S3',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: `  ORDER BY s.number, m.id
  ON CONFLICT DO NOTHING`,
    to: '  ORDER BY s.number, m.id',
    test: [writer, 'a message delivered again is answered as before'],
  },
  {
    guard: 'A person who is in already is a duplicate, whose card is let go.',
    invariant: 'S2',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: 'rows.filter((row) => !row.outcome && row.same_person)',
    to: 'rows.filter((row) => row.outcome && row.same_person)',
    test: [writer, 'the same runner gets one spot, in one batch or in two'],
  },
  {
    guard: 'Before a runner is refused, it is checked again whether they got in elsewhere.',
    invariant: 'S2',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: `    await this.#classify(sql, eventId, batch);
    if (batch.open.length < before) return;
`,
    to: '',
    test: [
      'test/registration/postgres-transfers.test.ts',
      'who takes a spot over while they are about to be refused another is a duplicate',
    ],
  },
  {
    guard: 'Nobody is refused while a spot may still come back to them.',
    invariant: 'L5',
    file: 'lambdas/registration/record/postgres-registrations.ts',
    from: 'if (left?.left) batch.defer();\n    else',
    to: '',
    test: [writer, 'it waits while one may come back'],
  },
  {
    guard: 'Nobody is kept waiting for a spot that is offered to another by name.',
    invariant: 'S11',
    file: 'lambdas/ledger/event-sql.ts',
    from: `isHeld('$1', ofThePublic)`,
    to: `isHeld('$1', '')`,
    test: [list, 'an offer is registered by its owner only'],
  },
  {
    guard: 'Somebody who was authorised and is refused goes to the front of the waiting list.',
    invariant: 'S11',
    file: 'lambdas/ledger/postgres-follow-ups.ts',
    from: 'await joinWaitingList(sql, eventId, joins, ranks.authorised);',
    to: 'await joinWaitingList(sql, eventId, joins, ranks.asked);',
    test: [list, 'who was authorised and found no spot left comes before those who only asked'],
  },
  {
    guard: 'Somebody who got in waits no longer.',
    invariant: 'S2',
    file: 'lambdas/ledger/postgres-follow-ups.ts',
    from: 'if (confirmed.length > 0) await sql.query(leaveWaitingList, [eventId, confirmed]);',
    to: '',
    test: [list, 'an offer is registered by its owner only'],
  },
  {
    guard: 'Somebody who got in elsewhere keeps nothing that was offered to them.',
    invariant: 'L2',
    file: 'lambdas/ledger/event-sql.ts',
    from: 'UPDATE block b SET closes_at = clock_timestamp() FROM gone WHERE b.id = gone.block',
    to: 'UPDATE block b SET closes_at = clock_timestamp() FROM gone WHERE b.id <> b.id',
    test: [list, 'who gets in elsewhere leaves their offer to the next one'],
  },
];
