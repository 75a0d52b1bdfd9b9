import { connect } from 'node:net';
import { administer } from '../../../local/services/postgres-server';
import { makeRace } from '../../support/races/race';
import { openStores } from '../../support/stores';
import { Bank } from './bank';
import { naiveShop, naiveTable } from './naive-shop';
import { type Outcome, openingOf, type Upset } from './opening';
import { productShop } from './product-shop';

const spots = 40;
const promised = spots / 2;
const stores = openStores();

beforeAll(() => administer(stores.database.ownerUrl, [naiveTable]));
beforeEach(() => administer(stores.database.ownerUrl, ['TRUNCATE naive_registration']));

/** memcached's `decr`; resolves with its answer. */
const decrement = (key: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const socket = connect(stores.memcachedPort, '127.0.0.1', () => socket.write(`decr ${key} 1\r\n`));
    socket.once('error', reject);
    socket.once('data', (said) => {
      socket.destroy();
      resolve(said.toString().startsWith('NOT_FOUND') ? undefined : Number(said.toString().trim()));
    });
  });

const naive = async (upset: Upset, { guarded = false } = {}): Promise<Outcome> => {
  const { database, memcached, memcachedPort } = stores;
  await memcached.delete('spots-left');
  const bank = new Bank();
  const shop = naiveShop({ sql: database.postgres, memcached, decrement, bank, spots, guarded });
  return openingOf({ shop, bank, spots, memcachedPort, upset });
};

const product = async (upset: Upset): Promise<Outcome> => {
  const { database, memcached, memcachedPort } = stores;
  const bank = new Bank();
  const race = await makeRace(database.postgres, { spots });
  return openingOf({ shop: productShop({ database, memcached, bank, race }), bank, spots, memcachedPort, upset });
};

const right: Outcome = { oversold: 0, chargedForNothing: 0, sold: spots };

describe('one counter, counted down, made again from the rows there are; charge first, write then', () => {
  test('sells every spot once while nothing goes wrong', async () => {
    expect(await naive('nothing')).toEqual(right);
  });

  test.each<Upset>(['flush', 'old data'])('oversells when the cache is upset: %s', async (upset) => {
    const { oversold } = await naive(upset);
    // Runners whose cards were being charged are forgotten; with old data, all but the first of them.
    expect(oversold).toBeGreaterThanOrEqual(promised - 1);
  });

  test.each<Upset>(['flush', 'old data'])(
    'takes money for nothing when the database refuses what is too much: %s',
    async (upset) => {
      const { oversold, chargedForNothing } = await naive(upset, { guarded: true });
      expect(oversold).toBe(0);
      expect(chargedForNothing).toBeGreaterThanOrEqual(promised - 1);
    },
  );
});

describe('the product, under the same', () => {
  test('sells every spot once while nothing goes wrong', async () => {
    expect(await product('nothing')).toEqual(right);
  });

  test.each<Upset>(['flush', 'old data'])(
    'sells every spot once, and charges nobody for nothing: %s',
    async (upset) => {
      expect(await product(upset)).toEqual(right);
    },
  );
});
