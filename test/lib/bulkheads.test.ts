import { RootConstruct } from 'constructs';
import { rushFunctions } from '../../lambdas/capacity/figures';
import { forecast } from '../../lambdas/capacity/forecast';
import { readConfig } from '../../lib/config';
import { type FunctionShape, functions } from '../../lib/functions';

const { node } = new RootConstruct();
node.setContext('profile', 'production');
const { concurrency } = readConfig(node);
const reservedFor = ({ bulkhead }: FunctionShape) => (bulkhead ? concurrency[bulkhead] : 0);

/** 50,000 runners for 5,000 spots: the opening that this project is designed for. */
const expected = forecast({ runners: 50_000, spots: 5000 });

test.each(rushFunctions)('%s has as many environments reserved as the great opening needs of it', (name) => {
  expect(reservedFor(functions[name])).toBeGreaterThanOrEqual(expected.functions[name].environments);
});

test('what is reserved leaves an account the hundred environments that Lambda lets nobody reserve', () => {
  const reserved = Object.values(functions).reduce((sum, shape) => sum + reservedFor(shape), 0);
  expect(reserved).toBeLessThanOrEqual(1000 - 100);
});
