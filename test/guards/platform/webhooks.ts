import type { Guard } from '../guard';

const tests = 'test/webhooks/webhooks.test.ts';
const log = 'lambdas/webhooks/postgres-webhook-log.ts';

/** A webhook tells what happened in its own race, and of people only what its owner wants. */
export const guardsOfWebhooks: readonly Guard[] = [
  {
    guard: 'The audit, which directors read, does not say the address of a webhook.',
    invariant: 'S12',
    file: 'lambdas/webhooks/postgres-endpoints.ts',
    from: `'webhook-saved', { endpointId, host, types`,
    to: `'webhook-saved', { endpointId, url, types`,
    test: ['test/editing/other-races.test.ts', 'the address of a webhook is told to owners'],
  },
  {
    guard: 'A webhook names people only where its owner wants names.',
    invariant: 'S10',
    file: log,
    from: '...(withPerson && mayName(type) && { person }),',
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
    guard: 'A webhook that tells of a withheld name does not name anybody.',
    invariant: 'S10',
    file: 'lambdas/webhooks/event.ts',
    from: "=> type !== 'registration.name_withheld';",
    to: "=> type !== undefined || type === 'registration.name_withheld';",
    test: [tests, 'that a runner wants no name in results is told once'],
  },
  {
    guard: 'The copy of participants notices that a runner wants no name in results.',
    invariant: 'S10',
    file: 'lambdas/participants/postgres-projection.ts',
    from: 'n.who_hash, n.name_withheld)',
    to: 'n.who_hash, p.name_withheld)',
    test: [tests, 'that a runner wants no name in results is told once'],
  },
  {
    guard: 'A webhook says of a new registration that it wants no name in results.',
    invariant: 'S10',
    file: log,
    from: 'n.name_withheld OR a.said AS',
    to: 'n.name_withheld AS',
    test: [tests, 'who asked for no name when they registered is confirmed so'],
  },
  {
    guard: 'A message is told once, however often its race is looked at.',
    invariant: 'S7',
    file: log,
    from: `.update(\`\${endpointId}\\n\${type}\\n\${key}\`)`,
    to: `.update(\`\${endpointId}\\n\${type}\\n\${key}\\n\${Math.random()}\`)`,
    test: [tests, 'a pause, a publication and a cancellation of the race are told'],
  },
  {
    guard: 'Nobody posts to a receiver again and again.',
    invariant: 'S15',
    file: 'lambdas/webhooks/postgres-endpoints.ts',
    from: '(await sql.query(findPostings, [raceId])).length >= mostPostingsPerDay',
    to: '(await sql.query(findPostings, [raceId])).length < 0',
    test: [tests, 'a race orders 200 tests and repeats a day'],
  },
  {
    guard: 'Tests that are ordered at once are counted one after the other.',
    invariant: 'S15',
    file: 'lambdas/webhooks/postgres-endpoints.ts',
    from: `await lockRace(sql, raceId);
      const [found]`,
    to: 'const [found]',
    test: [tests, 'of forty tests and repeats that are ordered at once'],
  },
  {
    guard: 'Repeats that are ordered at once are counted one after the other.',
    invariant: 'S15',
    file: 'lambdas/webhooks/postgres-endpoints.ts',
    from: `await lockRace(sql, raceId);
      if (await`,
    to: 'if (await',
    test: [tests, 'of forty tests and repeats that are ordered at once'],
  },
  {
    guard: 'A result of a webhook that comes twice in a batch counts once.',
    invariant: 'F10',
    file: 'lambdas/webhooks/note-results.ts',
    from: ' || counted.has(result.attemptId)',
    to: '',
    test: [tests, 'a result that comes twice counts once'],
  },
  {
    guard: 'An endpoint that takes a message is not disabled by another result of the batch.',
    invariant: 'F10',
    file: 'lambdas/webhooks/note-results.ts',
    from: `verdict.kind === 'sent' || (heard?.isSent ?? false)`,
    to: `verdict.kind === 'sent'`,
    test: [tests, 'of many results that are noted at once'],
  },
  {
    guard: 'After a month a message of a webhook names nobody.',
    invariant: 'S10',
    file: log,
    from: `body = m.body #- '{data,person}', is_forgotten`,
    to: 'is_forgotten',
    test: ['test/webhooks/forgotten-messages.test.ts', 'after 30 days a message names nobody'],
  },
  {
    guard: 'What an endpoint answered, which can quote a name, is deleted after a month.',
    invariant: 'S10',
    file: log,
    from: 'WHERE a.message_id = old.id)',
    to: 'WHERE a.message_id = old.id AND false)',
    test: ['test/webhooks/forgotten-messages.test.ts', 'after 30 days a message names nobody'],
  },
];
