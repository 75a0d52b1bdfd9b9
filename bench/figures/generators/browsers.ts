import { generateHere } from '../../../loadtest/generator/generate';
import { scenarios } from '../../../loadtest/scenarios/all';

/** `browsers.ts URL BROWSERS REQUESTS`: the load test's own crowd, as a program like the other generators. */
const [url = '', browsers = '', requests = ''] = process.argv.slice(2);
const visitors = Number(browsers);
const { outcomes } = await generateHere({
  wish: { scenario: 'hello', runners: visitors, within: 0, think: [0, 0], race: 'any', card: '', seed: 1 },
  scenario: {
    ...scenarios.hello,
    does: 'look',
    views: [{ name: 'hello', path: '/' }],
    rounds: Number(requests) / visitors,
  },
  site: { url, processor: { url, publishableKey: '' } },
  run: 'bench',
  firstAddress: 0,
  deadlineSeconds: 600,
});
const failed = outcomes.find(({ kind }) => kind !== 'done');
if (failed) throw new Error(`A browser came to nothing: ${JSON.stringify(failed)}`);
process.exit();
