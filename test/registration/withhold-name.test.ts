import { withholdName } from '../../lambdas/registration/change/withhold-name';
import { submissionFor } from '../support/races/race';

const { hold } = submissionFor({ raceId: 'harbour', eventId: 'ten' }, { id: 'b', numbers: [7] }, 0, { id: 'r1' });

/** Who asks with this token, in this session. The session made r1 if it is theirs. */
const asks = async (token: string, { sessionHash = 's', isTheirs = true, isNewest = true, times = 1 } = {}) => {
  let count = 0;
  const withheld: string[] = [];
  const withhold = withholdName({
    tokens: {
      readHold: async (read) => (read === 'hold' ? hold : undefined),
      readLink: async (read) =>
        ({ link: { registrationId: 'r1', version: 0 }, 'another link': { registrationId: 'r2', version: 0 } })[read],
    },
    owners: { isOfSession: async () => isTheirs, isOfLink: async () => isNewest },
    names: {
      withhold: async (id) => {
        withheld.push(id);
        return { kind: 'withheld' };
      },
    },
    tally: {
      add: async ([amount]) => {
        expect(amount).toMatchObject({ who: 'withheld-name:r1', much: 1, seconds: 3600 });
        count += 1;
        return [count];
      },
    },
    now: () => new Date('2027-03-01T10:00:00Z'),
  });
  let kind = '';
  for (let n = 0; n < times; n++) ({ kind } = await withhold({ registrationId: 'r1', token, sessionHash }));
  return [kind, ...withheld];
};

test.each(['hold', 'link'])('who has the %s of a registration takes its name out of results', async (token) => {
  expect(await asks(token)).toEqual(['withheld', 'r1']);
});

test.each<[string, string, Parameters<typeof asks>[1]]>([
  ['nothing', '', {}],
  ['the id', 'r1', {}],
  ['the link of another registration', 'another link', {}],
  ['a link that is older than the address', 'link', { isNewest: false }],
  ['the hold from another browser', 'hold', { sessionHash: 'other' }],
  ['a hold under the id of what another session made', 'hold', { isTheirs: false }],
])('nobody takes a name out of results with %s', async (_, token, session) => {
  expect(await asks(token, session)).toEqual(['not-yours']);
});

test('the results of a race are not locked again and again by somebody with one link', async () => {
  expect(await asks('link', { times: 10 })).toEqual(['withheld', ...Array(10).fill('r1')]);
  expect(await asks('link', { times: 12 })).toEqual(['too-many-requests', ...Array(10).fill('r1')]);
});
