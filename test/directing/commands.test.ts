import { type CommandNeeds, commands } from '../../lambdas/directing/commands';
import { directWorker } from '../../lambdas/directing/worker';

const untouched = (): never => {
  throw new Error('a message that cannot be read must not run anything');
};

const direct = directWorker({
  createRace: untouched,
  changeCapacity: untouched,
  cancelRegistration: untouched,
  expectations: { expect: untouched } as unknown as CommandNeeds['expectations'],
  disputes: { list: untouched },
  settleDispute: untouched,
});

test.each([[undefined], [null], ['createRace'], [{}], [{ deleteRace: {} }], [['createRace']]])(
  'a message that names no command is refused, and told which there are: %j',
  async (message) => {
    const answer = await direct(message);
    expect(answer).toHaveProperty('refused');
    const { detail } = (answer as { refused: { detail: string } }).refused;
    for (const name of Object.keys(commands)) expect(detail).toContain(name);
  },
);

test('a name that is no command is said to be none', async () => {
  expect(await direct({ deleteRace: {} })).toMatchObject({
    refused: { errors: [{ field: 'deleteRace', message: 'is no command' }] },
  });
});

test.each(Object.keys(commands))('%s is refused when its message cannot be read', async (name) => {
  const answer = await direct({ [name]: { nonsense: true } });
  expect(answer).toMatchObject({ refused: { errors: expect.arrayContaining([expect.objectContaining({})]) } });
  const { errors } = (answer as { refused: { errors: readonly { field: string }[] } }).refused;
  expect(errors.every(({ field }) => field.startsWith(name))).toBe(true);
});

test('two commands in one message are refused: one of them would be forgotten', async () => {
  const cancelRegistration = { registrationId: '01890000-0000-7000-8000-000000000000' };
  const expectRunners = { raceId: 'a-race', runners: 5 };
  expect(await direct({ cancelRegistration, expectRunners })).toHaveProperty('refused');
});

describe('disputes', () => {
  const dispute = 'dp_1';
  const listed: readonly (string | undefined)[] = [];
  const settling = directWorker({
    createRace: untouched,
    changeCapacity: untouched,
    cancelRegistration: untouched,
    expectations: { expect: untouched } as unknown as CommandNeeds['expectations'],
    disputes: {
      list: async (raceId) => {
        (listed as (string | undefined)[]).push(raceId);
        return [];
      },
    },
    settleDispute: async (id, decision) =>
      id === dispute ? { kind: 'settled', cancelled: decision === 'cancel' ? ['r'] : [] } : { kind: 'not-found' },
  });

  test('are listed for a race or for all, and settled for the runner or against them', async () => {
    expect(await settling({ disputes: {} })).toEqual({ disputes: [] });
    expect(await settling({ disputes: { raceId: 'city-run' } })).toEqual({ disputes: [] });
    expect(listed).toEqual([undefined, 'city-run']);
    expect(await settling({ settleDispute: { dispute, decision: 'cancel' } })).toEqual({
      settled: { dispute, cancelled: ['r'] },
    });
    expect(await settling({ settleDispute: { dispute, decision: 'keep' } })).toEqual({
      settled: { dispute, cancelled: [] },
    });
  });

  test.each([{ dispute: 'pi_1', decision: 'keep' }, { dispute, decision: 'refund' }, { dispute }])(
    '%j is refused before anything runs',
    async (settleDispute) => expect(await direct({ settleDispute })).toHaveProperty('refused'),
  );

  test('one that nobody knows is refused', async () =>
    expect(await settling({ settleDispute: { dispute: 'dp_2', decision: 'keep' } })).toMatchObject({
      refused: { reason: 'no-such-dispute', errors: [{ message: 'there is no such dispute.' }] },
    }));
});
