import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(join(process.cwd(), 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  configure(options: object): void;
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

const ofColours = ['color-contrast', 'link-in-text-block'];
const runsOf = {
  all: { colorScheme: 'light', rules: {} },
  /** The dark scheme changes nothing else. */
  dark: { colorScheme: 'dark', rules: { runOnly: { type: 'rule', values: ofColours } } },
  structure: {
    colorScheme: 'light',
    rules: { rules: Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])) },
  },
} as const;

/** The bank's own page, as the bank made it. */
const bank = 'bank-challenge';

/**
 * The accessibility faults of a screen by axe, in light and dark, and whether it scrolls sideways. With the frames of the
 * sandbox, but for the bank's. Without colours, in light and without the rules about them.
 */
export const faultsOf = async (page: Page, { hasColours = true } = {}): Promise<readonly string[]> => {
  const faults = [];
  // The bank's page is as the bank made it. A frame that is still loading may be taken away at any moment.
  const fields = page.frames().filter((frame) => frame.url().endsWith('/element'));
  for (const frame of [page.mainFrame(), ...fields]) {
    if (await frame.evaluate(() => 'axe' in window)) continue;
    await frame.evaluate(axe);
    // The frames are of another origin, and axe asks them by message.
    await frame.evaluate(() =>
      (window as unknown as { axe: Axe }).axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }),
    );
  }
  for (const { colorScheme, rules } of hasColours ? [runsOf.all, runsOf.dark] : [runsOf.structure]) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(
      async ([rules, excluded]) => {
        const options = { ...rules, resultTypes: ['violations'] };
        const context = { exclude: [[`iframe[name="${excluded}"]`]] };
        const { violations } = await (window as unknown as { axe: Axe }).axe.run(context, options);
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
      },
      [rules, bank] as const,
    );
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) faults.push('scrolls sideways');
  return faults;
};
