import { contestants } from '../../../bench/cache/clients/contestants';
import { loads, operations } from '../../../bench/cache/clients/operations';
import { clientsTable, faultsTable, report, stampedeTable } from '../../../bench/cache/report';

const costs = (ours: number, raw: number, published: number) =>
  operations.flatMap((operation) =>
    loads.flatMap((inFlight) =>
      contestants.map((contestant) => ({
        contestant,
        operation,
        inFlight,
        micros: contestant === 'ours' ? ours : contestant === 'raw' ? raw : published,
        perSecond: 1000,
      })),
    ),
  );
const lineOf = (table: string, start: string) => table.split('\n').find((line) => line.includes(start)) ?? '';

test('ours is marked when it costs more than it may beside the limit, or as much as the best published', () => {
  const good = clientsTable(costs(1.3, 1, 2), {});
  expect(lineOf(good, 'ours / raw')).toContain('| 1.30 |');
  expect(good).not.toContain('⚠');
  const bad = clientsTable(costs(1.32, 1, 1.32), { memjs: '1.3.2' });
  expect(lineOf(bad, 'ours / raw')).toContain('1.32 ⚠');
  expect(lineOf(bad, 'ours / best')).toContain('1.00 ⚠');
  expect(lineOf(bad, 'memjs')).toContain('memjs 1.3.2');
});

test('a client that was not measured is no success', () => {
  const some = costs(1, 1, 2).filter(({ contestant }) => contestant !== 'raw');
  expect(lineOf(clientsTable(some, {}), 'ours / raw')).toContain('NaN ⚠');
});

test('a second load is marked, and so is a caller without an answer', () => {
  const crowd = { processes: 4, callers: 1000, loadMs: 50 };
  const table = stampedeTable(
    [
      { loads: 1, answers: 1000, loaders: 1, ms: 60 },
      { loads: 2, answers: 999, loaders: 2, ms: 60 },
    ],
    crowd,
  );
  expect(table).toContain('| 1 | 1 | 1000 | 60 |');
  expect(table).toContain('| 2 | 2 ⚠ | 999 ⚠ | 60 |');
});

const calm = { count: 9, p50: 1, p99: 10, max: 20 };
const struck = {
  fault: 'SIGSTOP',
  node: 0,
  latencies: { before: calm, during: { ...calm, p99: 150 }, after: calm },
  wrong: 0,
  old: 0,
  failed: 0,
  recoveryMs: 5,
  loads: 3,
} as const;

test('a fault is marked when readers wait too long in it, or are given what is not so', () => {
  expect(faultsTable([struck])).toContain('| SIGSTOP | 1 | 1 / 10 / 20 | 1 / 150 / 20 | 1 / 10 / 20 | 0 | 0 | 0 | 5 |');
  const slow = { ...struck, latencies: { ...struck.latencies, during: { ...calm, p99: 151 } } };
  expect(faultsTable([slow])).toContain('1 / 151 / 20 ⚠');
  expect(faultsTable([{ ...struck, wrong: 1, old: 2, failed: 3 }])).toContain('| 1 ⚠ | 2 ⚠ | 3 ⚠ |');
});

test('the result says whether the machine was shared', () => {
  const results = { clients: [], levels: [], crowd: { processes: 4, callers: 1000, loadMs: 50 }, stampedes: [] };
  const made = { date: '2026-11-21', command: 'npm run bench:cache', machine: '2 cores', node: 'v24.0.0' };
  const text = (busy: number) =>
    report({ ...results, traffic: [], faults: [] }, { ...made, memcached: '1.6.18', clients: {}, busy });
  expect(text(0.1)).toContain('The machine did nothing else');
  expect(text(3)).toContain('**The machine was shared**: 3.0 processes');
});
