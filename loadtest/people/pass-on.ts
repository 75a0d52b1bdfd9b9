import type { Form } from '../../lambdas/api/form/definition/form';
import { answersFor } from '../../lambdas/api/form/fill';
import { signedBy } from '../../lambdas/api/form/fill-people';
import { transferQuoted, transferStatus } from '../../lambdas/api/messages/changes';
import { publishedForm } from '../../lambdas/api/messages/form/forms';
import type { HoldGranted } from '../../lambdas/api/messages/holds';
import { type RunnerMessage, registrationStatus } from '../../lambdas/api/messages/registrations';
import { problemIn, read } from '../browser/answers';
import type { Answer } from '../browser/browser';
import { uuid7 } from '../uuid7';
import { confirmationToken } from './card-tokens';
import type { Journey, Recipient } from './journey';
import type { UserSession } from './user-session';

const pauseSeconds = 2;

/** The answer, which must have this status. */
const expected = (what: string, status: number, answer: Answer): Answer => {
  if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${problemIn(answer)}`);
  return answer;
};

/**
 * A registered runner passes their spot on, and the recipient takes it over by the link of their mail: they answer the form,
 * sign, and pay what the race asks for it. Resolves with what they paid. Throws when an answer is not what the API promises.
 */
export const passOn = async (
  session: UserSession,
  { site, raceId, card }: Journey,
  { registrationId, eventId, hold: bearer }: HoldGranted,
  { person, sessionFrom, links }: Recipient,
): Promise<number> => {
  const until = async <T>(look: (one: UserSession) => Promise<T | undefined>, one: UserSession, what: string) => {
    while (one.hasTime) {
      const found = await look(one);
      if (found !== undefined) return found;
      await one.pause(pauseSeconds);
    }
    throw new Error(`gave up waiting: ${what}`);
  };
  const statusOf = (id: string, proof: string) => async (one: UserSession) => {
    const answer = await one.ask('own status', {
      method: 'GET',
      url: `${site.url}/api/registrations/${id}`,
      bearer: proof,
    });
    if (answer.status === 404) return undefined;
    const status = read(registrationStatus, answer);
    return status.status === 'processing' || ('payment' in status && status.payment === 'authorised')
      ? undefined
      : status;
  };
  // A spot is passed on when its card was charged.
  await until(statusOf(registrationId, bearer), session, 'the card of who passes on');
  const [transferId, { firstName, email }] = [uuid7(), person];
  const offer = { method: 'PUT', url: `${site.url}/api/registrations/${registrationId}/transfer`, bearer } as const;
  expected(
    'offer',
    202,
    await session.ask('offer', { ...offer, json: { transferId, recipient: { firstName, email } } }),
  );

  const other = sessionFrom(performance.now());
  const link = await until(async () => links.take(email), other, 'the mail with the link');
  const url = `${site.url}/api/transfers/${transferId}`;
  const shown = read(transferStatus, await other.ask('offered spot', { method: 'GET', url, bearer: link }));
  if (shown.status !== 'offered') throw new Error(`the offered spot is ${shown.status}`);
  const waiver = { hash: shown.waiver.hash, accepted: true };
  const body =
    shown.form === undefined
      ? { runner: person, waiver }
      : {
          form: shown.form,
          entry: await entryOf(other, { site, raceId }, shown.form, { transferId, eventId, person }),
          waiver,
        };
  if (!shown.fee) {
    expected('accept', 200, await other.ask('take over', { method: 'PUT', url, bearer: link, json: body }));
    return 0;
  }
  const asked = await other.ask('quote of the fee', { method: 'POST', url: `${url}/quote`, bearer: link, json: body });
  const quoted = read(transferQuoted, expected('quote of the fee', 200, asked));
  const paid = await other.ask('take over', {
    method: 'PUT',
    url: `${site.url}/api/registrations/${quoted.registrationId}`,
    bearer: link,
    json: { transfer: quoted.quote, runner: quoted.runner, waiver, ...(await confirmationToken(other, site, card)) },
  });
  expected('pay the fee', 202, paid);
  const { status } = await until(statusOf(quoted.registrationId, quoted.link), other, 'the spot that was passed on');
  if (status !== 'confirmed') throw new Error(`took a spot over, and was told ${status}`);
  return quoted.fee;
};

const entryOf = async (
  session: UserSession,
  { site, raceId }: Pick<Journey, 'site' | 'raceId'>,
  revision: number,
  { transferId, eventId, person }: { transferId: string; eventId: string; person: RunnerMessage },
) => {
  const url = `${site.url}/api/races/${encodeURIComponent(raceId)}/forms/${revision}`;
  const form = read(publishedForm, await session.ask('form', { method: 'GET', url })) as unknown as Form;
  const { firstName, lastName, email, birthDate } = person;
  const answers = answersFor(form, eventId, 'person', session.random);
  const people = [{ registrationId: transferId, firstName, lastName, email, birthDate, answers }];
  const today = new Date().toISOString().slice(0, 10);
  return { people: signedBy(form, people, today, session.random), order: { answers: {} } };
};
