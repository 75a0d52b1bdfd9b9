import { scenarios } from '../../../loadtest/scenarios/all';
import type { Benchmark } from '../benchmark';

const why = (kind: 'results') => {
  const { what, open = 'the capability exists by now: this benchmark is to be measured.' } = scenarios[kind];
  return `the capability does not exist yet. Its scenario is ready (\`npm run load -- --scenario ${kind}\`: ${what}) and says: "${open}".`;
};

export const results: Benchmark = {
  id: 'results',
  title: 'Results',
  baseline: 'more than 3,000 result pages a second at the peak, 2,000 sustained; near 5,000 autocompletes.',
  how: 'people leaf through results, ten to a page, and look for names.',
  goals: [
    { id: 'pages', name: 'result pages', unit: '/s', baseline: '3,000/s', target: { least: 6_000 } },
    { id: 'names', name: 'autocompletes', unit: '/s', baseline: '5,000/s' },
  ],
  open: why('results'),
};

export const live: Benchmark = {
  id: 'live',
  title: 'Live feed',
  baseline:
    'nginx with the HTTP push module: 45,000 requests a second of 1 kB, 60,001 subscribers; subscribers who were not waiting missed the message.',
  how: 'people follow a race on race day.',
  goals: [
    { id: 'rate', name: 'requests of 1 kB', unit: '/s', baseline: '45,000/s' },
    { id: 'missed', name: 'messages missed', unit: '', baseline: 'all who did not wait', target: { most: 0 } },
  ],
  open: 'it is not measured as a benchmark yet. `npm run load -- --live` lets a crowd follow, and compares what each has with the table.',
};
