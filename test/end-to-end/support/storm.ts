import * as v from 'valibot';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { localhost } from '../../../local/addresses';
import { register } from '../../../local/demo-people/register';
import { secretIds } from '../../../local/services/secrets/secret-ids';
import { until } from '../../support/until';
import { withDatabase } from './database';
import { secretsOf } from './money';
import type { RunningSystem } from './running-system';

const atOnce = 8;

/**
 * Registers so many people, each with the test card, and waits until each has paid. All come from one network, so the race needs
 * limits of its own.
 */
export const sell = async (system: RunningSystem, raceId: string, eventId: string, people: number): Promise<void> => {
  const left = Array.from({ length: people }, (_, n) => ({ registrationId: uuid7(), n }));
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift())
      await register(
        { url: system.url, inbox: system.inbox },
        {
          raceId,
          eventId,
          registrationId: next.registrationId,
          runner: {
            firstName: `Runner ${next.n}`,
            lastName: 'Storm',
            email: `${raceId}.${next.n}@example.com`,
            birthDate: '1990-01-01',
            gender: 'female',
            emergencyContact: 'Somebody, 123',
          },
        },
      );
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const isIn = `SELECT count(*)::int AS n FROM registration g JOIN payment p ON p.registration_id = g.id
    WHERE g.event_id = $1 AND g.live AND p.state = 'captured'`;
  await until(
    async () => (await countIn(system, isIn, eventId)) === people,
    300,
    () => 'everybody is in and has paid',
  );
};

/** Waits until so many have their money back and a mail that says so. */
export const allToldOf = async (system: RunningSystem, eventId: string, people: number): Promise<void> => {
  const isTold = `SELECT count(*)::int AS n FROM registration g JOIN payment p ON p.registration_id = g.id
    JOIN mail m ON m.registration_id = g.id AND m.template = 'cancellation' AND m.state = 'accepted'
    WHERE g.event_id = $1 AND NOT g.live AND p.state = 'refunded'`;
  await until(
    async () => (await countIn(system, isTold, eventId)) === people,
    300,
    () => 'everybody has their money and is told',
  );
};

/** `n` of a statement about an event, which is $1. */
export const countIn = (system: RunningSystem, query: string, eventId: string): Promise<number | undefined> =>
  withDatabase(system, async (postgres) => (await postgres.query<{ n: number }>(query, [eventId]))[0]?.n);

const refunds = v.object({
  data: v.array(v.object({ id: v.string(), amount: v.number(), payment_intent: v.string(), status: v.string() })),
  has_more: v.boolean(),
});

/** All that the processor gave back, in the order of its pages. */
export const refundsAtProcessor = async (system: RunningSystem) => {
  const found: v.InferOutput<typeof refunds>['data'] = [];
  for (let after = ''; ; ) {
    const answer = await fetch(`${localhost(system.ports.processor)}/v1/refunds?limit=100${after}`, {
      headers: { authorization: `Bearer ${secretsOf(system)[secretIds.processor]?.secretKey}` },
    });
    const page = v.parse(refunds, await answer.json());
    found.push(...page.data);
    if (!page.has_more) return found;
    after = `&starting_after=${page.data.at(-1)?.id}`;
  }
};

const summary = v.object({ duplicates: v.number(), byTemplate: v.record(v.string(), v.number()) });

/** How many mails of each kind arrived. */
export const mailsOf = async (system: RunningSystem) =>
  v.parse(summary, await (await fetch(`${system.mail}/local/summary`)).json());
