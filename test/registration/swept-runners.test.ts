import { personOf } from '../../lambdas/domain/person/person';
import type { Submission } from '../../lambdas/domain/registration';
import { uuid7 } from '../../lambdas/platform/uuid';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

let database: FreshDatabase;
let race: MadeRace;
beforeAll(async () => {
  database = await freshDatabase();
  race = await makeRace(database.postgres, { spots: 8 });
});
afterAll(() => database.close());

const someone = () => submissionFor(race, { id: uuid7(), numbers: [1] }, 0);
const sweepOf = ({ hold: { registrationId } }: Submission) => ({
  registrationId,
  ...race,
  amount: 4500,
  currency: 'EUR',
});

const arrive = (submissions: readonly Submission[]) =>
  registrationsOn(database.postgres).record(race.eventId, submissions);
const sweep = (submission: Submission) => registrationsOn(database.postgres).sweep([sweepOf(submission)]);
const rowOf = async ({ hold }: Submission) => {
  const [row] = await database.postgres.query(
    'SELECT outcome, live, via, person, runner, waiver_hash FROM registration WHERE id = $1',
    [hold.registrationId],
  );
  return row;
};
const mailsTo = async ({ hold }: Submission) => {
  const rows = await database.postgres.query<{ body: object }>(
    `SELECT body FROM outbox WHERE queue = 'mail' AND body ->> 'registrationId' = $1`,
    [hold.registrationId],
  );
  return rows.map(({ body }) => body);
};

test('a runner whose sweep came first stays refused, is known now, and is told', async () => {
  const late = someone();
  await sweep(late);
  expect(await rowOf(late)).toMatchObject({ outcome: 'refused', via: 'sweep', runner: null });

  await arrive([late]);
  expect(await rowOf(late)).toEqual({
    outcome: 'refused',
    live: false,
    via: 'sweep',
    person: personOf(late.runner),
    runner: late.runner,
    waiver_hash: 'w1',
  });
  expect(await mailsTo(late)).toEqual([
    { registrationId: late.hold.registrationId, template: 'not-registered', generation: 1 },
  ]);
});

test('they are told once, however often their submission is delivered, and nobody else takes over their row', async () => {
  const late = someone();
  await sweep(late);
  await arrive([late, late]);
  const another = { ...late, runner: { ...late.runner, email: 'mallory@example.com' } };
  await arrive([another]);
  expect(await rowOf(late)).toMatchObject({ runner: late.runner });
  expect(await mailsTo(late)).toHaveLength(1);
});

test('of two deliveries at the same time one tells them', async () => {
  const late = someone();
  await sweep(late);
  await Promise.all([arrive([late]), arrive([late]), arrive([late])]);
  expect(await mailsTo(late)).toHaveLength(1);
});

test('somebody who was decided in the ordinary way is not touched by a late delivery', async () => {
  const early = someone();
  await arrive([early]);
  const before = await rowOf(early);
  await arrive([early]);
  expect(await rowOf(early)).toEqual(before);
  expect(await mailsTo(early)).toEqual([]);
});

test('a runner with another hold who is told that this one was refused keeps their spot', async () => {
  const runner = someone();
  await arrive([runner]);
  const late = { ...runner, hold: { ...runner.hold, registrationId: uuid7() } };
  await sweep(late);
  await arrive([late]);
  expect(await mailsTo(late)).toHaveLength(1);
  expect(await rowOf(runner)).toMatchObject({ outcome: 'confirmed', live: true });
});
