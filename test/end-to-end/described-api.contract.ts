import { mostPublishBytes } from '../../lambdas/api/messages/race-day/feed-publishing';
import { mostTimesBytes } from '../../lambdas/api/messages/race-day/times';
import { uuid7 } from '../../loadtest/uuid7';
import { demoFeedRace } from '../../local/prepare/demo-feed';
import type { Client } from './support/client';
import { openPatientClient } from './support/client';
import { type DescribedRequest, type Description, readDescription } from './support/description';
import {
  decided,
  holdForGroup,
  holdSpot,
  holdsPath,
  marathonId,
  newPerson,
  raceId,
  submissionFor,
  submissionTogether,
} from './support/program';
import type { RunningSystem } from './support/running-system';

/** The system answers as its own description says, both to the examples as written and to the same with real ids. */
export const describedApi = (system: RunningSystem): void =>
  describe('the API is as it describes itself', () => {
    const { watched } = system;
    let client: Client;
    let description: Description;
    beforeAll(async () => {
      client = openPatientClient(system.url);
      description = await readDescription(client);
    });

    const asked = async (route: string, path: string, call?: Parameters<Client>[2], by: Client = client) => {
      const [method = ''] = route.split(' ');
      const answer = await by(method, path, call);
      expect({ route, faults: description.faultsOf(route, answer) }).toEqual({ route, faults: [] });
      return answer;
    };

    test(
      'every request it shows is answered as it says',
      watched(async () => {
        expect(description.requests.length).toBeGreaterThan(7);
        const statuses: Record<string, number> = {};
        for (const { route, path, json } of description.requests) {
          const { status } = await asked(route, path, { json });
          // All examples of a route get the same status, for one runner or several.
          expect([route, status]).toEqual([route, statuses[route] ?? status]);
          statuses[route] = status;
        }
        // The race of the examples does not exist on this machine.
        expect(statuses).toEqual({
          'GET /api/races': 200,
          'GET /api/races/{raceId}': 404,
          'GET /api/races/{raceId}/availability': 404,
          'GET /api/races/{raceId}/feed': 404,
          'GET /api/races/{raceId}/feed/{epoch}/{segment}': 404,
          'POST /api/races/{raceId}/feed/messages': 401,
          'POST /api/races/{raceId}/feed/presence': 204,
          'POST /api/races/{raceId}/results/{setId}/times': 401,
          'PUT /api/races/{raceId}/results/{setId}/start-list': 401,
          'GET /api/races/{raceId}/stock': 404,
          'GET /api/races/{raceId}/teams': 404,
          'GET /api/teams/{teamId}': 404,
          'GET /api/races/{raceId}/forms/{revision}': 404,
          'GET /api/races/{raceId}/forms/{revision}/schema': 404,
          'GET /api/races/{raceId}/texts/{hash}': 404,
          'GET /api/races/{raceId}/fundraisers': 404,
          'GET /api/races/{raceId}/fundraisers/{slug}': 404,
          'GET /api/races/{raceId}/results': 404,
          'GET /api/races/{raceId}/results/names': 404,
          'GET /api/races/{raceId}/results/search': 404,
          'GET /api/races/{raceId}/results/{setId}/entries/{bib}': 404,
          'GET /api/races/{raceId}/results/{setId}/versions': 404,
          'GET /api/races/{raceId}/line': 404,
          'POST /api/races/{raceId}/line/arrival': 404,
          'POST /api/races/{raceId}/line/pass': 404,
          'POST /api/races/{raceId}/line/pass/move': 404,
          'POST /api/races/{raceId}/line/pass/take': 404,
          'GET /api/opt-outs/{token}': 404,
          'POST /api/opt-outs/{token}': 404,
          'GET /api/openapi.json': 200,
          'POST /api/races/{raceId}/access': 404,
          'POST /api/races/{raceId}/holds': 404,
          'GET /api/session': 200,
          'PUT /api/session/draft': 409,
          'DELETE /api/session': 200,
          'PUT /api/registrations/{registrationId}': 403,
          'PUT /api/registrations/{registrationId}/quote': 403,
          'GET /api/registrations/{registrationId}': 403,
          'GET /api/registrations/{registrationId}/team': 403,
          'PATCH /api/registrations/{registrationId}/team': 403,
          'GET /api/registrations/{registrationId}/bib': 403,
          'GET /api/registrations/{registrationId}/receipt': 403,
          'POST /api/registrations/{registrationId}/receipt': 403,
          'PUT /api/registrations/{registrationId}/billing': 403,
          'POST /api/registrations/{registrationId}/checks': 403,
          'POST /api/registrations/{registrationId}/card-tries': 403,
          'POST /api/registrations/{registrationId}/check-in-code': 403,
          'POST /api/registrations/{registrationId}/cancellation': 403,
          'GET /api/registrations/{registrationId}/deferral': 403,
          'POST /api/registrations/{registrationId}/deferral': 403,
          'PUT /api/registrations/{registrationId}/items/{position}': 403,
          'GET /api/registrations/{registrationId}/donation': 403,
          'PUT /api/registrations/{registrationId}/donation': 403,
          'GET /api/registrations/{registrationId}/fundraiser': 403,
          'PUT /api/registrations/{registrationId}/fundraiser': 403,
          'PUT /api/registrations/{registrationId}/transfer': 403,
          'DELETE /api/registrations/{registrationId}/transfer': 403,
          'DELETE /api/registrations/{registrationId}/result-name': 403,
          'POST /api/transfers/{transferId}/quote': 403,
          'GET /api/transfers/{transferId}': 403,
          'PUT /api/transfers/{transferId}': 403,
          'POST /api/races/{raceId}/waiting-list': 403,
          'GET /api/waiting-list/{placeId}': 403,
          'POST /api/waiting-list/{placeId}/confirmation': 403,
          'DELETE /api/waiting-list/{placeId}': 403,
          'POST /api/registration-links': 202,
        });
      }),
    );

    test(
      'so is every request with the names of a race that is there',
      watched(async () => {
        const runner = newPerson();
        const registrationId = uuid7();
        const real = (path: string) => path.replace('{raceId}', raceId).replace('{registrationId}', registrationId);
        const ask = async (route: string, status: number, call?: Parameters<Client>[2]) => {
          const answer = await asked(route, real(route.split(' ')[1] ?? ''), call);
          expect([route, answer.status]).toEqual([route, status]);
          return answer;
        };
        await ask('GET /api/races', 200);
        await ask('GET /api/races/{raceId}', 200);
        await ask('GET /api/races/{raceId}/availability', 200);
        await ask('POST /api/races/{raceId}/holds', 201, { json: { registrationId, eventId: marathonId } });
        const held = await holdSpot(client, registrationId);
        const { json: draft } = description.requests.find(({ path }) => path === '/api/session/draft') ?? {};
        await ask('PUT /api/session/draft', 200, { json: draft });
        expect((await ask('GET /api/session', 200)).body).toMatchObject({ holds: [{ registrationId }], draft });
        const bearer = { headers: { authorization: `Bearer ${held.hold}` } };
        const show = 'GET /api/registrations/{registrationId}';
        const pay = 'PUT /api/registrations/{registrationId}';
        expect((await ask(show, 200, bearer)).body).toMatchObject({ status: 'processing' });
        await ask(pay, 402, { json: submissionFor(held, 'pm_card_chargeDeclined', runner) });
        await ask(pay, 409, {
          json: { ...submissionFor(held, 'pm_card_visa', runner), waiver: { hash: 'another', accepted: true } },
        });
        await ask(pay, 202, { json: submissionFor(held, 'pm_card_visa', runner) });
        await decided(client, held);
        expect((await ask(show, 200, bearer)).body).toMatchObject({
          status: 'confirmed',
          runner: { email: runner.email },
        });
        expect((await ask('GET /api/session', 200)).body).toMatchObject({ holds: [] });
        await ask('DELETE /api/session', 200);
        await ask('POST /api/registration-links', 202, { json: { email: runner.email } });
      }),
    );

    test(
      'so is what several ask who come together',
      watched(async () => {
        const family = openPatientClient(system.url);
        const ask = async (route: string, status: number, path: string, call?: Parameters<Client>[2]) => {
          const answer = await asked(route, path, call, family);
          expect([route, answer.status]).toEqual([route, status]);
          return answer;
        };
        const held = await holdForGroup(family, 3);
        const { registrationId, eventId, companions, hold } = held;
        const json = { registrationId, eventId, companions };
        expect((await ask('POST /api/races/{raceId}/holds', 201, holdsPath, { json })).body).toMatchObject({ hold });
        expect((await ask('GET /api/session', 200, '/api/session')).body).toMatchObject({ holds: [{ companions }] });
        const path = `/api/registrations/${registrationId}`;
        const pay = 'PUT /api/registrations/{registrationId}';
        await ask(pay, 422, path, { json: submissionFor(held) });
        const people = [newPerson(), newPerson(), newPerson()];
        await ask(pay, 202, path, { json: submissionTogether(held, people) });
        await decided(family, held);
        const bearer = { headers: { authorization: `Bearer ${hold}` } };
        const { body } = await ask('GET /api/registrations/{registrationId}', 200, path, bearer);
        expect(body).toMatchObject({
          status: 'confirmed',
          companions: people.slice(1).map(({ firstName, lastName }) => ({ firstName, lastName })),
        });
      }),
    );

    test(
      'an answer that has not changed is not sent again',
      watched(async () => {
        // What has a further parameter is named by its own path, and a search is not cached. This race has no teams, fundraisers, feed, results or line.
        const routes = description.requests.filter(
          ({ route }: DescribedRequest) =>
            route.startsWith('GET /api/races') &&
            !/\{(?!raceId)|\/(teams|fundraisers|feed|results|names|search|line)$/.test(route),
        );
        const paths = [
          ...routes.map(({ route }) => [route, (route.split(' ')[1] ?? '').replace('{raceId}', raceId)] as const),
          ['GET /api/races/{raceId}/forms/{revision}', '/api/races/old-mill-relay-and-run/forms/1'] as const,
          ['GET /api/races/{raceId}/feed', `/api/races/${demoFeedRace}/feed`] as const,
          ['GET /api/races/{raceId}/results', '/api/races/old-mill-half-marathon/results'] as const,
          ['GET /api/openapi.json', '/api/openapi.json'] as const,
        ];
        for (const [route, path] of paths) {
          // Availability contains the time: it may be renewed between two requests.
          for (let tries = 0; ; tries++) {
            const { etag = '' } = (await asked(route, path)).headers;
            expect([route, etag]).toEqual([route, expect.stringMatching(/^"/)]);
            const again = await asked(route, path, { headers: { 'if-none-match': etag } });
            if (again.status === 200 && tries < 20) continue;
            expect([route, again.status, again.body, again.headers.etag]).toEqual([route, 304, '', etag]);
            break;
          }
        }
      }),
    );

    /**
     * Kilobytes that a route takes: entries with their answers may be longer than other requests, and come with a quote; machines
     * send many rows at once.
     */
    const longer = new Map([
      ['PUT /api/registrations/{registrationId}', 80],
      ['PUT /api/registrations/{registrationId}/quote', 64],
      ['PUT /api/transfers/{transferId}', 64],
      ['POST /api/transfers/{transferId}/quote', 64],
      ['POST /api/races/{raceId}/results/{setId}/times', mostTimesBytes / 1024],
      ['POST /api/races/{raceId}/feed/messages', mostPublishBytes / 1024],
    ]);
    const tooLong = (route: string) => `{"pad":"${'x'.repeat(((longer.get(route) ?? 16) + 1) * 1024)}"}`;
    type Text = string | typeof tooLong;
    const bodies: readonly [string, Text, Record<string, string>, number, string][] = [
      ['a body that is too long', tooLong, {}, 413, 'too-large'],
      ['text', '{}', { 'content-type': 'text/plain' }, 415, 'not-json'],
      ['half a body', '{"registrationId":', {}, 422, 'invalid-request'],
      ['a request from the page of another site', '{}', { 'sec-fetch-site': 'cross-site' }, 403, 'cross-site'],
      ['a request with another site’s Origin', '{}', { origin: 'https://elsewhere.example' }, 403, 'cross-site'],
    ];
    test.each(bodies)(
      '%s is refused by every address that takes one',
      watched(async (_, text, headers, status, name) => {
        for (const { route, path } of description.requests.filter(({ json }) => json !== undefined)) {
          const sent = typeof text === 'string' ? text : text(route);
          const call = { text: sent, headers: { 'content-type': 'application/json', ...headers } };
          const answer = await asked(route, path, call);
          expect([route, answer.status, answer.body]).toMatchObject([route, status, { type: `/problems/${name}` }]);
        }
      }),
    );

    test(
      'a field nobody knows is named',
      watched(async () => {
        for (const { route, path, json } of description.requests.filter(({ json }) => json !== undefined)) {
          const call = { json: { ...Object(json), shoeSize: 44 } };
          const { status, body } = await asked(route, path, call);
          expect({ route, status, body }).toMatchObject({
            route,
            status: 422,
            body: { errors: [{ field: 'shoeSize' }] },
          });
        }
      }),
    );

    test(
      'somebody who holds too much is told when to come back, in the header as in the body',
      watched(async () => {
        const greedy = openPatientClient(system.url);
        const route = 'POST /api/races/{raceId}/holds';
        const ask = () => asked(route, holdsPath, { json: { registrationId: uuid7(), eventId: marathonId } }, greedy);
        const answers = [await ask()];
        while (answers.at(-1)?.status === 201 && answers.length < 10) answers.push(await ask());
        expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
        expect(answers.at(-1)?.headers['retry-after']).toBe('60');
      }),
    );
  });
