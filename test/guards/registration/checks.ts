import type { Guard } from '../guard';

const checks = 'test/registration/check-registered.test.ts';
const asking = 'lambdas/registration/show/check-registered.ts';
const remembering = 'lambdas/registration/show/memcached-outcomes.ts';

/** Who may ask whether somebody is registered, and what they are told. */
export const guardsOfChecks: readonly Guard[] = [
  {
    guard: 'Whether somebody is registered is told in the session of the hold only.',
    invariant: 'S12',
    file: asking,
    from: ' || hold.sessionHash !== sessionHash',
    to: '',
    test: [checks, 'without a hold that is valid here and now nobody is told anything'],
  },
  {
    guard: 'It is told for the registration of the hold only.',
    invariant: 'S12',
    file: asking,
    from: ' || !isFor(hold, registrationId)',
    to: '',
    test: [checks, 'without a hold that is valid here and now nobody is told anything'],
  },
  {
    guard: 'It is not told to a hold that has ended.',
    invariant: 'S12',
    file: asking,
    from: `if (isExpired(hold, now())) return { kind: 'hold-expired' };`,
    to: '',
    test: [checks, 'without a hold that is valid here and now nobody is told anything'],
  },
  {
    guard: 'It is told ten times for a hold.',
    invariant: 'S12',
    file: asking,
    from: ' > maxChecksPerRunner)',
    to: ' < 0)',
    test: [checks, 'one hold is answered ten times'],
  },
  {
    guard: 'Somebody who cannot be told pays as ever.',
    invariant: 'S9',
    file: asking,
    from: `return { kind: 'checked', registered: 'unknown' };
    }
  };`,
    to: `throw error;
    }
  };`,
    test: [checks, 'while cache or replica are away nobody knows'],
  },
  {
    guard: 'What the writer has just confirmed is known before the replica knows it.',
    invariant: 'S9',
    file: 'lambdas/registration/record/record-registrations.ts',
    from: '      remembered.seated(seated),\n',
    to: '',
    test: [checks, 'while the replica lags behind'],
  },
  {
    guard: 'The flag is looked at before what the cache remembers of the replica.',
    invariant: 'S9',
    file: asking,
    from: '(await remembered.isRegistered(hold.eventId, person)) || ',
    to: '',
    test: [checks, 'a "no" that is remembered does not outlive the confirmation'],
  },
  {
    guard: 'Somebody who is forgotten by the cache is found in the replica.',
    invariant: 'S9',
    file: asking,
    from: ' || (await people.isRegistered(hold.eventId, person))',
    to: '',
    test: [checks, 'with the flag lost, the replica knows it'],
  },
  {
    guard: 'A registration that ended is remembered as ended.',
    invariant: 'S9',
    file: remembering,
    from: 'return !ended && ',
    to: 'return ',
    test: [checks, 'who gave their spot back, or could not pay'],
  },
  {
    guard: 'So is one that was not paid.',
    invariant: 'S9',
    file: remembering,
    from: ` && settled?.toString() !== 'failed'`,
    to: '',
    test: [checks, 'who gave their spot back, or could not pay'],
  },
  {
    guard: 'Nobody can read in the cache who runs.',
    invariant: 'S12',
    file: remembering,
    from: `sha256(\`\${eventId}\\n\${person}\`)`,
    to: `\`\${eventId}\${person}\``,
    test: [checks, 'what lies in the cache names nobody'],
  },
];
