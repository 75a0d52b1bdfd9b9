import * as v from 'valibot';
import * as examples from '../../../lambdas/api/examples/examples';
import { transferQuoted } from '../../../lambdas/api/examples/form-examples';
import { transferEntry } from '../../../lambdas/api/messages/transfer-entry';
import { transferTokenIn } from '../../../loadtest/people/mailed-links';
import { passOn } from '../../../loadtest/people/pass-on';
import { person } from '../../../loadtest/people/people';
import type { UserSession } from '../../../loadtest/people/user-session';
import { random as seeded } from '../../support/random';

const { confirmed } = examples.registrationStatuses;
const documents = [{ kind: 'waiver', hash: 'w'.repeat(43), signature: 'typed-name' }];
const form = { raceId: examples.race.id, revision: 3, language: 'en', questions: [], documents };

interface Passed {
  readonly shown?: object;
  /** What the new registration is, once its card was charged. */
  readonly status?: string;
  readonly paying?: number;
}

/** A runner whose card is charged at the second look, and the person who takes their spot over. */
const passes = async ({ shown = {}, status = 'confirmed', paying = 202 }: Passed) => {
  const asked: string[] = [];
  const sent: Record<string, unknown> = {};
  let looks = 0;
  const answers: Readonly<Record<string, () => object>> = {
    'own status': () => ({
      status: 200,
      body: { ...confirmed, status, payment: ++looks === 1 ? 'authorised' : 'captured' },
    }),
    offer: () => ({ status: 202 }),
    'offered spot': () => ({ status: 200, body: { ...examples.transferStatuses.offered, ...shown } }),
    form: () => ({ status: 200, body: form }),
    'quote of the fee': () => ({ status: 200, body: transferQuoted }),
    card: () => ({ status: 200, body: { id: 'ctoken_1' } }),
    'take over': () => ({ status: paying, body: {} }),
  };
  const sessionOf = (who: string) =>
    ({
      hasTime: true,
      random: seeded(1).next,
      pause: async () => undefined,
      ask: async (step: string, { json, bearer }: { json?: unknown; bearer?: string }) => {
        asked.push(`${who} ${step}`);
        sent[step] = { json, bearer };
        return answers[step]?.();
      },
    }) as unknown as UserSession;
  const journey = {
    site: { url: '', processor: { url: '', publishableKey: '' } },
    ...{ raceId: examples.race.id, registrationId: confirmed.registrationId, person: person(0, 'run'), card: '4242' },
  };
  const recipient = {
    ...{ person: person(1, 'run'), sessionFrom: () => sessionOf('other') },
    links: { take: (address: string) => (address === person(1, 'run').email ? 'link' : undefined) },
  };
  const fee = await passOn(sessionOf('runner'), journey, examples.holdGranted, recipient);
  return { fee, asked, sent };
};

test('a spot is offered once its card was charged, and taken over by the link alone where that costs nothing', async () => {
  const { fee, asked, sent } = await passes({ paying: 200 });
  expect(fee).toBe(0);
  expect(asked).toEqual([
    ...['runner own status', 'runner own status', 'runner offer'],
    ...['other offered spot', 'other take over'],
  ]);
  expect(sent['take over']).toMatchObject({ bearer: 'link', json: { runner: { email: person(1, 'run').email } } });
});

test('where it costs a fee the new runner signs the form, has the fee quoted, and pays it', async () => {
  const { fee, sent } = await passes({ shown: { fee: { amount: 1000, currency: 'EUR' }, form: 3 } });
  expect(fee).toBe(1000);
  const { json } = sent['quote of the fee'] as { json: unknown };
  expect(v.parse(transferEntry, json).entry.people).toMatchObject([{ signatures: [{ kind: 'waiver' }] }]);
  expect(sent['take over']).toMatchObject({
    bearer: 'link',
    json: { transfer: transferQuoted.quote, runner: transferQuoted.runner, confirmationToken: 'ctoken_1' },
  });
});

test('nothing that the API does not promise is taken for a spot', async () => {
  const fee = { fee: { amount: 1000, currency: 'EUR' } };
  await expect(passes({ shown: fee, paying: 409 })).rejects.toThrow('pay the fee: 409');
  await expect(passes({ paying: 404 })).rejects.toThrow('accept: 404');
  const gone = examples.transferStatuses.gone;
  await expect(passes({ shown: { ...gone, from: undefined } })).rejects.toThrow();
});

test('the link of a mail is read from its text', () => {
  const id = '019d2b7c-4f10-7a92-b6c3-1d2e3f405162';
  expect(transferTokenIn(`Take it over:\nhttp://localhost:8000/transfers/${id}#k1.abc.def\nuntil Sunday`)).toBe(
    'k1.abc.def',
  );
  expect(transferTokenIn('http://localhost:8000/registrations/x#k1')).toBeUndefined();
});
