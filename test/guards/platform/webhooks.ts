import type { Guard } from '../guard';

const tests = 'test/webhooks/webhooks.test.ts';
const log = 'lambdas/webhooks/postgres-webhook-log.ts';

/** A webhook tells what happened in its own race, and of people only what its owner wants. */
export const guardsOfWebhooks: readonly Guard[] = [
  {
    guard: 'A webhook names people only where its owner wants names.',
    invariant: 'S10',
    file: log,
    from: '...(withPerson && { person }),',
    to: 'person,',
    test: [tests, 'who was registered before the webhook was made is no news'],
  },
  {
    guard: 'A webhook hears of its own race.',
    invariant: 'S10',
    file: log,
    from: `FROM webhook_endpoint WHERE race_id = $1 AND state = 'active'\`;`,
    to: `FROM webhook_endpoint WHERE $1::text IS NOT NULL AND state = 'active'\`;`,
    test: [tests, 'who was registered before the webhook was made is no news'],
  },
  {
    guard: 'A message is told once, however often its race is looked at.',
    invariant: 'S7',
    file: log,
    from: `.update(\`\${endpointId}\\n\${type}\\n\${key}\`)`,
    to: `.update(\`\${endpointId}\\n\${type}\\n\${key}\\n\${Math.random()}\`)`,
    test: [tests, 'a pause, a publication and a cancellation of the race are told'],
  },
];
