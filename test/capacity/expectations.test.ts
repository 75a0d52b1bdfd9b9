import { horizonMinutes } from '../../lambdas/capacity/need';
import { PostgresExpectations, PostgresOpenings } from '../../lambdas/capacity/postgres-openings';
import { directing } from '../support/directing';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace } from '../support/races/race';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const direct = (message: unknown) => directing({ expectations: new PostgresExpectations(database.postgres) })(message);
const announce = (raceId: string, runners: number) => direct({ expectRunners: { raceId, runners } });

test('the crowd a director announces is planned for, and again when they hear better', async () => {
  const { raceId } = await makeRace(database.postgres, { spots: 50, opensIn: 60_000 });
  const interests = async () => {
    const { openings } = await new PostgresOpenings(database.postgres).near(horizonMinutes);
    return openings.map(({ interest }) => interest);
  };
  expect(await interests()).toEqual([undefined]);
  expect(await announce(raceId, 20_000)).toEqual({ expected: { raceId, runners: 20_000 } });
  expect(await announce(raceId, 50_000)).toEqual({ expected: { raceId, runners: 50_000 } });
  expect(await interests()).toEqual([50_000]);
});

test('a race nobody knows, and a crowd of none, are refused by field', async () => {
  expect(await announce('nowhere-2027', 500)).toMatchObject({
    refused: { errors: [{ field: 'expectRunners.raceId' }] },
  });
  expect(await announce('nowhere-2027', 0)).toMatchObject({
    refused: { errors: [{ field: 'expectRunners.runners' }] },
  });
});
