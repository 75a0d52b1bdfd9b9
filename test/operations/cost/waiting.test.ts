import { readFileSync } from 'node:fs';
import { committedWaiters, hourOfWaiting, lineAtRest, waiting, waitingTable } from '../../../operations/cost/waiting';
import { synthesise } from '../../lib/support/synthesise';

const crowd = { people: 500_000, spots: 50_000 };

test('looks are most of what a line costs, and twice as many people cost twice as much', () => {
  const usd = waiting(crowd);
  // Six million looks at $1.00 for the request and $0.60 for the firewall, and their traffic.
  expect(usd.looks).toBeGreaterThan(9.6);
  expect(usd.looks).toBeLessThan(11);
  expect(usd.looks).toBeGreaterThan(usd.arrivals + usd.passes + usd['queue and list']);
  expect(waiting({ people: 1_000_000, spots: 100_000 }).passes).toBeCloseTo(2 * usd.passes);
  expect(hourOfWaiting(500_000, 60)).toBeCloseTo(2 * hourOfWaiting(500_000, 120));
});

test('while there is no line its queues are polled, and nothing else costs anything', () => {
  const { resources } = synthesise('lean');
  // Three queues of $0.26, and five alarms of $0.10.
  expect(lineAtRest(resources)).toBeCloseTo(3 * 0.263 + 5 * 0.1);
});

test('the committed page has the costs of a line; npm run cost writes it again', () =>
  expect(readFileSync('bench/cost/result.md', 'utf8')).toContain(waitingTable(committedWaiters)));
