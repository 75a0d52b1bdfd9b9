import { stampede } from '../../../bench/cache/stampede/stampede';
import { freshMemcached } from '../../support/memcached';

test('a thousand callers in four processes who ask at once for what nobody has are one load, and all are served', async () => {
  const server = await freshMemcached();
  try {
    // They wait far longer than in production for the one that loads: a busy machine must not make a second one load.
    const crowd = { processes: 4, callers: 1000, loadMs: 100, waitMs: 30_000 };
    const outcomes = await stampede(server.port, crowd, ['cold:1', 'cold:2']);
    expect(outcomes).toMatchObject([
      { loads: 1, loaders: 1, answers: 1000 },
      { loads: 1, loaders: 1, answers: 1000 },
    ]);
  } finally {
    await server.stop();
  }
}, 60_000);
