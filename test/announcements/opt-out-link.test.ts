import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { PostgresAnnouncementLetters, PostgresOptOuts } from '../../lambdas/mail/opt-out/postgres-opt-outs';
import { optOutRoutes } from '../../lambdas/mail/opt-out/routes';
import { SignedOptOuts } from '../../lambdas/mail/opt-out/signed-opt-outs';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { requestEvent } from '../platform/http/request-event';
import { openAnnouncing } from './announcing';

const announcing = openAnnouncing();
const { raceWith, send } = announcing;

const tokens = new SignedOptOuts(openSigner(async () => ({ kid: 'k1', k1: 'k'.repeat(64) })));
const api = () =>
  ourApi(
    optOutRoutes({
      readOptOut: (token) => tokens.readOptOut(token),
      optOuts: new PostgresOptOuts(announcing.postgres),
      pageOf: ({ raceId }, token) => `https://startline.example/news/${raceId}#${token}`,
    }),
  );
// biome-ignore lint/suspicious/noExplicitAny: an answer of API Gateway
const ask = async (method: string, token: string, body = '', type = 'application/json'): Promise<any> =>
  api()(
    requestEvent({
      routeKey: `${method} /api/opt-outs/{token}`,
      path: { token },
      ...(body && { body }),
      headers: { 'content-type': type },
    }),
  );

test('the link in the mail ends the news by the POST of a mail program, and not by being opened', async () => {
  const race = await raceWith(['click@x.example']);
  const { ids } = race;
  const token = await tokens.signOptOut('Click@x.example', race.raceId);
  const { sequence = 0 } = await send(race);
  const letters = new PostgresAnnouncementLetters(announcing.postgres);
  const letter = () => letters.find(ids[0] ?? '', sequence);

  const opened = await ask('GET', token);
  expect([opened.statusCode, opened.headers.location]).toEqual([
    303,
    `https://startline.example/news/${race.raceId}#${token}`,
  ]);
  expect(await letter()).toMatchObject({ subject: 'Start at 9', readers: [{ firstName: 'Ada', number: 1 }] });

  const clicked = await ask('POST', token, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded');
  expect([clicked.statusCode, JSON.parse(clicked.body)]).toMatchObject([
    200,
    { from: 'race', raceName: 'Harbour Run' },
  ]);
  expect(await letter()).toBeUndefined();

  await ask('POST', token, JSON.stringify({ from: 'nothing' }));
  expect(await letter()).toBeDefined();

  // Who wants no news of any race gets none after a click in an old mail, either.
  await ask('POST', token, JSON.stringify({ from: 'organiser' }));
  await ask('POST', token, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded');
  const all = 'SELECT FROM mail_optout WHERE race_id IS NULL AND email_hash = $1';
  expect(await announcing.postgres.query(all, [(await tokens.readOptOut(token))?.emailHash])).toHaveLength(1);
});

test('the link in the mail is nothing without our signature, and its body says what is wanted', async () => {
  const race = await raceWith(['sig@x.example']);
  const token = await tokens.signOptOut('sig@x.example', race.raceId);
  const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await ask('POST', forged, JSON.stringify({ from: 'race' }))).statusCode).toBe(404);
  expect((await ask('GET', forged)).statusCode).toBe(404);
  expect((await ask('POST', token, JSON.stringify({ from: 'everything' }))).statusCode).toBe(422);
  expect((await ask('POST', token, 'a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
});
