import { join } from 'node:path';
import * as v from 'valibot';
import { actionRequired } from '../../lambdas/api/messages/registrations';
import { joinAccepted } from '../../lambdas/api/messages/waiting-list';
import { problem } from '../../lambdas/api/problems';
import { access, type Proof, type Route } from '../../lambdas/contract/routes';
import { uuid7 } from '../../loadtest/uuid7';
import { nothingTyped } from '../../static/src/flow/draft';
import { type Answer, type Call, type Client, openPatientClient } from './support/client';
import { linkIn, mailTo } from './support/inbox';
import { linesWith } from './support/logs';
import { decided, holdSpot, holdsPath, newPerson, raceId, submissionFor, tenKilometres } from './support/program';
import type { RunningSystem } from './support/running-system';

/**
 * A runner with everything that the API gives out: a session, a registration, a place on the list, an offered transfer.
 */
interface Customer {
  readonly client: Client;
  readonly runner: ReturnType<typeof newPerson>;
  readonly heir: ReturnType<typeof newPerson>;
  readonly ids: { readonly registrationId: string; readonly placeId: string; readonly transferId: string };
  readonly tokens: Readonly<Record<Exclude<Proof, 'nothing' | 'session' | 'signature' | 'news-token' | 'key'>, string>>;
}

const becomeCustomer = async (system: RunningSystem): Promise<Customer> => {
  const client = openPatientClient(system.url);
  const [runner, waiter, heir] = [newPerson(), newPerson(), newPerson()];
  const held = await holdSpot(client);
  const { registrationId } = held;
  await client('PUT', `/api/registrations/${registrationId}`, {
    json: submissionFor(held, 'pm_card_visa', runner),
  });
  expect((await decided(client, held)).status).toBe('confirmed');
  const link = linkIn(await mailTo(system, runner.email, 'You are in')).token;

  const { firstName, lastName, email, birthDate } = waiter;
  const placeId = uuid7();
  // It is sold out by now.
  const asked = { registrationId: placeId, eventId: tenKilometres };
  const { permit = '' } = v.parse(problem, (await client('POST', holdsPath, { json: asked })).body);
  const joined = await client('POST', `/api/races/${raceId}/waiting-list`, {
    json: { placeId, eventId: tenKilometres, runner: { firstName, lastName, email, birthDate }, permit },
  });
  const { ticket } = v.parse(joinAccepted, joined.body);

  const question = await mailTo(system, email, 'Please confirm your place');
  const mailedTicket = new RegExp(`/waiting-list/${placeId}#(\\S+)`).exec(question.body.text)?.[1] ?? '';

  const transferId = uuid7();
  await client('PUT', `/api/registrations/${registrationId}/transfer`, {
    headers: { authorization: `Bearer ${link}` },
    json: { transferId, recipient: { firstName: heir.firstName, email: heir.email } },
  });
  const offer = await mailTo(system, heir.email);
  const transferLink = new RegExp(`/transfers/${transferId}#(\\S+)`).exec(offer.body.text)?.[1] ?? '';
  const tokens = {
    hold: held.hold,
    link,
    permit,
    ticket,
    'mailed-ticket': mailedTicket,
    'transfer-link': transferLink,
  };
  return { client, runner, heir, ids: { registrationId, placeId, transferId }, tokens };
};

/** One request to each route, correct except for the sender. */
const requests = ({ ids, runner }: Customer): Readonly<Record<Route, { path: string; json?: unknown }>> => {
  const registration = `/api/registrations/${ids.registrationId}`;
  const transfer = `/api/transfers/${ids.transferId}`;
  const place = `/api/waiting-list/${ids.placeId}`;
  const waiver = { hash: 'w', accepted: true };
  const { firstName, lastName, email, birthDate } = runner;
  const identity = { firstName, lastName, email, birthDate };
  const race = `/api/races/${raceId}`;
  return {
    'GET /api/races': { path: '/api/races' },
    'GET /api/races/{raceId}': { path: race },
    'GET /api/races/{raceId}/availability': { path: `${race}/availability` },
    'GET /api/races/{raceId}/stock': { path: `${race}/stock` },
    'GET /api/races/{raceId}/teams': { path: `${race}/teams?event=${tenKilometres}` },
    'GET /api/teams/{teamId}': { path: `/api/teams/${tenKilometres}` },
    'GET /api/races/{raceId}/forms/{revision}': { path: `${race}/forms/1` },
    'GET /api/races/{raceId}/forms/{revision}/schema': { path: `${race}/forms/1/schema` },
    'GET /api/races/{raceId}/texts/{hash}': { path: `${race}/texts/${'a'.repeat(43)}` },
    'GET /api/races/{raceId}/fundraisers': { path: `${race}/fundraisers` },
    'GET /api/races/{raceId}/fundraisers/{slug}': { path: `${race}/fundraisers/for-the-trees` },
    'GET /api/openapi.json': { path: '/api/openapi.json' },
    'POST /api/races/{raceId}/holds': {
      path: `${race}/holds`,
      json: { registrationId: uuid7(), eventId: tenKilometres },
    },
    'POST /api/races/{raceId}/access': { path: `${race}/access`, json: { code: 'no-such-code' } },
    'GET /api/session': { path: '/api/session' },
    'PUT /api/session/draft': { path: '/api/session/draft', json: draft },
    'DELETE /api/session': { path: '/api/session' },
    'PUT /api/registrations/{registrationId}/quote': {
      path: `${registration}/quote`,
      json: { hold: '', form: 1, entry: { people: [{ registrationId: ids.registrationId }], order: {} } },
    },
    'PUT /api/registrations/{registrationId}': {
      path: registration,
      json: { hold: '', runner, waiver, paymentMethod: 'pm_card_visa' },
    },
    'GET /api/registrations/{registrationId}': { path: registration },
    'GET /api/registrations/{registrationId}/team': { path: `${registration}/team` },
    'GET /api/registrations/{registrationId}/bib': { path: `${registration}/bib` },
    'PATCH /api/registrations/{registrationId}/team': { path: `${registration}/team`, json: { newCode: true } },
    'GET /api/registrations/{registrationId}/receipt': { path: `${registration}/receipt` },
    'POST /api/registrations/{registrationId}/receipt': { path: `${registration}/receipt` },
    'PUT /api/registrations/{registrationId}/billing': {
      path: `${registration}/billing`,
      json: { name: 'Mallory', address: 'x', country: 'DE' },
    },
    'POST /api/registrations/{registrationId}/checks': { path: `${registration}/checks`, json: { runner: identity } },
    'POST /api/registrations/{registrationId}/card-tries': { path: `${registration}/card-tries` },
    'PUT /api/registrations/{registrationId}/items/{position}': {
      path: `${registration}/items/1`,
      json: { variant: 'shirt-l' },
    },
    'POST /api/registrations/{registrationId}/cancellation': {
      path: `${registration}/cancellation`,
      json: { refund: 7120 },
    },
    'GET /api/registrations/{registrationId}/deferral': { path: `${registration}/deferral` },
    'POST /api/registrations/{registrationId}/deferral': {
      path: `${registration}/deferral`,
      json: { worth: 'entry', fee: 500 },
    },
    'GET /api/registrations/{registrationId}/fundraiser': { path: `${registration}/fundraiser` },
    'GET /api/registrations/{registrationId}/donation': { path: `${registration}/donation` },
    'PUT /api/registrations/{registrationId}/donation': {
      path: `${registration}/donation`,
      json: { isNamed: true },
    },
    'PUT /api/registrations/{registrationId}/fundraiser': {
      path: `${registration}/fundraiser`,
      json: { cause: 'trees', title: 'For me', story: 'Send money.', isOpen: true },
    },
    'PUT /api/registrations/{registrationId}/transfer': {
      path: `${registration}/transfer`,
      json: { transferId: uuid7(), recipient: { firstName: 'Mallory', email: 'mallory@example.com' } },
    },
    'DELETE /api/registrations/{registrationId}/transfer': { path: `${registration}/transfer` },
    'POST /api/registrations/{registrationId}/check-in-code': {
      path: `${registration}/check-in-code`,
      json: { codeVersion: 0 },
    },
    'DELETE /api/registrations/{registrationId}/result-name': { path: `${registration}/result-name` },
    'GET /api/transfers/{transferId}': { path: transfer },
    'PUT /api/transfers/{transferId}': { path: transfer, json: { runner, waiver } },
    'POST /api/transfers/{transferId}/quote': { path: `${transfer}/quote`, json: { runner, waiver } },
    'POST /api/races/{raceId}/waiting-list': {
      path: `${race}/waiting-list`,
      json: { placeId: uuid7(), eventId: tenKilometres, runner: identity },
    },
    'GET /api/waiting-list/{placeId}': { path: place },
    'POST /api/waiting-list/{placeId}/confirmation': { path: `${place}/confirmation` },
    'DELETE /api/waiting-list/{placeId}': { path: place },
    'POST /api/registration-links': { path: '/api/registration-links', json: { email } },
    'GET /api/races/{raceId}/results': { path: `${race}/results` },
    'GET /api/races/{raceId}/results/names': { path: `${race}/results/names?starts=a` },
    'GET /api/races/{raceId}/results/search': { path: `${race}/results/search?q=ada` },
    'GET /api/races/{raceId}/results/{setId}/entries/{bib}': { path: `${race}/results/${tenKilometres}/entries/1` },
    'GET /api/races/{raceId}/results/{setId}/versions': { path: `${race}/results/${tenKilometres}/versions` },
    'GET /api/opt-outs/{token}': { path: '/api/opt-outs/k1.none.none' },
    'POST /api/opt-outs/{token}': { path: '/api/opt-outs/k1.none.none', json: { from: 'race' } },
    'GET /api/races/{raceId}/line': { path: `${race}/line` },
    'POST /api/races/{raceId}/line/arrival': { path: `${race}/line/arrival` },
    'POST /api/races/{raceId}/line/pass': { path: `${race}/line/pass` },
    'POST /api/races/{raceId}/line/pass/move': { path: `${race}/line/pass/move` },
    'POST /api/races/{raceId}/line/pass/take': { path: `${race}/line/pass/take`, json: { token: 'none' } },
    'GET /api/races/{raceId}/feed': { path: `${race}/feed` },
    'GET /api/races/{raceId}/feed/{epoch}/{segment}': { path: `${race}/feed/0/1` },
    'POST /api/races/{raceId}/feed/messages': {
      path: `${race}/feed/messages`,
      json: { messages: [{ id: uuid7(), kind: 'comment', text: 'They are off.' }] },
    },
    'POST /api/races/{raceId}/feed/presence': { path: `${race}/feed/presence?in=1` },
    'POST /api/payment-events': { path: '/api/payment-events', json: { type: 'payment_intent.succeeded' } },
    'POST /api/races/{raceId}/results/{setId}/times': {
      path: `${race}/results/${tenKilometres}/times`,
      json: { batchId: uuid7(), rows: [{ bib: 1, gunMs: 1, at: '2027-01-01T00:00:00Z' }] },
    },
    'PUT /api/races/{raceId}/results/{setId}/start-list': { path: `${race}/results/${tenKilometres}/start-list` },
  };
};

const draft = { ...nothingTyped, firstName: 'Mallory' };

interface Impostor {
  readonly who: string;
  readonly client: Client;
  readonly token?: string;
}

const guarded = Object.entries(access).flatMap(([route, { proofs, ...rest }]) =>
  'refusal' in rest ? [{ route: route as Route, proofs: proofs as readonly Proof[], refusal: rest.refusal }] : [],
);

/** Every route that is not for everybody, tried with everything but the right proof. */
export const accessIsProven = (system: RunningSystem): void =>
  describe('who may, by which proof', () => {
    const { watched } = system;
    let [victim, thief]: Customer[] = [];
    beforeAll(async () => {
      [victim, thief] = [await becomeCustomer(system), await becomeCustomer(system)];
    });

    const impostors = (proofs: readonly Proof[]): readonly Impostor[] => {
      const [own, others] = [victim, thief];
      if (!own || !others) throw new Error('two must have come');
      const without = (who: string, token?: string): Impostor => ({
        who,
        client: openPatientClient(system.url),
        ...(token !== undefined && { token }),
      });
      const right = proofs.flatMap((proof) => own.tokens[proof as keyof Customer['tokens']] ?? []);
      const wrong = Object.entries(own.tokens).filter(([, token]) => !right.includes(token));
      const strangers = [
        without('nobody'),
        ...Object.values(own.ids).map((id) => without('an id only', id)),
        without('the hold without its session', own.tokens.hold),
        ...wrong.map(([proof, token]) => without(`a ${proof} of the same person`, token)),
        ...right.map((token) => without('a token by a key that was removed', token.replace(/^\w+\./, 'k9.'))),
        ...right.map((token) => without('a token without its signature', token.replace(/\.[^.]*$/, '.'))),
      ];
      // Where only a session is needed, another session has a draft of its own.
      if (proofs.includes('session')) return strangers;
      const { client } = others;
      return [
        ...strangers,
        { who: 'another session', client },
        { who: 'the hold in another session', client, token: own.tokens.hold },
        ...Object.entries(others.tokens).map(([proof, token]) => ({ who: `another's ${proof}`, client, token })),
      ];
    };

    const ask = async (route: Route, { client, token }: Impostor): Promise<Answer> => {
      if (!victim) throw new Error('nobody came');
      const [method = ''] = route.split(' ');
      const { path, json } = requests(victim)[route];
      const body = json !== undefined && typeof json === 'object' && json !== null && 'hold' in json;
      const call: Call = {
        ...(json !== undefined && { json: body ? { ...json, hold: token ?? '' } : json }),
        ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      };
      return client(method, path, call);
    };

    test.each(guarded)(
      '$route',
      watched(async ({ route, proofs, refusal }) => {
        if (!victim) throw new Error('nobody came');
        const letIn: string[] = [];
        for (const impostor of impostors(proofs)) {
          const answer = await ask(route, impostor);
          const type =
            typeof answer.body === 'object' && answer.body !== null && 'type' in answer.body && answer.body.type;
          const said = JSON.stringify(answer.body);
          const leaks = [victim.runner.email, victim.runner.lastName, victim.heir.email].filter((text) =>
            said.includes(text),
          );
          if (type !== `/problems/${refusal}` || leaks.length > 0)
            letIn.push(`${impostor.who}: ${answer.status} ${said}`);
        }
        expect(letIn).toEqual([]);
      }),
    );

    test(
      'the secret of a bank’s question is told to the session that holds the spot, and stands in no log',
      watched(async () => {
        const [owner, another] = [openPatientClient(system.url), openPatientClient(system.url)];
        const [held, own] = [await holdSpot(owner), await holdSpot(another)];
        const path = `/api/registrations/${held.registrationId}`;
        const json = submissionFor(held, 'pm_card_authenticationRequired');
        const asked = v.parse(actionRequired, (await owner('PUT', path, { json })).body);
        const answers = [
          await openPatientClient(system.url)('PUT', path, { json }),
          await another('PUT', path, { json }),
          await another('PUT', path, { json: { ...json, hold: own.hold } }),
          // They have a hold, so their own card is tried: a payment that is not theirs is ignored.
          await another('PUT', `/api/registrations/${own.registrationId}`, {
            json: { ...submissionFor(own), resume: asked.payment },
          }),
          await owner('GET', path, { headers: { authorization: `Bearer ${held.hold}` } }),
          await owner('GET', '/api/session'),
        ];
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 202, 200, 200]);
        expect(JSON.stringify(answers)).not.toContain('_secret_');
        expect(linesWith(join(system.dataDir, 'logs'), asked.clientSecret)).toEqual([]);
      }),
    );

    test(
      'and their owner is let in by each of the proofs',
      watched(async () => {
        if (!victim) throw new Error('nobody came');
        const { client, tokens } = victim;
        for (const { route, proofs } of guarded.filter(({ route }) => route.startsWith('GET ')))
          for (const proof of proofs) {
            const isSession = proof === 'hold' || proof === 'session';
            const token = tokens[proof as keyof typeof tokens];
            const answer = await ask(route, {
              who: 'owner',
              client: isSession ? client : openPatientClient(system.url),
              token,
            });
            // They are in no team, collect for nothing, and gave to nobody who does.
            const isNone = answer.status === 404 && /\/(team|fundraiser|donation)$/.test(route);
            // The plain race lets nobody run another time. That is said to the owner alone.
            const isNotOffered = answer.status === 409 && route.endsWith('/deferral');
            expect([route, proof, isNone || isNotOffered ? 200 : answer.status]).toEqual([route, proof, 200]);
          }
      }),
    );
  });
