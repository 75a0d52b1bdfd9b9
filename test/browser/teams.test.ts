import { someTeams } from './support/fakes/fake-teams';
import { bodies } from './support/fill-in-group';
import { confirmation, openBrowserTest, submissions } from './support/open-browser-test';
import { byInvitation, onFromTeam, toCheckFromTeam, toOwnTeam } from './support/team-screens';
import { goodCard, heading, payWith, summaryFocused } from './walk';

const browserTest = openBrowserTest();
const [_herons, , , bridges] = someTeams;

const entryPaid = () =>
  submissions(browserTest).flatMap(({ path, body }) => (path.endsWith('quote') ? [] : [body]))[0] as {
    entry: { people: { leg?: number }[]; order: object };
  };
const pay = async () => {
  await browserTest.page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
  await payWith(browserTest.page, goodCard);
};

describe('a race with teams', () => {
  test('is entered at 320 px by keyboard alone, in a relay that one was invited to', async () => {
    const { page, api } = browserTest;
    await page.setViewportSize({ width: 320, height: 640 });
    await byInvitation(page, api);
    await page.getByText('Four Bridges').waitFor();
    expect(await page.getByLabel('Join code').inputValue()).toBe(bridges?.code);
    // Nobody runs it alone, and the leg of the captain is taken.
    expect(await page.getByRole('radio', { name: 'No team' }).count()).toBe(0);
    await page.locator('option:disabled', { hasText: 'Bridge (taken)' }).waitFor({ state: 'attached' });
    await page.getByLabel('Leg of Ada Runner').selectOption('Old town');
    await page.getByLabel('Join code').fill('nonsense');
    // What was typed is there again.
    await page.reload();
    await heading(page, 'Your team').waitFor();
    expect(await page.getByLabel('Leg of Ada Runner').inputValue()).toBe('3');
    await toCheckFromTeam(page);
    await summaryFocused(page);
    // It is said once, at its place.
    expect(await page.locator('.note-bad').count()).toBe(0);
    await page.getByRole('link', { name: 'This join code does not open this team' }).press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('c0ffee123456');
    expect(await page.getByRole('link', { name: 'This join code does not open this team' }).count()).toBe(0);
    await onFromTeam(page);
    await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
    await pay();
    await confirmation(page);
    const { entry } = entryPaid();
    expect(entry.order).toMatchObject({ team: { join: { id: bridges?.id, code: 'c0ffee123456' } } });
    expect(entry.people).toMatchObject([{ leg: 3 }]);
  });

  test('shows a captain their team: who runs what, whom they remove, and the link that they send', async () => {
    const { page, api } = browserTest;
    await page.setViewportSize({ width: 320, height: 640 });
    await toOwnTeam(page, api);
    const changes = () => bodies(browserTest, /team$/).filter(Boolean);
    expect(await page.getByLabel('Link to your team').inputValue()).toBe(
      `${api.url}/races/harbour/teams/${bridges?.id}#${bridges?.code}`,
    );
    await page.getByLabel('Leg of Ada R.').selectOption('Old town');
    await page.getByText('Ada R. runs Old town now.').waitFor();
    await page.getByRole('button', { name: 'Remove Bea R. from the team' }).press('Enter');
    const sure = page.getByText('Remove Bea R. from the team?');
    await sure.waitFor();
    expect(await sure.evaluate((words) => words === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Yes' }).press('Enter');
    await page.getByText('Bea R. is not in your team any more.').waitFor();
    await page.getByRole('button', { name: 'Make a new link' }).press('Enter');
    await page.getByRole('button', { name: 'Yes' }).press('Enter');
    await page.getByText('Join code: ABCDEF654321').waitFor();
    await page.getByLabel('Name of the team').fill('Five Bridges');
    await page.getByRole('button', { name: 'Rename' }).press('Enter');
    await page.getByText('Your team is called Five Bridges now.').waitFor();
    await page.getByRole('button', { name: 'Leave the team' }).press('Enter');
    await page.getByRole('button', { name: 'Yes' }).press('Enter');
    await page.getByText('You are in no team. Your spot is still yours.').waitFor();
    expect(changes()).toHaveLength(5);
  });
});
