import { randomBytes } from 'node:crypto';
import type { HoldGranted } from '../../lambdas/api/messages/holds';
import { uuid7 } from '../../loadtest/uuid7';
import { nothing, oneMore, sumOf, together } from './support/books';
import { type Call, type Client, openPatientClient } from './support/client';
import { type Money, moneyIs, oneCharge } from './support/money';
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
import type { Walks } from './support/side-by-side';

/** The answers to those who ask for what is not theirs. */
export const guardedApi = (system: RunningSystem): void =>
  describe('the API keeps its doors', () => {
    const { watched } = system;
    let client: Client;
    beforeEach(() => {
      client = openPatientClient(system.url);
    });
    const problem = (name: string, status: number) => ({
      status,
      headers: { 'content-type': 'application/problem+json' },
      body: { type: `/problems/${name}`, status },
    });

    test.each([
      ['GET', '/api/races/Harbour_City'],
      ['GET', '/api/races/harbour-city-marathon%00'],
      ['GET', '/api/races/..%2f..%2fetc'],
      ['GET', `/api/races/${'a'.repeat(64)}/availability`],
      ['GET', '/api/registrations/1'],
      ['PUT', '/api/registrations/019C5F3E-7A31-7CC2-9D1E-4B7F0A6C2D11'],
      ['POST', "/api/races/'%20OR%20true--/holds"],
      ['GET', '/api/no-such-address'],
    ])(
      '%s %s names nothing',
      watched(async (method, path) => {
        const body = method === 'GET' ? {} : { json: {} };
        expect(await client(method, path, body)).toMatchObject(problem('not-found', 404));
      }),
    );

    test.each([
      ['POST', `/api/registrations/${uuid7()}`, 'PUT, GET, HEAD'],
      ['DELETE', `/api/races/${raceId}`, 'GET, HEAD'],
      ['PATCH', '/api/registration-links', 'POST'],
    ])(
      '%s %s is refused, and told what the address takes: %s',
      watched(async (method, path, allow) => {
        const answer = await client(method, path, { json: {} });
        expect(answer).toMatchObject(problem('method-not-allowed', 405));
        expect(answer.headers.allow).toBe(allow);
      }),
    );

    test(
      'a forged proof of having come through the site changes nothing',
      watched(async () => {
        const forged = { 'x-startline-origin': 'let-me-in', 'x-startline-viewer': '203.0.113.7:1' };
        expect((await client('GET', '/api/races', { headers: forged })).status).toBe(200);
        expect((await client('GET', `/api/races/${raceId}`)).status).toBe(200);
        const json = { registrationId: uuid7(), eventId: marathonId };
        expect((await client('POST', holdsPath, { json, headers: forged })).status).toBe(201);
        expect((await client('GET', '/api/races')).status).toBe(200);
      }),
    );

    test(
      'a hold is worth nothing in another browser',
      watched(async () => {
        const held = await holdSpot(client);
        const thief = openPatientClient(system.url);
        await holdSpot(thief);
        const path = `/api/registrations/${held.registrationId}`;
        const bearer = { headers: { authorization: `Bearer ${held.hold}` } };
        expect(await thief('PUT', path, { json: submissionFor(held) })).toMatchObject(problem('hold-invalid', 403));
        expect(await thief('GET', path, bearer)).toMatchObject(problem('not-yours', 403));
        const nobody = openPatientClient(system.url);
        expect(await nobody('PUT', path, { json: submissionFor(held) })).toMatchObject(problem('hold-invalid', 403));
        expect((await client('GET', path, bearer)).status).toBe(200);
      }),
    );

    test(
      'whose answers are lost, cookie and all, holds one spot and is let in by the secret of the page',
      watched(async () => {
        const headers = { 'x-startline-secret': randomBytes(32).toString('base64url') };
        const json = { registrationId: uuid7(), eventId: marathonId };
        const ask = () => openPatientClient(system.url)('POST', holdsPath, { json, headers });
        const answers = [await ask(), await ask(), await ask()];
        const [hold, ...others] = answers.map(({ body }) => body as HoldGranted);
        if (!hold) throw new Error('nothing was answered');
        expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
        expect(others.map((one) => one.hold)).toEqual([hold.hold, hold.hold]);

        const stranger = openPatientClient(system.url);
        expect(await stranger('POST', holdsPath, { json })).toMatchObject(problem('registration-id-taken', 409));

        const path = `/api/registrations/${json.registrationId}`;
        const withSecret = (method: string, call: Call) => openPatientClient(system.url)(method, path, call);
        expect(await withSecret('PUT', { json: submissionFor(hold) })).toMatchObject(problem('hold-invalid', 403));
        expect((await withSecret('PUT', { json: submissionFor(hold), headers })).status).toBe(202);
        const bearer = { authorization: `Bearer ${hold.hold}` };
        expect((await withSecret('GET', { headers: { ...headers, ...bearer } })).status).toBe(200);
        expect(await withSecret('GET', { headers: bearer })).toMatchObject(problem('not-yours', 403));
      }),
    );

    test(
      'somebody who knows the id of a registration can neither hold, nor see, nor change, nor take it over',
      watched(async () => {
        const held = await holdSpot(client);
        await client('PUT', `/api/registrations/${held.registrationId}`, { json: submissionFor(held) });
        expect((await decided(client, held)).status).toBe('confirmed');
        const thief = openPatientClient(system.url);
        const own = { registrationId: uuid7(), eventId: marathonId };
        for (const json of [
          { ...own, registrationId: held.registrationId },
          { ...own, companions: [held.registrationId] },
        ])
          expect(await thief('POST', holdsPath, { json })).toMatchObject(problem('registration-id-taken', 409));
        // Not even with every token that the thief may have of their own.
        const theirs = await holdSpot(thief);
        const headers = { authorization: `Bearer ${theirs.hold}` };
        const path = `/api/registrations/${held.registrationId}`;
        const recipient = { firstName: 'Mallory', email: 'mallory@example.com' };
        for (const [method, at, json] of [
          ['GET', path, undefined],
          ['POST', `${path}/cancellation`, { refund: 0 }],
          ['PUT', `${path}/transfer`, { transferId: uuid7(), recipient }],
          ['DELETE', `${path}/transfer`, undefined],
        ] as const)
          expect(await thief(method, at, { headers, ...(json && { json }) })).toMatchObject(problem('not-yours', 403));
      }),
    );

    test(
      'a hold with one letter changed is none, and none pays for another registration',
      watched(async () => {
        const held = await holdSpot(client);
        const path = `/api/registrations/${held.registrationId}`;
        const [kid = '', payload = '', seal = ''] = held.hold.split('.');
        const cheaper = Buffer.from(payload, 'base64url').toString().replace(/8900/g, '1');
        expect(cheaper).not.toBe(Buffer.from(payload, 'base64url').toString());
        const forgeries = [
          `${kid}.${payload}.${seal.startsWith('A') ? 'B' : 'A'}${seal.slice(1)}`,
          `${kid}.${Buffer.from(cheaper).toString('base64url')}.${seal}`,
          `none.${payload}.${seal}`,
          `${kid}.${payload}.`,
          '',
        ];
        for (const hold of forgeries)
          expect(await client('PUT', path, { json: { ...submissionFor(held), hold } })).toMatchObject(
            problem('hold-invalid', 403),
          );
        const other = `/api/registrations/${uuid7()}`;
        expect(await client('PUT', other, { json: submissionFor(held) })).toMatchObject(problem('hold-invalid', 403));
        expect((await client('PUT', path, { json: submissionFor(held) })).status).toBe(202);
        expect(await decided(client, held)).toMatchObject({ status: 'confirmed', amount: 8900 });
      }),
    );
  });

/** What becomes of those who ask twice, or for others. */
export const askedTwice = (system: RunningSystem, { walk }: Walks): void => {
  const pathOf = ({ registrationId }: HoldGranted) => `/api/registrations/${registrationId}`;
  const register = async (by: Client, runner: ReturnType<typeof newPerson>) => {
    const held = await holdSpot(by);
    await by('PUT', pathOf(held), { json: submissionFor(held, 'pm_card_visa', runner) });
    return { ...held, status: (await decided(by, held)).status };
  };
  const voided: Money = { processor: ['canceled 0'], database: ['duplicate voided 8900'] };

  // The second attempt authorises and then answers with an error, like a processor that breaks off in the middle.
  for (const card of ['pm_card_visa', 'pm_card_serverError'])
    walk(
      `a registration handed in again, before and after it is decided, is one registration: ${card}`,
      oneMore,
      async () => {
        const client = openPatientClient(system.url);
        const held = await holdSpot(client);
        const json = submissionFor(held, card);
        const put = async () => (await client('PUT', pathOf(held), { json })).status;
        // While one of them is with the processor, the others may be asked to come back.
        for (const status of await Promise.all([put(), put(), put()])) expect([202, 503]).toContain(status);
        expect(await put()).toBe(202);
        const first = await decided(client, held);
        expect(first.status).toBe('confirmed');
        // Once it is decided, another person cannot take it over.
        const other = await client('PUT', pathOf(held), { json: { ...json, runner: newPerson() } });
        expect(other.status).toBe(202);
        expect(await decided(client, held)).toMatchObject({ ...first, payment: expect.any(String) });
        await moneyIs(system, held.registrationId, oneCharge);
        expect(await decided(client, held)).toEqual({ ...first, payment: 'captured' });
      },
    );

  walk(
    'the same person a second time is a duplicate, and the second card is let go',
    sumOf([oneMore, { ...nothing, duplicates: 1, voided: 1 }]),
    async () => {
      const runner = newPerson();
      const first = await register(openPatientClient(system.url), runner);
      expect(first.status).toBe('confirmed');
      const shouting = { ...runner, email: runner.email.toUpperCase(), firstName: ` ${runner.firstName}  ` };
      const second = await register(openPatientClient(system.url), shouting);
      expect(second.status).toBe('duplicate');
      await moneyIs(system, first.registrationId, oneCharge);
      await moneyIs(system, second.registrationId, voided);
    },
  );

  walk('a hold for three is for three: neither for two, nor for one of them twice', together(3), async () => {
    const client = openPatientClient(system.url);
    const held = await holdForGroup(client, 3);
    const people = [newPerson(), newPerson(), newPerson()];
    const put = (json: object) => client('PUT', pathOf(held), { json });
    const wrong = [
      submissionFor(held),
      submissionTogether(held, people.slice(0, 2)),
      submissionTogether(held, [...people, newPerson()]),
      submissionTogether(held, [...people.slice(0, 2), ...people.slice(1, 2)]),
    ];
    for (const json of wrong)
      expect(await put(json)).toMatchObject({ status: 422, body: { type: '/problems/invalid-request' } });
    const json = submissionTogether(held, people);
    // Like an impatient browser: all at once, and again.
    for (const { status } of await Promise.all([put(json), put(json)])) expect([202, 503]).toContain(status);
    expect((await put(json)).status).toBe(202);
    const status = await decided(client, held);
    if (status.status !== 'confirmed') throw new Error(`they are ${status.status}`);
    expect(status.amount).toBe(8900);
    expect(status.companions?.map(({ registrationId }) => registrationId)).toEqual(held.companions);
    expect(new Set([status.number, ...(status.companions ?? []).map(({ number }) => number)]).size).toBe(3);
    await moneyIs(system, held.registrationId, {
      processor: ['succeeded 26700'],
      database: ['confirmed captured 26700'],
    });
  });

  walk(
    'where one of three is registered already, nobody is registered by it and nothing is charged',
    // Each of the three is told; one authorisation was released.
    sumOf([oneMore, { ...nothing, duplicates: 3, voided: 3 }]),
    async () => {
      const people = [newPerson(), newPerson(), newPerson()];
      const [, , third] = people;
      if (!third) throw new Error('three were made');
      expect((await register(openPatientClient(system.url), third)).status).toBe('confirmed');
      const family = openPatientClient(system.url);
      const all = await holdForGroup(family, 3);
      expect((await family('PUT', pathOf(all), { json: submissionTogether(all, people) })).status).toBe(202);
      expect((await decided(family, all)).status).toBe('duplicate');
      await moneyIs(system, all.registrationId, { processor: ['canceled 0'], database: ['duplicate voided 26700'] });
    },
  );
};
