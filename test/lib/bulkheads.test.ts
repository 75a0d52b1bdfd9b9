import { rushFunctions } from '../../lambdas/capacity/figures';
import { forecast } from '../../lambdas/capacity/forecast';
import { plannedReservations, quotas, unreservedEnvironments } from '../../lambdas/capacity/quotas';
import { configOf } from '../../lib/config';
import { deployedFrom } from '../../operations/forecast/deployed';

const deployed = deployedFrom(configOf({ profile: 'production' }));

/** 50,000 runners for 5,000 spots: the opening that this project is designed for. */
const expected = forecast({ runners: 50_000, spots: 5000 });

test.each(rushFunctions)('%s has as many environments reserved as the great opening needs of it', (name) => {
  expect(deployed.reserved[name].environments).toBeGreaterThanOrEqual(expected.functions[name].environments);
});

test('everybody who pays can ask what became of it, even if all 50,000 have a spot', () => {
  const { environments } = forecast({ runners: 50_000, spots: 50_000 }).functions['show-registration'];
  expect(deployed.reserved['show-registration'].environments).toBeGreaterThanOrEqual(environments);
});

/** What docs/operating.md asks AWS for before a first deployment of the profile production. */
const asked = 2000;

test('the quota that is asked for leaves the hundred environments that Lambda lets nobody reserve, with all that is planned', () => {
  const planned = Object.values(plannedReservations).reduce((sum, environments) => sum + environments, 0);
  expect(deployed.allReserved + planned + unreservedEnvironments).toBeLessThanOrEqual(asked);
  const concurrency = quotas(expected, deployed).find(({ name }) => name === 'Lambda: concurrent executions');
  expect(concurrency).toMatchObject({ needed: 1670 });
  expect(concurrency?.ask).toContain(`ask for ${asked}`);
});
