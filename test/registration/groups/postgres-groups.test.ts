import type { Submission } from '../../../lambdas/domain/registration';
import { lockEvent } from '../../../lambdas/ledger/event-sql';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { isDataFault } from '../../../lambdas/platform/retry';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { lockSellable } from '../../../lambdas/registration/record/postgres-group-facts';
import { writeMembers } from '../../../lambdas/registration/record/postgres-groups';
import { idOf, openGroupFixture, outcomes } from '../../support/races/group-fixture';
import { groupFor } from '../../support/races/group-submission';
import { submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import { until } from '../../support/until';

const {
  query,
  postgres,
  recordGroup,
  alone,
  join,
  raceInOneBlock,
  free,
  rowsOf,
  ordersOf,
  waitingIn,
  lockWaiters,
  meanwhile,
} = openGroupFixture();

test('all of them get their spots, each a row of their own, and one card is charged for all', async () => {
  const { race, block } = await raceInOneBlock(8);
  const three = groupFor(race, block, [2, 3, 4], { people: ['ada', 'bea', 'cem'] });
  await join(race, 'bea');
  const recorded = await recordGroup(three);
  expect(outcomes(recorded)).toEqual(['confirmed 3', 'confirmed 4', 'confirmed 5']);
  const both = { outcome: 'confirmed', live: true, via: 'block', share: 4500 };
  expect(await rowsOf(three)).toMatchObject([
    { ...both, number: 3, paid_as: null },
    { ...both, number: 4, paid_as: idOf(three) },
    { ...both, number: 5, paid_as: idOf(three) },
  ]);
  expect(await ordersOf(three)).toEqual(['capture 13500']);
  expect(recorded.outbox).toHaveLength(1);
  // Registered runners no longer wait, and neither do companions.
  expect(await waitingIn(race)).toMatchObject([{ state: 'registered' }]);
});

test('what does not divide is not given to anybody: three shares of 100 are 33', async () => {
  const { race, block } = await raceInOneBlock(3);
  const three = groupFor(race, block, [0, 1, 2], { total: 100 });
  await recordGroup(three);
  expect((await rowsOf(three)).map(({ share }) => share)).toEqual([33, 33, 33]);
});

test('delivered again, or twice at once, it is answered as before, and no money is ordered twice', async () => {
  const { race, block } = await raceInOneBlock(8);
  const two = groupFor(race, block, [0, 1]);
  const answers = await Promise.all([1, 2, 3].map(() => recordGroup(two)));
  expect(answers.map((answer) => outcomes(answer).join()).sort((a, b) => a.length - b.length)).toEqual([
    'confirmed 1,confirmed 2',
    'confirmed 1 as before,confirmed 2 as before',
    'confirmed 1 as before,confirmed 2 as before',
  ]);
  expect(await ordersOf(two)).toEqual(['capture 9000']);
});

test('when one of them is in already nobody is taken in, no spot is used, and the card is let go', async () => {
  const { race, block } = await raceInOneBlock(8);
  await alone(submissionFor(race, block, 7, { person: 'bea' }));
  const three = groupFor(race, block, [0, 1, 2], { people: ['ada', 'bea', 'cem'] });
  expect(outcomes(await recordGroup(three))).toEqual(['duplicate', 'duplicate', 'duplicate']);
  expect(await rowsOf(three)).toMatchObject([1, 2, 3].map(() => ({ outcome: 'duplicate', live: false, share: 4500 })));
  expect(await ordersOf(three)).toEqual(['void 13500']);
  expect(outcomes(await recordGroup(three))).toEqual([1, 2, 3].map(() => 'duplicate as before'));
});

test('one person twice is nobody', async () => {
  const { race, block } = await raceInOneBlock(8);
  const two = groupFor(race, block, [0, 1], { people: ['ada', 'ada'] });
  expect(outcomes(await recordGroup(two))).toEqual(['duplicate', 'duplicate']);
});

test('a companion’s id that is a registration already stays what it is, and nobody is taken in', async () => {
  const { race, block } = await raceInOneBlock(8);
  const before = submissionFor(race, block, 7);
  await alone(before);
  const made = groupFor(race, block, [0, 1]);
  const two = { ...made, hold: { ...made.hold, companions: [{ registrationId: idOf(before), spot: 2 }] } };
  expect(outcomes(await recordGroup(two))).toEqual(['confirmed 8 as before', 'duplicate']);
  expect(await rowsOf(before)).toMatchObject([{ outcome: 'confirmed', live: true, number: 8, paid_as: null }]);
  expect(await ordersOf(made)).toEqual(['void 9000']);
});

describe('who gets in alone at the same moment', () => {
  test('and is faster: then nobody of them is taken in', async () => {
    const { race, block } = await raceInOneBlock(8);
    const cem = submissionFor(race, block, 7, { person: 'cem' });
    const three = groupFor(race, block, [0, 1, 2], { people: ['ada', 'bea', 'cem'] });
    const { writer: slow, times } = meanwhile(writeMembers, () => alone(cem));
    expect(outcomes(await slow.recordGroup(three))).toEqual(['duplicate', 'duplicate', 'duplicate']);
    expect(times()).toBe(2);
    expect(await ordersOf(three)).toEqual(['void 13500']);
    expect(await rowsOf(cem)).toMatchObject([{ outcome: 'confirmed', live: true }]);
  });

  test('and has not committed yet is waited for', async () => {
    const { race, block } = await raceInOneBlock(8);
    const bea = submissionFor(race, block, 7, { person: 'bea' });
    const two = groupFor(race, block, [0, 1], { people: ['ada', 'bea'] });
    const { deciding } = await postgres().transaction(async (sql) => {
      const inside: Postgres = {
        query: (text, values) => sql.query(text, values),
        transaction: (work) => work(sql),
        close: async () => undefined,
      };
      await registrationsOn(inside).record(race.eventId, [bea]);
      const deciding = recordGroup(two);
      await until(async () => (await lockWaiters()) === 1);
      return { deciding };
    });
    expect(outcomes(await deciding)).toEqual(['duplicate', 'duplicate']);
  });

  test('while the others are about to be refused is seen all the same', async () => {
    const { race, block } = await raceInOneBlock(2);
    await alone(submissionFor(race, block, 0));
    const bea = submissionFor(race, block, 1, { person: 'bea' });
    const two = groupFor(race, { id: uuid7(), numbers: [1, 2] }, [0, 1], { people: ['ada', 'bea'] });
    const { writer: slow } = meanwhile(lockSellable, () => alone(bea));
    expect(outcomes(await slow.recordGroup(two))).toEqual(['duplicate', 'duplicate']);
    expect(await waitingIn(race)).toEqual([]);
  });

  test('is a duplicate when they were faster', async () => {
    const { race, block } = await raceInOneBlock(8);
    const two = groupFor(race, block, [0, 1], { people: ['ada', 'bea'] });
    await recordGroup(two);
    const bea = submissionFor(race, block, 7, { person: 'bea' });
    expect(outcomes(await alone(bea))).toEqual(['duplicate']);
  });
});

test('several wait their turn while somebody cuts or joins the list', async () => {
  const { race, block } = await raceInOneBlock(4);
  const two = groupFor(race, block, [0, 1]);
  const { deciding } = await postgres().transaction(async (sql) => {
    await sql.query(lockEvent, [race.eventId]);
    const deciding = recordGroup(two);
    await until(async () => (await lockWaiters()) === 1);
    return { deciding };
  });
  expect(outcomes(await deciding)).toEqual(['confirmed 1', 'confirmed 2']);
});

test('a group that is decided is answered again without the lock that every cut waits for', async () => {
  const { race, block } = await raceInOneBlock(4);
  const two = groupFor(race, block, [0, 1]);
  await recordGroup(two);
  const again = await postgres().transaction(async (sql) => {
    await sql.query(lockEvent, [race.eventId]);
    return recordGroup(two);
  });
  expect(outcomes(again)).toEqual(['confirmed 1 as before', 'confirmed 2 as before']);
});

test('what nobody can write is a fault of the message, and leaves nothing behind', async () => {
  const { race, block } = await raceInOneBlock(4);
  const two = groupFor(race, block, [0, 1]);
  const companions = (two.companions ?? []).map((runner) => ({ ...runner, emergencyContact: 'a \u0000' }));
  const faults = [
    { ...two, companions },
    { ...two, hold: { ...two.hold, companions: [{ registrationId: idOf(two), spot: 2 }] } },
  ];
  for (const fault of faults) {
    const error: unknown = await recordGroup(fault).catch((thrown) => thrown);
    expect(isDataFault(error)).toBe(true);
    expect(await rowsOf(two)).toEqual([]);
  }
});

test('families and others at once, on spots dealt twice: all of a family or nobody, and no spot is lost or given twice', async () => {
  const { race, block } = await raceInOneBlock(40);
  await free(race, [36, 37, 38, 39, 40]);
  const families = Array.from({ length: 10 }, (_, n) =>
    groupFor(race, block, [3 * n, 3 * n + 1, 3 * n + 2], { people: [`p${n}a`, `p${n}b`, `p${n}c`] }),
  );
  const others = [
    // Six runners on spots of families; three of them are in a family, too.
    ...[0, 4, 8, 12, 16, 20].map((n, at) => submissionFor(race, block, n, at % 2 ? { person: `p${at}b` } : {})),
    ...[30, 31, 32, 33].map((n) => submissionFor(race, block, n)),
  ];
  const settle = (one: Submission) => (one.companions ? recordGroup(one) : alone(one));
  await Promise.all([...families, ...others, ...families].map(settle));
  for (let round = 0; round < 3; round++) await Promise.all([...families, ...others].map(settle));

  for (const family of families) {
    const rows = await rowsOf(family);
    expect([0, 3]).toContain(rows.length);
    expect(new Set(rows.map(({ outcome }) => outcome)).size).toBeLessThanOrEqual(1);
    expect(await ordersOf(family)).toHaveLength(rows.length === 0 ? 0 : 1);
  }
  const [sums] = await query<{ spots: number; taken: number; people: number; lost: number }>(
    `SELECT count(*)::int AS spots, count(r.id)::int AS taken, count(DISTINCT r.person)::int AS people,
            count(*) FILTER (WHERE s.block IS NOT NULL AND s.block <> $2 AND r.id IS NULL)::int AS lost
     FROM spot s LEFT JOIN registration r ON r.event_id = s.event_id AND r.spot = s.number WHERE s.event_id = $1`,
    [race.eventId, block.id],
  );
  expect(sums).toMatchObject({ spots: 40, lost: 0 });
  expect(sums?.taken).toBe(sums?.people);
});

test('one person alone is written as before: nobody else pays, and nothing is shared', async () => {
  const { race, block } = await raceInOneBlock(2);
  const one = submissionFor(race, block, 0);
  await alone(one);
  expect(await rowsOf(one)).toMatchObject([{ outcome: 'confirmed', share: null, paid_as: null }]);
});
