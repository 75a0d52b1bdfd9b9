import { personOf } from '../../../lambdas/domain/person/person';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import type { Block, Times } from '../../../lambdas/spots/blocks/block';
import type { Cut } from '../../../lambdas/spots/blocks/ports';
import { PostgresPlaces } from '../../../lambdas/spots/waiting-list/postgres-places';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { untilOneWaits } from '../../support/postgres/lock-waiters';
import { givingWith, ledgerOn } from '../../support/races/ledger';
import { placeKeyOf } from '../../support/races/place-key';
import { makeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import { joinConfirmed } from '../../support/races/waiting-list';

let database: FreshDatabase;
const opened: string[] = [];
const counters = { open: async (id: string) => void opened.push(id) };
/** Times of blocks that have ended when they are cut: holds last ten minutes. */
const over: Partial<Times> = { deal: 0, grace: -600 };
const ledgerWith = (changes: Partial<Times> = {}) => ledgerOn(database.postgres, { counters, changes });
const blockOf = (cut: Cut): Block => {
  if (cut.kind !== 'block') throw new Error(`expected a block, got ${cut.kind}`);
  return cut.block;
};
const sellable = async (eventId: string) => {
  const [row] = await database.postgres.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM spot WHERE event_id = $1 AND block IS NULL',
    [eventId],
  );
  return row?.n;
};

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('cuts an eighth of what is sellable, at most 256, at least one', async () => {
  const ledger = ledgerWith();
  for (const [spots, size] of [
    [8000, 256],
    [500, 62],
    [9, 1],
    [1, 1],
  ] as const) {
    const { eventId } = await makeRace(database.postgres, { spots });
    expect(blockOf(await ledger.cut(eventId, undefined, 'spent')).numbers).toHaveLength(size);
  }
});

test('many callers who leave the same block get the same next block, and nothing is stranded', async () => {
  const { eventId } = await makeRace(database.postgres, { spots: 800 });
  const first = blockOf(await ledgerWith().cut(eventId, undefined, 'spent'));
  const nexts = await Promise.all(Array.from({ length: 30 }, () => ledgerWith().cut(eventId, first.id, 'spent')));
  expect(new Set(nexts.map((next) => blockOf(next).id)).size).toBe(1);
  expect(await sellable(eventId)).toBe(800 - 100 - 87);
});

test('a process that leaves a block while another is cutting the next one waits for that, and cuts none', async () => {
  const { eventId } = await makeRace(database.postgres, { spots: 800 });
  const first = blockOf(await ledgerWith().cut(eventId, undefined, 'spent'));
  let second: Promise<Cut> | undefined;
  const open = async () => {
    second = ledgerWith().cut(eventId, first.id, 'spent');
    await untilOneWaits(database.postgres);
  };
  const next = blockOf(await ledgerOn(database.postgres, { counters: { open } }).cut(eventId, first.id, 'spent'));
  expect(await second).toMatchObject({ kind: 'block', block: { id: next.id } });
  expect(await sellable(eventId)).toBe(800 - 100 - 87);
});

test('a process that looks ahead and finds nothing does not hide the last block from those who know none', async () => {
  const { eventId } = await makeRace(database.postgres, { spots: 1 });
  const last = blockOf(await ledgerWith().cut(eventId, undefined, 'spent'));
  expect(await ledgerWith().cut(eventId, last.id, 'spent')).toEqual({ kind: 'held' });
  expect(blockOf(await ledgerWith().cut(eventId, undefined, 'spent')).id).toBe(last.id);
});

test('the gun is the database clock: nothing is cut before the opening or after the closing', async () => {
  const early = await makeRace(database.postgres, { spots: 10, opensIn: 60_000 });
  const late = await makeRace(database.postgres, { spots: 10, opensIn: -60_000, closesIn: -1 });
  expect(await ledgerWith().cut(early.eventId, undefined, 'spent')).toEqual({ kind: 'early' });
  expect(await ledgerWith().cut(late.eventId, undefined, 'spent')).toEqual({ kind: 'closed' });
  expect([await sellable(early.eventId), await sellable(late.eventId)]).toEqual([10, 10]);
});

test('a caller whose clock runs ahead is given the block that has not expired', async () => {
  const { eventId } = await makeRace(database.postgres, { spots: 100 });
  const block = blockOf(await ledgerWith().cut(eventId, undefined, 'spent'));
  expect(blockOf(await ledgerWith().cut(eventId, block.id, 'expired')).id).toBe(block.id);
  expect(blockOf(await ledgerWith().cut(eventId, block.id, 'spent')).id).not.toBe(block.id);
});

test('a block is not dealt from after the race closes', async () => {
  const { eventId } = await makeRace(database.postgres, { spots: 100, closesIn: 30_000 });
  const block = blockOf(await ledgerWith().cut(eventId, undefined, 'spent'));
  expect(block.dealUntil).toBeLessThan(Date.now() + 31_000);
});

test('when its counter cannot be made, nothing is cut', async () => {
  const { eventId } = await makeRace(database.postgres, { spots: 100 });
  const broken = ledgerOn(database.postgres, {
    counters: { open: async () => Promise.reject(new Error('cache away')) },
  });
  await expect(broken.cut(eventId, undefined, 'spent')).rejects.toThrow('cache away');
  expect(await sellable(eventId)).toBe(100);
});

test('says held while a dealt spot may come back, and sold out only when every spot has its runner', async () => {
  const race = await makeRace(database.postgres, { spots: 1 });
  const block = blockOf(await ledgerWith().cut(race.eventId, undefined, 'spent'));
  expect(await ledgerWith().cut(race.eventId, block.id, 'spent')).toEqual({ kind: 'held' });
  await registrationsOn(database.postgres).record(race.eventId, [submissionFor(race, block, 0)]);
  expect(await ledgerWith().cut(race.eventId, block.id, 'spent')).toEqual({ kind: 'sold-out' });
});

test('a row that another transaction has locked is not taken for sold', async () => {
  const { eventId } = await makeRace(database.postgres, { spots: 1 });
  await database.postgres.transaction(async (sql) => {
    await sql.query('SELECT 1 FROM spot WHERE event_id = $1 FOR UPDATE', [eventId]);
    expect(await ledgerWith().cut(eventId, undefined, 'spent')).toEqual({ kind: 'held' });
  });
});

describe('how soon a block ends', () => {
  /** Rounds up to half a minute. */
  const secondsLeft = async (block: Block) => {
    const [row] = await database.postgres.query<{ left: number }>(
      'SELECT ceil(extract(epoch FROM closes_at - clock_timestamp()) / 30)::int * 30 AS left FROM block WHERE id = $1',
      [block.id],
    );
    return row?.left;
  };
  const [planned, soon] = [1200, 630];

  test('once it was dealt to its end, when the last hold of it can have ended; not when it is only left', async () => {
    const { eventId } = await makeRace(database.postgres, { spots: 800 });
    const ledger = ledgerWith();
    const first = blockOf(await ledger.cut(eventId, undefined, 'spent'));
    expect(await secondsLeft(first)).toBe(planned);
    const next = blockOf(await ledger.cut(eventId, first.id, 'ahead'));
    expect([await secondsLeft(first), await secondsLeft(next)]).toEqual([planned, planned]);
    // A late caller from it gets the block that was cut ahead, and is trusted all the same.
    expect(blockOf(await ledger.cut(eventId, first.id, 'spent')).id).toBe(next.id);
    expect([await secondsLeft(first), await secondsLeft(next)]).toEqual([soon, planned]);
    await ledger.end(eventId, next.id, 'spent');
    expect(await secondsLeft(next)).toBe(soon);
  });

  test('once its counter is lost, a minute later, because another process may know where it is', async () => {
    const { eventId } = await makeRace(database.postgres, { spots: 800 });
    const block = blockOf(await ledgerWith().cut(eventId, undefined, 'spent'));
    await ledgerWith().cut(eventId, block.id, 'lost');
    expect(await secondsLeft(block)).toBe(690);
    await ledgerWith().end(eventId, block.id, 'spent');
    await ledgerWith().end(eventId, block.id, 'lost');
    expect(await secondsLeft(block)).toBe(soon);
  });

  test('is never reported for a block of another event, nor again for one that is closed', async () => {
    const [race, other] = [
      await makeRace(database.postgres, { spots: 80 }),
      await makeRace(database.postgres, { spots: 80 }),
    ];
    const block = blockOf(await ledgerWith().cut(race.eventId, undefined, 'spent'));
    await ledgerWith().end(other.eventId, block.id, 'spent');
    expect(await secondsLeft(block)).toBe(planned);
    await database.postgres.query(`UPDATE block SET closes_at = clock_timestamp() WHERE id = $1`, [block.id]);
    await ledgerWith().reclaim(race.eventId);
    await ledgerWith().end(race.eventId, block.id, 'spent');
    expect(await secondsLeft(block)).toBe(0);
  });

  test.each([180, 1200])(
    'is reckoned with the race’s own hold time, as it was when the block was cut: %i s',
    async (hold) => {
      const race = await makeRace(database.postgres, { spots: 800 });
      const setTo = (seconds: number) =>
        database.postgres.query('UPDATE race SET hold_seconds = $2 WHERE id = $1', [race.raceId, seconds]);
      await setTo(hold);
      const block = blockOf(await ledgerWith().cut(race.eventId, undefined, 'spent'));
      expect([block.holdSeconds, await secondsLeft(block)]).toEqual([hold, 600 + hold]);
      await setTo(600);
      expect(blockOf(await ledgerWith().cut(race.eventId, undefined, 'spent')).holdSeconds).toBe(hold);
      await ledgerWith().end(race.eventId, block.id, 'spent');
      expect(await secondsLeft(block)).toBe(30 + hold);
    },
  );
});

describe('the last numbers of a block that nobody was dealt', () => {
  test('are sellable again at once, but for one that is registered; the others stay in the block', async () => {
    const race = await makeRace(database.postgres, { spots: 80 });
    const ledger = ledgerWith();
    const block = blockOf(await ledger.cut(race.eventId, undefined, 'spent'));
    await registrationsOn(database.postgres).record(race.eventId, [submissionFor(race, block, 8)]);
    await ledger.giveBack(race.eventId, block.id, [8, 9, 10]);
    expect(await sellable(race.eventId)).toBe(72);
    expect(blockOf(await ledger.cut(race.eventId, undefined, 'expired')).numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(blockOf(await ledger.cut(race.eventId, block.id, 'spent')).numbers).toContain(10);
  });

  test('go to those who wait for them', async () => {
    const race = await makeRace(database.postgres, { spots: 8 });
    const ledger = ledgerWith();
    const blocks = [];
    for (let left: string | undefined; blocks.length < 8; left = blocks.at(-1)?.id)
      blocks.push(blockOf(await ledger.cut(race.eventId, left, 'spent')));
    const runner = { firstName: 'Ada', lastName: 'Test', email: 'ada@example.com', birthDate: '1990-01-01' };
    const join = { placeId: uuid7(), person: personOf(runner), runner, size: 1 };
    await joinConfirmed(database.postgres, race.eventId, [join]);
    await ledger.giveBack(race.eventId, blocks.at(-1)?.id ?? '', [8]);
    const places = new PostgresPlaces(database.postgres, givingWith());
    expect((await places.offered(placeKeyOf(race.eventId, join)))?.block.numbers).toEqual([8]);
  });

  test('are not given back a second time, when reclaim has done it and they are somebody else’s', async () => {
    const race = await makeRace(database.postgres, { spots: 8 });
    const ended = ledgerWith(over);
    const first = blockOf(await ended.cut(race.eventId, undefined, 'spent'));
    await ended.reclaim(race.eventId);
    const second = blockOf(await ledgerWith().cut(race.eventId, first.id, 'spent'));
    expect(second.numbers).toEqual(first.numbers);
    await ledgerWith().giveBack(race.eventId, first.id, first.numbers);
    expect(await sellable(race.eventId)).toBe(7);
  });
});

describe('reclaim', () => {
  test('takes back what nobody registered, and only that', async () => {
    const race = await makeRace(database.postgres, { spots: 80 });
    const ledger = ledgerWith(over);
    const block = blockOf(await ledger.cut(race.eventId, undefined, 'spent'));
    await registrationsOn(database.postgres).record(race.eventId, [submissionFor(race, block, 3)]);
    expect(await ledger.due()).toContain(race.eventId);
    expect(await ledger.reclaim(race.eventId)).toBe(block.numbers.length - 1);
    expect(await sellable(race.eventId)).toBe(79);
    expect(await ledger.reclaim(race.eventId)).toBe(0);
    expect(await ledger.due()).not.toContain(race.eventId);
  });

  test('leaves a block alone while a hold of it may still come in', async () => {
    const { eventId } = await makeRace(database.postgres, { spots: 80 });
    await ledgerWith().cut(eventId, undefined, 'spent');
    expect(await ledgerWith().reclaim(eventId)).toBe(0);
    expect(await sellable(eventId)).toBe(70);
  });

  test('waits for a writer in the middle of its transaction, and leaves that runner the spot', async () => {
    const race = await makeRace(database.postgres, { spots: 8 });
    // No retry: the foreign key refuses to free a registered spot, and a second attempt would find the writer's row.
    const { postgres } = database;
    const once: Postgres = {
      query: (text, values) => postgres.query(text, values),
      transaction: (work) => postgres.transaction(work),
      close: () => postgres.close(),
    };
    const ledger = ledgerOn(once, { changes: over });
    const block = blockOf(await ledger.cut(race.eventId, undefined, 'spent'));
    let reclaimed: Promise<number> | undefined;
    await database.postgres.transaction(async (sql) => {
      await sql.query('SELECT 1 FROM spot WHERE event_id = $1 AND number = $2 FOR NO KEY UPDATE', [
        race.eventId,
        block.numbers[0],
      ]);
      reclaimed = ledger.reclaim(race.eventId);
      await untilOneWaits(database.postgres);
      await sql.query(
        `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
         VALUES ($1, $2, 'in-flight', 'confirmed', true, $3, $4, $3, 'block')`,
        [uuid7(), race.eventId, block.numbers[0], block.id],
      );
    });
    expect(await reclaimed).toBe(0);
    expect(await sellable(race.eventId)).toBe(7);
  });
});
