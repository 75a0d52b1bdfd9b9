import { randomBytes } from 'node:crypto';
import type { Submission } from '../../lambdas/domain/registration';
import { sqlStateOf } from '../../lambdas/platform/postgres/postgres';
import { isDataFault } from '../../lambdas/platform/retry';
import { recordRegistrations } from '../../lambdas/registration/record/record-registrations';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { ledgerOn } from '../support/races/ledger';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { waitingListOn } from '../support/races/waiting-list';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Longer than an entry of an index may be, and random: PostgreSQL would compress repetitions. */
const tooLong = `${randomBytes(6_000).toString('base64url')}@example.com`;

test('a submission with more in a field than an index takes fails alone, and the others of the batch are in', async () => {
  const { postgres } = database;
  const race = await makeRace(postgres, { spots: 4 });
  const answer = await ledgerOn(postgres).cut(race.eventId, undefined, 'spent');
  if (answer.kind !== 'block') throw new Error(`expected a block, got ${answer.kind}`);
  const [first, poison, last] = [0, 1, 2].map((n) => submissionFor(race, answer.block, n)) as [
    Submission,
    Submission,
    Submission,
  ];
  const reported: unknown[] = [];
  const record = recordRegistrations({
    registrations: registrationsOn(postgres),
    waitingList: waitingListOn(postgres),
    outcomes: { put: async () => undefined, changed: async () => undefined },
    remembered: { seated: async () => undefined, ended: async () => undefined },
    unpaid: { takeBack: async () => undefined },
    relay: async () => undefined,
    report: (error) => void reported.push(error),
    isPoison: isDataFault,
    now: () => new Date(),
  });
  const bad = { ...poison, runner: { ...poison.runner, email: tooLong } };
  expect([...(await record({ submissions: [first, bad, last], sweeps: [], joins: [] }))]).toEqual([bad]);
  expect(reported.map(sqlStateOf)).toEqual(['54000']);
  const rows = await postgres.query<{ id: string }>('SELECT id FROM registration WHERE event_id = $1 ORDER BY spot', [
    race.eventId,
  ]);
  expect(rows.map(({ id }) => id)).toEqual([first, last].map(({ hold }) => hold.registrationId));
});
