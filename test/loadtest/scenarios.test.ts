import { filesIn } from '../../loadtest/browser/open-page';
import { scenarioKinds, type Wish } from '../../loadtest/report/test-report';
import { runTest } from '../../loadtest/run-test';
import { scenarioNamed, scenarios } from '../../loadtest/scenarios/all';

const wish: Wish = { scenario: 'hello', runners: 1, within: 0, think: [0, 0], race: 'any', card: '', seed: 1 };
const nowhere = { url: 'http://127.0.0.1:1', windows: { status: 'http://127.0.0.1:1', mail: 'http://127.0.0.1:1' } };

test.each(scenarioKinds)('the scenario %s is there under its name', (kind) => expect(scenarios[kind].kind).toBe(kind));

test('live is open, and says what there is instead', async () => {
  const why = 'live: open: those who follow need more than looks';
  await expect(runTest({ ...nowhere, wish: { ...wish, scenario: 'live' } })).rejects.toThrow(why);
});

test('a name nobody knows is answered with those there are', () =>
  expect(() => scenarioNamed('opera')).toThrow('There is no scenario "opera". There are: opening, race-page'));

test('a browser loads what a document names of its own site, once each', () =>
  expect(
    filesIn(
      '<link href="/assets/a-1.css"><script src="/assets/m-2.js"></script><link href="/assets/m-2.js"><a href="/races/x"><img src="https://elsewhere/x.png">',
    ),
  ).toEqual(['/assets/a-1.css', '/assets/m-2.js']));
