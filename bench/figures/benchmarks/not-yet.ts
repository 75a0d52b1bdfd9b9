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
