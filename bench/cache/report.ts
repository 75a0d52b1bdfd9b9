import type { Cost } from './clients/compare-clients';
import { type Contestant, contestants } from './clients/contestants';
import { loads, operations } from './clients/operations';
import type { Struck } from './faults/faults';
import type { LevelCost } from './levels/compare-levels';
import type { Spread } from './percentiles';
import type { Policy } from './promotion/policies';
import type { Traffic } from './promotion/promotion';
import type { Crowd, Stampede } from './stampede/stampede';

/** The targets of the tier; ⚠ marks a missed one. */
export const targets = { timesRaw: 1.3, p99Ms: 150 } as const;

export interface Made {
  readonly date: string;
  readonly command: string;
  readonly machine: string;
  readonly node: string;
  readonly memcached: string;
  readonly clients: Readonly<Record<string, string>>;
  /** Load average of the machine before the first measurement, per core. */
  readonly busy: number;
}

export interface Results {
  readonly clients: readonly Cost[];
  readonly levels: readonly LevelCost[];
  readonly crowd: Crowd;
  readonly stampedes: readonly Stampede[];
  readonly traffic: readonly Traffic[];
  readonly faults: readonly Struck[];
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
const flag = (text: string, isMissed: boolean) => (isMissed ? `${text} ⚠` : text);
const thousands = (perSecond: number) => `${(perSecond / 1000).toFixed(0)}k`;

const cells = operations.flatMap((operation) => loads.map((inFlight) => ({ operation, inFlight })));

/** The table of the clients, with ours compared to the limit and to the best of the others. */
export const clientsTable = (costs: readonly Cost[], versions: Made['clients']): string => {
  const cost = (who: Contestant, { operation, inFlight }: (typeof cells)[number]) =>
    costs.find((one) => one.contestant === who && one.operation === operation && one.inFlight === inFlight);
  const micros = (who: Contestant, cell: (typeof cells)[number]) => cost(who, cell)?.micros ?? Number.NaN;
  const published = contestants.filter((who) => who !== 'ours' && who !== 'raw');
  return table(
    [
      'CPU µs an operation (operations a second)',
      ...cells.map(({ operation, inFlight }) => `${operation} ${inFlight}`),
    ],
    [
      ...contestants.map((who) => [
        versions[who] ? `${who} ${versions[who]}` : who,
        ...cells.map((cell) => `${micros(who, cell).toFixed(2)} (${thousands(cost(who, cell)?.perSecond ?? 0)})`),
      ]),
      [
        '**ours / raw**',
        ...cells.map((cell) => {
          const ratio = micros('ours', cell) / micros('raw', cell);
          return flag(ratio.toFixed(2), !(ratio <= targets.timesRaw));
        }),
      ],
      [
        '**ours / best published**',
        ...cells.map((cell) => {
          const ratio = micros('ours', cell) / Math.min(...published.map((who) => micros(who, cell)));
          return flag(ratio.toFixed(2), !(ratio < 1));
        }),
      ],
    ],
  );
};

const levelNames: Readonly<Record<string, string>> = {
  process: 'hit in process memory',
  memcached: 'hit in memcached',
  load: 'miss, with a load that costs nothing, and the store',
};

const levelsTable = (costs: readonly LevelCost[]): string =>
  table(
    ['`Cache.get`', 'in flight', 'CPU µs', 'a second'],
    costs.map(({ level, inFlight, micros, perSecond }) => [
      levelNames[level] ?? level,
      inFlight,
      micros.toFixed(2),
      thousands(perSecond),
    ]),
  );

export const stampedeTable = (stampedes: readonly Stampede[], { callers }: Crowd): string =>
  table(
    ['cold key', 'loads', 'callers answered', 'last after, ms'],
    stampedes.map(({ loads: count, answers, ms }, i) => [
      i + 1,
      flag(String(count), count !== 1),
      flag(String(answers), answers !== callers),
      ms.toFixed(0),
    ]),
  );

const policyNames: Readonly<Record<Policy, string>> = {
  none: 'nothing is held in the process',
  all: 'everything is held',
  often: 'what is often asked for is held (promotion)',
};

const trafficTable = (traffic: readonly Traffic[]): string =>
  table(
    ['of 1,000 calls of `Cache.get`', 'requests to memcached', 'KB from memcached', 'loads in all'],
    traffic.map(({ policy, askedPerThousand, bytesPerThousand, loads: count }) => [
      policyNames[policy],
      askedPerThousand.toFixed(0),
      (bytesPerThousand / 1024).toFixed(0),
      count,
    ]),
  );

const spread = ({ p50, p99, max }: Spread) => [p50, p99, max].map((ms) => ms.toFixed(0)).join(' / ');

export const faultsTable = (struck: readonly Struck[]): string =>
  table(
    ['fault', 'node', 'before', 'during', 'after', 'wrong', 'too old', 'failed', 'recovered after, ms'],
    struck.map(({ fault, node, latencies: { before, during, after }, wrong, old, failed, recoveryMs }) => [
      fault,
      node + 1,
      spread(before),
      flag(spread(during), !(during.p99 <= targets.p99Ms)),
      spread(after),
      flag(String(wrong), wrong > 0),
      flag(String(old), old > 0),
      flag(String(failed), failed > 0),
      recoveryMs.toFixed(0),
    ]),
  );

/** The committed result: what was measured, and how. */
export const report = ({ clients, levels, crowd, stampedes, traffic, faults }: Results, made: Made): string => `# Cache

Made by \`${made.command}\` on ${made.date}: ${made.machine}, Node ${made.node}, memcached ${made.memcached}.
${
  made.busy > 0.25
    ? `**The machine was shared**: ${made.busy.toFixed(1)} processes per core were runnable when this began. Compare only within a row or column.`
    : 'The machine did nothing else.'
} ⚠ marks what misses its target.

## Clients

Each client in a process of its own, with one connection, values of 100 bytes, 1, 64 and 512 requests in flight; rounds in turn, the
best round counts. CPU is that of the client's process. \`raw\` is the limit of the protocol: one write per turn of the event loop and
none of the rest of a client. Targets: at most ${targets.timesRaw} times raw, and less than every published client.

${clientsTable(clients, made.clients)}

## Cache.get

One process, values of 1 KB of JSON.

${levelsTable(levels)}

## Stampede

${crowd.callers} callers in ${crowd.processes} processes ask for a key that is in no cache; loading it takes ${crowd.loadMs} ms. Target: 1 load.

${stampedeTable(stampedes, crowd)}

## Promotion

Several processes read races by Zipf's law; a process may hold a twentieth of all values, for 5 seconds. A round before this one
filled memcached, but for the rarest; calls at the same time for the same key share one request.

${trafficTable(traffic)}

## Faults

Three nodes behind a configuration endpoint; 800 reads and 20 edits a second through four caches that hold nothing in the process, a
load takes 5 ms, values are fresh for 2 s. Milliseconds from when a read was due: p50 / p99 / max. *Wrong*: of another key, or never
true. *Too old*: replaced more than 3 s before it was asked for. *Recovered*: from the end of the fault to the last request that
memcached failed. Targets: nothing wrong, p99 during the fault at most ${targets.p99Ms} ms.

${faultsTable(faults)}
`;
