import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(join(process.cwd(), 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** All rules of axe in light; in dark only those about colours, because the dark scheme changes nothing else. */
const rulesOf = { light: {}, dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } } };

/** The accessibility faults of a screen by axe, in light and dark, and whether it scrolls sideways. */
export const faultsOf = async (page: Page): Promise<readonly string[]> => {
  const faults = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async (rules) => {
      const options = { ...rules, resultTypes: ['violations'] };
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    }, rulesOf[colorScheme]);
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) faults.push('scrolls sideways');
  return faults;
};
