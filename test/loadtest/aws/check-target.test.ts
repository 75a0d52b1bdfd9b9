import { checkTarget } from '../../../loadtest/aws/prepare-run';
import type { Task } from '../../../loadtest/generator/generate';
import { scenarios } from '../../../loadtest/scenarios/all';
import { helloCrowd } from '../support/crowd';

const taking = (processor: Task['site']['processor'], runners: number): Task => ({
  ...helloCrowd('https://run.example.com', runners, 1),
  scenario: scenarios.opening,
  site: { url: 'https://run.example.com', processor },
});
const own = 'https://pay.example.com';
const stripe = 'https://api.stripe.com';
const sandbox = 'pk_test_0123456789';

test('where real cards are charged nobody registers, however few they are', () =>
  expect(() => checkTarget(taking({ url: own, publishableKey: 'pk_live_0123456789' }, 1))).toThrow('takes real money'));

test('Stripe’s sandbox is asked by a handful, and by no crowd', () => {
  expect(() => checkTarget(taking({ url: stripe, publishableKey: sandbox }, 25))).not.toThrow();
  expect(() => checkTarget(taking({ url: stripe, publishableKey: sandbox }, 26))).toThrow('-c processorUrl=');
});

test('a processor of one’s own takes any crowd, and who only looks harms no processor', () => {
  expect(() => checkTarget(taking({ url: own, publishableKey: sandbox }, 50_000))).not.toThrow();
  expect(() => checkTarget(helloCrowd('https://run.example.com', 50_000, 1))).not.toThrow();
});
