import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresEndpoints } from '../../lambdas/webhooks/postgres-endpoints';
import { PostgresWebhookLog, tellOfRegistrations } from '../../lambdas/webhooks/postgres-webhook-log';
import { registerRunner } from '../mail/register-runner';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace } from '../support/races/race';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('after 30 days a message names nobody, keeps no answers, and is not told again', async () => {
  const { postgres } = database;
  const [log, endpoints] = [new PostgresWebhookLog(postgres), new PostgresEndpoints(postgres, uuid7)];
  const projection = new PostgresProjection(postgres, { seconds: 0, openingSeconds: 0 }, tellOfRegistrations);
  const race = await makeRace(postgres, { spots: 2 });
  const [endpointId, { raceId }] = [uuid7(), race];
  const types = ['registration.confirmed'] as const;
  await endpoints.save({ raceId, endpointId, url: 'https://club.example/', types, withPerson: true }, false);
  const [old] = await Promise.all(
    [1, 2].map((spot) => registerRunner(postgres, race, { spot, payment: 'authorised' })),
  );
  await postgres.query('UPDATE registration SET recorded_at = clock_timestamp()');
  await projection.catchUp(raceId);
  for (const { messageId } of await log.takeDue(9)) {
    const result = { attemptId: uuid7(), at: new Date().toISOString(), ms: 3, status: 500, answer: 'Ada?' };
    await log.note([{ ...result, messageId }]);
  }
  const afterDays = async (days: number) => {
    await postgres.query(
      `UPDATE webhook_message SET made_at = clock_timestamp() - make_interval(days => $2) WHERE body #>> '{data,registrationId}' = $1`,
      [old, days],
    );
    await log.forget();
    const messages = await endpoints.log(raceId, endpointId);
    return messages.map(({ body, attempts }) => [JSON.stringify(body).includes('"person"'), attempts.length]);
  };
  const whole = [true, 1];
  expect(await afterDays(29)).toEqual([whole, whole]);
  // The newest first.
  expect(await afterDays(31)).toEqual([whole, [false, 0]]);
  // As when the list of participants is made anew.
  await postgres.query('DELETE FROM participant');
  await postgres.query('DELETE FROM projection');
  await projection.catchUp(raceId);
  expect(await afterDays(31)).toEqual([whole, [false, 0]]);
});
