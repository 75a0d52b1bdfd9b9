import type { Page } from 'playwright-core';
import { acceptWaiver, ada, fillRunner, goodCard, heading, payWith } from '../browser/walk';
import { nothing } from './support/books';
import { mailTo } from './support/inbox';
import type { RunningSystem } from './support/running-system';
import type { Walks } from './support/side-by-side';

/** How long somebody takes for one thing that they read, type or press, in seconds. */
const secondsPerStep = 7;
const mostSeconds = 300;

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The walk reads what is on the screen, and nothing else. */
const reading = (page: Page) => {
  let steps = 0;
  const field = (label: string) => page.getByLabel(label, { exact: true }).first();
  return {
    steps: () => steps,
    arrive: (title: string | RegExp) => heading(page, title).waitFor(),
    type: async (label: string, text: string) => {
      steps++;
      await field(label).fill(text);
    },
    press: async (name: string) => {
      steps++;
      const [button, link] = (['button', 'link'] as const).map((role) => page.getByRole(role, { name, exact: true }));
      if (button && link) await button.or(link).first().click();
    },
  };
};

/** From the mail that invites a director to the first runner on the start line, by the screens alone. */
export const firstRace = (system: RunningSystem, { walkInBrowser }: Walks): void => {
  walkInBrowser(
    'a director makes their first race, and the first runner is on its start line',
    nothing,
    async (windows) => {
      const page = await windows.open(1280);
      await page.context().credentials.install();
      const invited = await mailTo(system, 'director@example.com');
      await page.goto(/http\S+\/console\/link#\S+/.exec(invited.body.text)?.[0] ?? '');
      const { arrive, type, press, steps } = reading(page);
      await arrive('Sign in to the console');
      await press('Sign in');
      await arrive('Make your passkey');
      await press('Make the passkey');
      await arrive('Races');

      await press('Make a race');
      await arrive('Make a race');
      await type('Name of the race', 'Sunrise Ten');
      await press('Begin');
      await arrive('Basics');
      await type('Place', 'Lübeck');
      await type('Day of the race', daysFromNow(40));
      await press('Next');
      await arrive('Events');
      await press('Add the first event');
      await type('Name', '10 km');
      await type('Distance in kilometres', '10');
      await type('Spots', '50');
      await press('Next');
      await arrive('Prices and form');
      await press('Open when it is published');
      await type('Registration closes', `${daysFromNow(38)}T20:00`);
      await type('Price in EUR', '12.50');
      await press('Next');
      await arrive('Texts and files');
      await type('About the race', 'Ten kilometres along the water, while the sun comes up.');
      await press('Next');
      await arrive('Rules and review');
      await page.getByText('The race appears, with 50 spots in all.').waitFor();
      await page.getByText('Registration opens at once.').waitFor();
      await press('Publish, and open registration at once');
      await page.getByText(/^Published\./).waitFor();

      const runner = await windows.open();
      await runner.goto(system.url);
      // The list is believed for ten seconds at most.
      const link = runner.getByRole('link', { name: 'Sunrise Ten' });
      while (!(await link.isVisible())) {
        await runner.reload();
        await heading(runner, 'Find your start line').waitFor();
        await runner.getByRole('heading', { name: 'Upcoming' }).waitFor();
      }
      const asRunner = reading(runner);
      await asRunner.press('Sunrise Ten');
      await runner.getByRole('link', { name: 'Register for 10 km' }).click();
      await heading(runner, 'Who will run?').waitFor();
      await fillRunner(runner, { ...ada, firstName: 'Sunny', email: 'sunny@example.com' });
      await acceptWaiver(runner);
      await payWith(runner, goodCard);
      await heading(runner, 'You are on the start line').waitFor({ timeout: 240_000 });

      await press('See how it stands');
      await page.getByText('1 of 50 sold').first().waitFor();
      // A runner fills in twelve fields and presses six buttons; the director did the rest.
      expect((steps() + 18) * secondsPerStep).toBeLessThan(mostSeconds);
    },
  );
};
