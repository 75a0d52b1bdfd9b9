import type { Submission } from '../../../lambdas/domain/registration';
import { uuid7 } from '../../../lambdas/platform/uuid';
import type { PostgresRegistrations } from '../../../lambdas/registration/record/postgres-registrations';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { ledgerOn } from '../../support/races/ledger';
import { makeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';

let database: FreshDatabase;
let registrations: PostgresRegistrations;
beforeAll(async () => {
  database = await freshDatabase();
  registrations = registrationsOn(database.postgres);
});
afterAll(() => database.close());

/** An event, of a race of its own, with a block of its spots. */
const anEvent = async () => {
  const race = await makeRace(database.postgres, { spots: 80 });
  await database.postgres.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, 1, '{}', '{}', 'h')`,
    [race.raceId],
  );
  const cut = await ledgerOn(database.postgres).cut(race.eventId, undefined, 'spent');
  if (cut.kind !== 'block') throw new Error(`expected a block, got ${cut.kind}`);
  return { race, block: cut.block };
};

const entering = (
  { race, block }: Awaited<ReturnType<typeof anEvent>>,
  n: number,
  person: string,
  limitGroup: string | undefined,
): Submission => {
  const submission = submissionFor(race, block, n, { person });
  const { registrationId, quote } = submission.hold;
  const line = ['entry', '', quote.total, quote.total] as const;
  const people = [{ registrationId, share: quote.total, lines: [line] }];
  return { ...submission, quoted: { form: 1, people, ...(limitGroup !== undefined && { limitGroup }) } };
};

const record = async (submission: Submission) => {
  const { decisions } = await registrations.record(submission.hold.eventId, [submission]);
  return decisions.map(({ outcome }) => outcome).join();
};

test('of two events of a group that somebody enters at the same moment, they get one; of others, both', async () => {
  const [one, other] = [await anEvent(), await anEvent()];
  const group = uuid7();
  const people = Array.from({ length: 12 }, (_, n) => ({ n, name: `twice-${n}`, group: n < 8 ? group : undefined }));
  const outcomes = await Promise.all(
    people.map(({ n, name, group: of }) =>
      Promise.all([record(entering(one, n, name, of)), record(entering(other, n, name, of))]),
    ),
  );
  expect(outcomes.map((pair) => pair.sort().join())).toEqual([
    ...Array(8).fill('confirmed,duplicate'),
    ...Array(4).fill('confirmed,confirmed'),
  ]);
});

test('a repeat of the registration that they have is answered as before', async () => {
  const submission = entering(await anEvent(), 0, 'repeated', uuid7());
  expect([await record(submission), await record(submission)]).toEqual(['confirmed', 'confirmed']);
});
