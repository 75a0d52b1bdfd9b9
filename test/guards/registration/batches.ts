import type { Guard } from '../guard';

const writer = 'test/registration/postgres-registrations.test.ts';
const batches = 'test/registration/record-registrations.test.ts';

/** What a batch writes besides decisions: money, sweeps, and messages that must come again. */
export const guardsOfBatches: readonly Guard[] = [
  {
    guard: 'The order to take the money is written with the row.',
    invariant: 'S6',
    file: 'lambdas/ledger/postgres-follow-ups.ts',
    from: 'await putInOutbox(sql, messages);',
    to: '',
    test: [writer, 'and orders the capture in the same transaction'],
  },
  {
    guard: 'Only who is confirmed is charged.',
    invariant: 'S4',
    file: 'lambdas/ledger/postgres-follow-ups.ts',
    from: `outcome === 'confirmed' ? { action: 'capture' as const, captureAmount } : { action: 'void' as const }`,
    to: `{ action: 'capture' as const, captureAmount }`,
    test: [writer, 'the same runner gets one spot, in one batch or in two, and the second card is let go'],
  },
  {
    guard: 'A sweep writes a row before the card is let go: coming late, the submission finds it.',
    invariant: 'S4',
    file: 'lambdas/registration/record/postgres-sweeps.ts',
    from: `const rows = await sql.query<{ id: string }>(sweepUndecided, [
          ids,
          ids.map((id) => byId.get(id)?.eventId),
          ids.map((id) => byId.get(id)?.sessionHash ?? null),
          ids.map((id) => byId.get(id)?.purpose ?? null),
        ]);
        const refused = rows.flatMap(({ id }) => byId.get(id) ?? []);
        const outbox = await orderPayments(`,
    to: `const refused = [...byId.values()];
        const outbox = await putOrders(`,
    test: [writer, 'coming late, the message changes nothing'],
  },
  {
    guard: 'A sweep decides nothing that is decided.',
    invariant: 'S3',
    file: 'lambdas/registration/record/postgres-sweeps.ts',
    from: `FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS m (id, event_id, session_hash, purpose)
  ORDER BY id
  ON CONFLICT (id) DO NOTHING`,
    to: `FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS m (id, event_id, session_hash, purpose)
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET outcome = 'refused', live = false, spot = NULL, block = NULL`,
    test: [writer, 'orders again what is decided and not settled'],
  },
  {
    guard: 'A sweep orders again what is decided and was not settled.',
    invariant: 'S6',
    file: 'lambdas/registration/record/postgres-sweeps.ts',
    from: 'const unsettled = await orderAgain(sql, newId, byId);',
    to: 'const unsettled: string[] = [];',
    test: [writer, 'orders again what is decided and not settled'],
  },
  {
    guard: 'In one batch submissions come before sweeps, which would refuse them.',
    invariant: 'S6',
    file: 'lambdas/registration/record/record-registrations.ts',
    from: `    for (const [eventId, ofEvent] of byEvent(alone, ({ hold }) => hold.eventId))
`,
    to: `    await isolating(sweeps, async (some) => collect(await registrations.sweep(some), []));
    sweeps = [];
    for (const [eventId, ofEvent] of byEvent(alone, ({ hold }) => hold.eventId))
`,
    test: [batches, 'writes event by event, submissions before sweeps'],
  },
  {
    guard: 'A runner whose sweep came first is recorded once, and nobody else takes over their row.',
    invariant: 'S3',
    file: 'lambdas/registration/record/postgres-late-submissions.ts',
    from: ` AND r.via = 'sweep' AND r.runner IS NULL`,
    to: '',
    test: [
      'test/registration/swept-runners.test.ts',
      'they are told once, however often their submission is delivered',
    ],
  },
  {
    guard: 'A message nobody can write fails alone, in whatever company.',
    invariant: 'L3',
    file: 'lambdas/registration/record/record-registrations.ts',
    from: 'if (!isPoison(error)) throw error;',
    to: 'throw error;',
    test: [batches, 'a message nobody can write fails alone'],
  },
  {
    guard: 'What is deferred comes again.',
    invariant: 'L3',
    file: 'lambdas/registration/record/worker.ts',
    from: 'return messages.filter(({ body }) => deferred.has(itemIn(body))).map(({ messageId }) => messageId);',
    to: 'return [];',
    test: [batches, 'what must wait is given back to the queue, and nothing else'],
  },
  {
    guard: 'Somebody who asks is told what was written, not what a repeat says.',
    invariant: 'S3',
    file: 'lambdas/registration/show/status.ts',
    from: 'if (!decision || decision.isRepeat) return [];',
    to: 'if (!decision) return [];',
    test: [batches, 'who asks is told what was written'],
  },
  {
    guard: 'A deadlock, or a spot that reclaim took, undoes the batch and begins it again.',
    invariant: 'L3',
    file: 'lambdas/platform/postgres/open-postgres.ts',
    from: ' || !retryOn.includes(state)',
    to: ' || retryOn.includes(state)',
    test: ['test/platform/postgres/open-postgres.test.ts', 'two who lock each other out both finish'],
  },
  {
    guard: 'A sweep lets go of the money, though the submission beside it is one that nobody can write.',
    invariant: 'L3',
    file: 'lambdas/registration/record/record-registrations.ts',
    from: 'deferred.add(only);',
    to: 'for (const item of [...submissions, ...sweeps]) deferred.add(item);',
    test: [batches, 'a sweep is carried out beside a submission of the same id'],
  },
];
