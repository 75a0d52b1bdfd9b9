import type { Plan } from '../../lambdas/editing/plan';
import type { Plan as ShownPlan } from '../../static/console/editing/plan';
import * as words from '../../static/console/texts/editing';

/** It does not compile when the server says something in a plan that the console does not know. */
const shown = (plan: Plan): ShownPlan => plan;

const plan: Plan = {
  changes: [],
  consequences: (['cancel', 'refund', 'transfer', 'transfer-fee', 'defer'] as const).map((right) => ({
    kind: 'right-lost',
    right,
    count: 2,
  })),
  warnings: [],
  refusals: [],
  mails: [],
  facts: { at: '2027-04-01T10:00:00.000Z', registered: 2, held: 0, offered: 0, waiting: 0, sellable: 0 },
};

test('a director reads which right runners lose, each in a sentence of its own', () => {
  const sentences = shown(plan).consequences.map((said) => words.consequence(said, String));
  expect(new Set(sentences).size).toBe(5);
  expect(sentences.join()).not.toContain('undefined');
});
