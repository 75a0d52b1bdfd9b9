import type { Guard } from './guard';

const batches = 'test/registration/record-registrations.test.ts';

/** What bad luck, and those who ask for what they should not, may not cost the others. */
export const guardsOfTheEdge: readonly Guard[] = [
  {
    guard: 'What is committed is told and paid for, also when the rest of its batch fails.',
    invariant: 'L3',
    file: 'lambdas/registration/record-registrations.ts',
    from: `    try {
      await decide();
    } finally {
      // Also when the rest fails: what is committed is a repeat in the next delivery, and nobody would be told of it.
      await tell();
    }
`,
    to: `    await decide();
    await tell();
`,
    test: [batches, 'when the database fails in the middle, who was written before is told'],
  },
  {
    guard: 'Who wants to wait holds up nobody who has paid.',
    invariant: 'L3',
    file: 'lambdas/registration/record-registrations.ts',
    from: 'if (submissions.length + sweeps.length === 0) throw error;',
    to: 'throw error;',
    test: [batches, 'a waiting list that cannot be written holds up no registration'],
  },
];
