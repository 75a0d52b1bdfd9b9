import { problemAnswer } from './support/fakes/fake-answer';
import { someTeams } from './support/fakes/fake-teams';
import { bodies } from './support/fill-in-group';
import { focusOnId } from './support/focus';
import { openBrowserTest } from './support/open-browser-test';
import { onFromTeam, toCheckFromTeam, toTeam } from './support/team-screens';
import { ada, bea, summaryFocused } from './walk';

const browserTest = openBrowserTest();
const [herons] = someTeams;

describe('a race with teams', () => {
  test('founds a team for several, after every fault was named, and is entered without one as well', async () => {
    const { page, api } = browserTest;
    await toTeam(page, api, undefined, [ada, bea]);
    expect(await page.getByRole('radio', { name: 'No team' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Start a new team' }).press('Space');
    await onFromTeam(page);
    await summaryFocused(page);
    await page.getByRole('link', { name: 'Enter a name for your team' }).press('Enter');
    await page.keyboard.type('  The  Two ');
    await page.getByRole('link', { name: 'Choose what kind of team you start' }).press('Enter');
    await page.keyboard.press('Space');
    await toCheckFromTeam(page);
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
    const [quoted] = bodies(browserTest, /quote$/).slice(-1) as { entry: { order: object } }[];
    expect(quoted?.entry.order).toMatchObject({ team: { create: { kind: 'club', name: 'The Two' } } });
    await page.goBack();
    await page.goBack();
    await page.getByRole('radio', { name: 'No team' }).press('Space');
    await onFromTeam(page);
    await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
    const [alone] = bodies(browserTest, /quote$/).slice(-1) as { entry: { order: object } }[];
    expect(alone?.entry.order).toEqual({ answers: {} });
  });

  test('shows no step before the style sheets of all steps are here', async () => {
    const { page, api } = browserTest;
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/\/team-[^/]*\.css$/, async (route) => {
      await sent;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/team-[^/]*\.css$/);
    const walk = toTeam(page, api);
    await asked;
    // A step that does not wait for its sheets is drawn together with their links.
    expect(await page.locator('form').count()).toBe(0);
    send();
    await walk;
    expect(await page.locator('form').count()).toBe(1);
  });

  test('finds a team by a part of its name, and says at its place why nobody can join it', async () => {
    const { page, api } = browserTest;
    await toTeam(page, api);
    await page.getByRole('radio', { name: 'Join a team' }).press('Space');
    await page.getByText('3 teams.').waitFor();
    for (const name of ['Quay Side Striders', 'Ropewalkers'])
      expect(await page.getByRole('radio', { name }).isDisabled()).toBe(true);
    await page.getByLabel('Which team?').fill('HERON');
    await page.getByText('One team.').waitFor();
    await page.getByRole('radio', { name: 'Harbour Herons' }).press('Space');
    expect(await page.getByLabel('Join code').evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type(herons?.code ?? '');
    api.next.quote.push(problemAnswer('team-full', { left: 0 }));
    await toCheckFromTeam(page);
    await summaryFocused(page);
    await page.getByRole('link', { name: 'This team is full' }).press('Enter');
    await focusOnId(page, 'team-search');
    await page.keyboard.press('Enter');
    await page.getByLabel('Which team?').waitFor();
  });
});
