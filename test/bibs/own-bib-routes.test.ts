import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { ownBib } from '../../lambdas/api/messages/race-day/bibs';
import { PostgresReplacedCodes } from '../../lambdas/bibs/desk/postgres-replaced-codes';
import { SignedCodes } from '../../lambdas/bibs/desk/signed-codes';
import { newCodeRoutes, ownBibRoutes } from '../../lambdas/bibs/own/own-bib-routes';
import { PostgresOwnBibs } from '../../lambdas/bibs/own/postgres-own-bibs';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { openStores } from '../support/stores';
import { endRegistration, raceWithPeople } from './support/race-with-people';

const stores = openStores();
const codes = new SignedCodes(async () => ({ kid: 'k1', k1: 'a key of this test, which is long enough for us' }));

/** A registration, and its page. `link`: of that registration, before an address was corrected or since. */
const openPage = async () => {
  const { postgres } = stores.database;
  const { raceId, ids } = await raceWithPeople(postgres, 2);
  const [id = '', other = ''] = ids;
  await postgres.query('UPDATE registration SET link_version = 1 WHERE id = $1', [id]);
  const links: Readonly<Record<string, readonly [of: string, version: number]>> = {
    link: [id, 1],
    'an-older-link': [id, 0],
    'the-link-of-another': [other, 1],
  };
  const needs = {
    prove: async ({ registrationId, token }: { readonly registrationId: string; readonly token: string }) => {
      const [of, version = 0] = links[token] ?? [];
      return of === registrationId ? ({ by: 'link', version } as const) : undefined;
    },
    sessions: { find: async () => undefined },
    latest: new PostgresOwnBibs(postgres),
    codes,
  };
  const handler = ourApi({
    ...ownBibRoutes({ ...needs, recent: needs.latest }),
    ...newCodeRoutes({ ...needs, replaced: new PostgresReplacedCodes(postgres) }),
  });
  const ask = async (method: string, what: string, token: string, body?: object) => {
    const answer = await handler({
      version: '2.0',
      routeKey: `${method} /api/registrations/{registrationId}/${what}`,
      rawPath: `/api/registrations/${id}/${what}`,
      rawQueryString: '',
      pathParameters: { registrationId: id },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      requestContext: { http: { method, path: `/api/registrations/${id}/${what}` }, requestId: 'r1' },
      ...(body && { body: JSON.stringify(body) }),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEventV2);
    return { status: answer.statusCode, body: JSON.parse(answer.body ?? '{}') };
  };
  return {
    id,
    raceId,
    show: (token = 'link') => ask('GET', 'bib', token),
    replace: (codeVersion: unknown, token = 'link') => ask('POST', 'check-in-code', token, { codeVersion }),
  };
};

test('a runner gets a new code, which their page shows from then on; the same request again gets the same', async () => {
  const { id, raceId, show, replace } = await openPage();
  const before = v.parse(ownBib, (await show()).body);
  expect(before).toMatchObject({ code: await codes.make(raceId, id), codeVersion: 0 });
  const answers = [await replace(0), await replace(0), await show()];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(v.parse(ownBib, body)).toEqual({ ...before, code: await codes.make(raceId, id, 1), codeVersion: 1 });
  }
});

test.each(['nothing', 'the-link-of-another', 'an-older-link'])(
  'nobody gets a new code with %s, and the code of before stays good',
  async (token) => {
    const { show, replace } = await openPage();
    expect(await replace(0, token)).toMatchObject({ status: 403, body: { type: '/problems/not-yours' } });
    expect((await show()).body).toMatchObject({ codeVersion: 0 });
  },
);

test('nobody gets a new code who asks too often, sends nonsense, or has no spot any more', async () => {
  const { id, replace } = await openPage();
  expect(await replace('one')).toMatchObject({ status: 422 });
  expect(await replace(-1)).toMatchObject({ status: 422 });
  for (let n = 0; n < 5; n++) expect(await replace(n)).toMatchObject({ status: 200, body: { codeVersion: n + 1 } });
  const refused = await replace(5);
  expect(refused).toMatchObject({ status: 429, body: { type: '/problems/too-many-check-in-codes' } });
  expect(refused.body.retryAfter).toBeGreaterThan(86_000);
  await endRegistration(stores.database.postgres, id);
  expect(await replace(5)).toMatchObject({ status: 404 });
});
