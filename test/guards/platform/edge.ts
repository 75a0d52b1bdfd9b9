import type { Guard } from '../guard';

const processor = 'test/payment/stripe/stripe-processor.test.ts';
const submitting = 'test/registration/submit-registration.test.ts';
const pace = 'test/api/pace.test.ts';
const batches = 'test/registration/record-registrations.test.ts';

/** Bad luck and abusive requests must not cost other runners anything. */
export const guardsOfEdge: readonly Guard[] = [
  {
    guard: 'What is committed is told and paid for, also when the rest of its batch fails.',
    invariant: 'L3',
    file: 'lambdas/registration/record/record-registrations.ts',
    from: `    try {
      await decide();
    } finally {
      // Also when the rest fails: what is committed is a repeat in the next delivery, and would not be told then.
      await publish();
    }
`,
    to: `    await decide();
    await publish();
`,
    test: [batches, 'when the database fails in the middle, who was written before is told'],
  },
  {
    guard: 'Somebody who wants to wait holds up nobody who has paid.',
    invariant: 'L3',
    file: 'lambdas/registration/record/record-registrations.ts',
    from: 'if (submissions.length + sweeps.length === 0) throw error;',
    to: 'throw error;',
    test: [batches, 'a waiting list that cannot be written holds up no registration'],
  },
  {
    guard: 'A payment of another amount under the same id is no failure of ours, and no charge.',
    invariant: 'S5',
    file: 'lambdas/payment/stripe/authorise.ts',
    from: `if (created.kind === 'failure' && isUsedKey(created.failure)) return differs;`,
    to: '',
    test: [processor, 'never takes another amount for the same registration'],
  },
  {
    guard: 'Somebody who is in a free event is not told that their hold ran out.',
    invariant: 'S3',
    file: 'lambdas/registration/submit/submit-registration.ts',
    from: ' && !(hold.quote.total === 0 && lateMs < freeResubmitMs)',
    to: '',
    test: [submitting, 'for a free event the writer decides again'],
  },
  {
    guard: 'A hold of a free event is no option on what comes back.',
    invariant: 'S11',
    file: 'lambdas/registration/submit/submit-registration.ts',
    from: 'hold.quote.total === 0 && lateMs < freeResubmitMs',
    to: 'hold.quote.total === 0',
    test: [submitting, 'for a free event the writer decides again'],
  },
  {
    guard: 'A hold of the day before opens no payment.',
    invariant: 'S5',
    file: 'lambdas/registration/submit/submit-registration.ts',
    from: `if (lateMs >= processorLookupMs) return { kind: 'hold-expired' };`,
    to: '',
    test: [submitting, 'a day later the processor is not bothered'],
  },
  {
    guard: 'What an index does not take fails alone, in whatever company.',
    invariant: 'L3',
    file: 'lambdas/platform/retry.ts',
    from: '/^(2[23]|54)...$/',
    to: '/^2[23]...$/',
    test: ['test/registration/poison.test.ts', 'a submission with more in a field than an index takes fails alone'],
  },
  {
    guard: 'Nobody can write their name so that they are somebody else.',
    invariant: 'S2',
    file: 'lambdas/domain/person/person.ts',
    from: `    .map((part) => part.replace(/[\\\\|]/g, '\\\\$&'))\n`,
    to: '',
    test: ['test/registration/registration.test.ts', 'two people never share a key'],
  },
  {
    guard: 'During an outage nobody asks every two seconds: the pause grows.',
    invariant: 'L3',
    file: 'lambdas/api/pace.ts',
    from: 'const maxPauseSeconds = 60;',
    to: 'const maxPauseSeconds = 8;',
    test: [pace, 'during ten minutes in which'],
  },
  {
    guard: 'Somebody who waits behind a long queue is told to ask later.',
    invariant: 'L3',
    file: 'lambdas/api/pace.ts',
    from: 'Math.max(pauseAfter(waited), Math.min(maxPauseSeconds, Math.ceil((lag - waited) / 2)))',
    to: 'pauseAfter(waited + 0 * lag)',
    test: [pace, 'behind a long queue nobody asks before half of the rest'],
  },
  {
    guard: 'Somebody who waits for a spot to come back does not slow down the others.',
    invariant: 'L3',
    file: 'lambdas/platform/queue/worker.ts',
    from: `deliveries === '1' && Number(sentAt) > 0`,
    to: 'deliveries !== sentAt && Number(sentAt) > 0',
    test: [batches, 'those who ask are told how long the first of each race waited'],
  },
];
