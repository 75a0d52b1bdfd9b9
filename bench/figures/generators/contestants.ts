import { resolve } from 'node:path';
import { artillery, autocannon, type Found, goInstalled, packaged } from './find';

export interface Contestant {
  readonly id: string;
  readonly name: string;
  /** Installs it, where that is possible. */
  readonly prepare: () => Promise<Found>;
}

export const connections = 100;
const folder = 'bench/figures/generators';
const ours = (file: string, requestsPerSecond: number): Found => ({
  isThere: true,
  command: (url, amount) => ({
    program: process.execPath,
    args: ['--import', 'tsx', resolve(folder, file), url, String(connections), String(amount * requestsPerSecond)],
  }),
});

/** In the order of the table. An `amount` should take about as many seconds. */
export const contestants: readonly Contestant[] = [
  { id: 'browsers', name: 'ours, simulated browsers', prepare: async () => ours('browsers.ts', 6_000) },
  { id: 'engine', name: 'ours, the bare engine', prepare: async () => ours('bare-engine.ts', 10_000) },
  {
    id: 'wrk',
    name: 'wrk',
    prepare: () =>
      packaged('wrk', (url, amount) => ['-t1', `-c${connections}`, `-d${amount}s`, '--timeout', '20s', `${url}/`]),
  },
  {
    id: 'autocannon',
    name: 'autocannon',
    prepare: () => autocannon((url, amount) => ['-c', String(connections), '-d', String(amount), '--no-progress', url]),
  },
  {
    id: 'k6',
    name: 'k6',
    prepare: () =>
      goInstalled('k6', 'go.k6.io/k6@v1.8.1', (url, amount) => ({
        args: [
          'run',
          '--quiet',
          '--no-usage-report',
          '--vus',
          String(connections),
          '--duration',
          `${amount}s`,
          `${folder}/k6.js`,
        ],
        env: { TARGET: url },
      })),
  },
  { id: 'artillery', name: 'Artillery', prepare: () => artillery(connections, 10) },
];
