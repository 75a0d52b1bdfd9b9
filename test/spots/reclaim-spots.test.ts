import { reclaimSpots } from '../../lambdas/spots/blocks/reclaim-spots';

test('an event or pool whose spots or units cannot be taken back keeps no other waiting, and the failure is thrown at the end', async () => {
  const done: string[] = [];
  const seeTo = async (eventId: string) => {
    if (eventId === 'crowded') throw new Error('lock timeout');
    done.push(eventId);
    return 1;
  };
  const job = reclaimSpots({
    ledger: { due: async () => ['crowded', 'ten'], reclaim: seeTo },
    units: { due: async () => ['shirts', 'crowded'], reclaim: seeTo },
    gifts: { due: async () => ['crowded', 'trees'], topUp: seeTo },
    confirmations: { due: async () => ['crowded', 'five'], ask: seeTo },
  });
  await expect(job()).rejects.toThrow('4 events or pools failed: Error: lock timeout');
  expect(done).toEqual(['ten', 'shirts', 'trees', 'five']);
});
