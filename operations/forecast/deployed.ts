import { type RushFunction, rushFunctions } from '../../lambdas/capacity/figures';
import type { Deployed } from '../../lambdas/capacity/quotas';
import type { Config } from '../../lib/config';
import { eventSources } from '../../lib/event-sources';
import { type FunctionShape, functions } from '../../lib/functions';
import { apiQuota } from '../../lib/regions';

/** The parts of a configuration that quotas depend on. */
export const deployedFrom = ({ concurrency, database, region }: Config): Deployed => {
  const reservedFor = ({ bulkhead }: FunctionShape) => (bulkhead ? concurrency[bulkhead] : 0);
  const reserved = (name: RushFunction) => ({
    environments: reservedFor(functions[name]),
    setting: `concurrency.${functions[name].bulkhead}`,
  });
  return {
    reserved: Object.fromEntries(rushFunctions.map((name) => [name, reserved(name)])) as Deployed['reserved'],
    allReserved: Object.values(functions).reduce((sum, shape) => sum + reservedFor(shape), 0),
    workers: Object.values(eventSources).reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0),
    api: apiQuota(region),
    largestDatabase: database.maxCapacity,
    hasProxy: database.proxy,
  };
};
