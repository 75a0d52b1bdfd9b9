import { request } from 'node:http';
import { answersOf, defaultAnswers, readWish } from '../../../loadtest/ui/read-wish';
import { aReport, secondOf } from './a-report';
import { openStage, type Stage } from './stage';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const post = (path: string, form: Readonly<Record<string, string>> = {}, origin = stage.url) =>
  fetch(`${stage.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams(form),
  });
const get = (path: string) => fetch(`${stage.url}${path}`, { redirect: 'manual' });
const start = (changes: Readonly<Record<string, string>> = {}) => post('/load', { ...defaultAnswers, ...changes });

describe('the form', () => {
  const faultsOf = (changes: Readonly<Record<string, string>>) => {
    const read = readWish(answersOf(new URLSearchParams({ ...defaultAnswers, ...changes })), 1);
    return read.kind === 'faults' ? read.faults : {};
  };

  test('as it is, asks for a run', async () => {
    expect((await start()).headers.get('location')).toBe('/load/now');
    expect(stage.engine.wishes).toEqual([
      {
        scenario: 'opening',
        runners: 2000,
        within: 10,
        think: [0.5, 2],
        race: 'harbour-city-marathon',
        card: '4242424242424242',
        seed: 42,
        arrivals: 'even',
      },
    ]);
  });

  test('a seed that is given is taken', async () => {
    await start({ seed: '7' });
    expect(stage.engine.wishes).toMatchObject([{ seed: 7 }]);
  });

  test.each([
    ['own', {}],
    ['twin', { twinOf: 'http://localhost:8000' }],
    ['there', { url: 'http://localhost:8000' }],
  ])('%s: the address is what it says', async (where, expected) => {
    await start({ where, url: 'http://localhost:8000/' });
    const [{ url, twinOf } = {}] = stage.engine.wishes;
    expect({ ...(url && { url }), ...(twinOf && { twinOf }) }).toEqual(expected);
  });

  test.each([
    '',
    'localhost:8000',
    'https://localhost',
    'http://example.com',
    'http://localhost.example.com',
    'nonsense',
  ])('nobody else’s service is flooded: not "%s"', (url) => {
    for (const where of ['twin', 'there']) expect(Object.keys(faultsOf({ where, url }))).toEqual(['url']);
  });

  test.each([
    ['runners', ['', '0', '-1', '2.5', 'many', '500001']],
    ['within', ['', '-1', '3601']],
    ['least', ['', '-1', 'x']],
    ['most', ['0.4', '', '601']],
    ['arrivals', ['', 'all at once']],
    ['joins', ['2', 'x']],
    ['together', ['-1', '101', 'all']],
    ['challenged', ['-1', '101', 'some']],
    ['abandons', ['-0.1', '1.1', 'often']],
    ['race', ['', '--url', 'Harbour', '../x']],
    ['card', ['', '4242', '4242x42424242424']],
    ['where', ['', 'elsewhere']],
    ['seed', ['-1', '1.5', 'x']],
    ['scenario', ['', 'marathon']],
    ['comment', ['x'.repeat(2001)]],
  ])('says at the box %s what is wrong', (box, wrong) => {
    for (const text of wrong) expect(Object.keys(faultsOf({ [box]: text }))).toEqual([box]);
  });

  test('with a mistake starts nothing, and comes back with what was written', async () => {
    const answer = await start({ runners: '0', comment: 'with <b>new</b> indexes' });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('id="runners-error"');
    expect(page).toContain('with &lt;b&gt;new&lt;/b&gt; indexes');
    expect(stage.engine.wishes).toEqual([]);
  });
});

describe('one test at a time', () => {
  test('a second one does not begin while the first runs, and does when it is done', async () => {
    await start();
    expect((await start()).status).toBe(409);
    expect(stage.engine.wishes).toHaveLength(1);
    stage.engine.finish();
    await ended();
    expect((await start()).status).toBe(303);
    expect(stage.engine.wishes).toHaveLength(2);
  });

  test('one that was stopped has no report, and says so', async () => {
    await start();
    expect((await post('/load/now/stop')).status).toBe(303);
    await ended();
    expect(await (await get('/load/now')).text()).toContain('The test was stopped');
    expect((await stage.history.list()).reports).toEqual([]);
  });

  test('one whose canary died says of what', async () => {
    await start();
    stage.engine.fail('Nobody can register for Marathon: its state is "closed".');
    await ended();
    expect(await (await get('/load/now')).text()).toContain('its state is &quot;closed&quot;');
  });

  test('a page that begins to listen hears at once how it stands, and the rest until the end', async () => {
    await start();
    tell(2);
    const { body } = await get('/load/now/events');
    let heard = '';
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (heard === '') stage.engine.finish();
      heard += part;
    }
    const news = heard.trim().split('\n\n');
    expect(news).toHaveLength(2);
    expect(news[0]).toContain('<dd>200</dd>');
    expect(news[1]).toContain(`"next":"/load/runs/${aReport().id}"`);
  });

  test('a page that is opened late shows the test from its beginning', async () => {
    await start();
    for (const second of [0, 1, 2]) tell(second);
    const page = await (await get('/load/now')).text();
    expect(page).toContain(`Runners: under way at most ${secondOf(2).running}, in second 2`);
    expect(page).toContain('<dd>200</dd>');
  });
});

describe('nobody else’s page', () => {
  test('can start, stop, change or delete anything', async () => {
    await stage.history.keep(aReport());
    const foreign = ['http://example.com', 'null'];
    for (const origin of foreign) {
      for (const path of ['/load', '/load/now/stop', `/load/runs/${aReport().id}/delete`])
        expect((await post(path, { ...defaultAnswers }, origin)).status).toBe(403);
    }
    expect(stage.engine.wishes).toEqual([]);
    expect((await stage.history.list()).reports).toHaveLength(1);
  });

  test('reads anything, by whatever name it found us', async () => {
    const { port } = new URL(stage.url);
    const status = await new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path: '/load/runs', headers: { host: `evil.example:${port}` } });
      asked.once('response', (response) => resolve(response.resume().statusCode));
      asked.once('error', reject).end();
    });
    expect(status).toBe(403);
  });
});

describe('finished runs', () => {
  const second = aReport({ id: '0199b000-0000-7000-8000-000000000002', startedAt: '2026-11-22T20:15:00.000Z' });

  test('a damaged file is named, and the others are there', async () => {
    await stage.history.keep(aReport());
    const { writeFile } = await import('node:fs/promises');
    await writeFile(`${stage.folder}/${second.id}.json`, '{');
    const page = await (await get('/load/runs')).text();
    expect(page).toContain(`${second.id}.json</code>`);
    expect(page).toContain(`/load/runs/${aReport().id}"`);
    expect((await get(`/load/runs/${second.id}`)).status).toBe(500);
  });

  test('leave as JSON and as one HTML file', async () => {
    await stage.history.keep(aReport());
    expect(await (await get(`/load/runs/${aReport().id}.json`)).json()).toEqual(aReport());
    const html = await (await get(`/load/runs/${aReport().id}.html`)).text();
    expect(html.includes('<form') || html.includes('<script')).toBe(false);
  });

  test('two of them are compared; one, three, or one that is gone are not', async () => {
    await stage.history.keep(aReport());
    await stage.history.keep(second);
    const [a, b, c] = [aReport().id, second.id, '0199b000-0000-7000-8000-00000000000c'];
    const status = async (ids: readonly string[]) =>
      (await get(`/load/compare?${ids.map((id) => `run=${id}`).join('&')}`)).status;
    expect(await Promise.all([[a, b], [a], [a, b, b], [a, c], []].map(status))).toEqual([200, 422, 422, 422, 422]);
  });

  test('that are not there are not found, whatever one wants of them', async () => {
    const gone = '/load/runs/0199b000-0000-7000-8000-00000000000c';
    expect((await get(gone)).status).toBe(404);
    expect((await post(`${gone}/comment`, { comment: 'x' })).status).toBe(404);
    expect((await post(`${gone}/delete`)).status).toBe(404);
    expect((await get('/load/elsewhere')).status).toBe(404);
  });
});

const tell = (second: number) =>
  stage.engine.tell({ state: 'running', done: second * 100, total: 1000, second: secondOf(second) });

/** The live page is told when the test has ended. */
const ended = async () => {
  const events = await (await fetch(`${stage.url}/load/now/events`)).text();
  expect(events).toContain('"next"');
};
