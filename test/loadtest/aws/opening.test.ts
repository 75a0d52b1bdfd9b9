import * as v from 'valibot';
import { email } from '../../../lambdas/api/fields';
import { gatherRun } from '../../../loadtest/aws/gather-run';
import { generateShare } from '../../../loadtest/aws/generate-share';
import { prepareRun } from '../../../loadtest/aws/prepare-run';
import type { Order } from '../../../loadtest/aws/run';
import { letRun } from '../../../loadtest/generator/let-run';
import { scenarioFor } from '../../../loadtest/generator/task-for';
import type { Engine } from '../../../loadtest/http/engine';
import type { TestReport, Wish } from '../../../loadtest/report/test-report';
import { uuid7 } from '../../../loadtest/uuid7';
import { alone, helloCrowd } from '../support/crowd';
import { serve } from '../support/small-server';
import { MemoryFiles } from './memory-files';
import { jsonOf, smallShop } from './small-shop';

jest.setTimeout(120_000);

const wish: Wish = {
  scenario: 'opening',
  runners: 30,
  within: 1,
  think: [0, 0.05],
  race: 'harbour-2027',
  card: '4242424242424242',
  seed: 3,
  joins: 0,
};

/** One run against a shop, in the same parts as on AWS. */
const runAgainst = async (
  shop: ReturnType<typeof smallShop>,
  publishableKey = 'pk_test_0123456789',
): Promise<TestReport> => {
  const { url } = await serve(async (request, response) => {
    const path = request.url ?? '';
    const processor = { url: `http://${request.headers.host}`, publishableKey };
    const { status, body } =
      path === '/config.json'
        ? { status: 200, body: { processor } }
        : shop.answer(request.method ?? '', path, await jsonOf(request));
    response.writeHead(status).end(JSON.stringify(body));
  });
  const order: Order = { id: uuid7(), wish, comment: '', version: '0.1.0' };
  const files = new MemoryFiles();
  const { shares } = await prepareRun(order, { files, target: url, mostDollars: 10, startSeconds: 0 });
  await Promise.all(shares.map(({ share }) => generateShare(Number(share), files, new AbortController().signal)));
  await gatherRun(files);
  return JSON.parse(files.texts.get('report.json') ?? '');
};

const broken = ({ checks }: TestReport) => checks.flatMap(({ name, holds }) => (holds ? [] : [name]));

test('an opening is judged by what everybody was told and what the page shows, and says what it could not see', async () => {
  const report = await runAgainst(smallShop(20));
  expect(broken(report)).toEqual([]);
  // The canary is one of the registered.
  expect(report.endings).toEqual(
    expect.arrayContaining([
      { name: 'confirmed', runners: 20 },
      { name: 'sold-out', runners: 11 },
    ]),
  );
  expect(report.unchecked).toEqual(expect.arrayContaining([expect.stringContaining('registrations in the database')]));
});

test('a number given out twice fails the run, though every answer was a 200', async () =>
  expect(broken(await runAgainst(smallShop(20, { twice: 1 })))).toEqual(['numbers given out, each once']));

test('where real cards would be charged not even the canary registers', async () => {
  const shop = smallShop(20);
  await expect(runAgainst(shop, 'pk_live_0123456789')).rejects.toThrow('takes real money');
  expect(shop.emails).toEqual([]);
});

test('somewhere else everybody’s mail goes to SES’s simulator: a system that is deployed really sends', async () => {
  const shop = smallShop(50);
  const engine: Engine = {
    traffic: { sent: 0, received: 0, connections: 0 },
    async send(_origin, _address, { method, path, body }) {
      const asked: unknown = body?.startsWith('{') ? JSON.parse(body) : undefined;
      const answered = shop.answer(method, path, asked);
      return {
        status: answered.status,
        header: () => undefined,
        setCookies: [],
        body: Buffer.from(JSON.stringify(answered.body)),
      };
    },
    close: () => undefined,
  };
  const task = { ...alone(helloCrowd('https://run.example.com', 10, 0)), wish: { ...wish, runners: 10 } };
  const { outcomes } = await letRun({ ...task, scenario: scenarioFor(wish) }, { engine });
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(10).fill('confirmed'));
  expect(new Set(shop.emails).size).toBe(10);
  for (const one of shop.emails) {
    expect(one).toMatch(/^success\+.*@simulator\.amazonses\.com$/);
    expect(v.is(email, one)).toBe(true);
  }
});
