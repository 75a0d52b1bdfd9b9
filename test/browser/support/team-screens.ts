import type { Page } from 'playwright-core';
import { ada, bea, heading, holdForGroup, holdSpot } from '../walk';
import { problemAnswer } from './fakes/fake-answer';
import type { FakeApi } from './fakes/fake-api';
import { relayOf, someTeams, teamForm } from './fakes/fake-teams';
import { keptWalk } from './kept-walk';
import { answerByKeyboard } from './sign-screens';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

const id = '01890000-0000-7000-8000-000000000001';
const marathon = { raceId: 'harbour', eventName: 'Marathon' };
const half = { raceId: 'harbour', eventName: 'Half marathon' };
const [herons, , , bridges] = someTeams;

const answerAll = async (page: Page, people = [ada]) => {
  for (const [n, one] of people.entries()) {
    if (people.length > 1) await heading(page, `Runner ${n + 1} of ${people.length}`).waitFor();
    await answerByKeyboard(page, one);
    await page.getByRole('button', { name: /^Continue to/ }).press('Enter');
  }
  await heading(page, 'Your team').waitFor();
};

/** A spot for one, or for several, up to the Team step. */
export const toTeam = async (page: Page, api: FakeApi, where = marathon, people = [ada]) => {
  api.forms.push(teamForm);
  if (people.length === 1) await holdSpot(page, api.url, where);
  else await holdForGroup(page, api.url, { ...where, people: people.length });
  await answerAll(page, people);
};

export const onFromTeam = (page: Page) => page.getByRole('button', { name: 'Continue to the waiver' }).press('Enter');

/** Opens the link of the captain of the relay, and goes on to the Team step. */
export const byInvitation = async (page: Page, api: FakeApi) => {
  api.forms.push(teamForm);
  await page.goto(`${api.url}/races/harbour/teams/${bridges?.id}#${bridges?.code}`);
  await page.getByRole('link', { name: 'Register and join this team' }).press('Enter');
  await page.getByRole('button', { name: 'Hold a spot for me' }).press('Enter');
  await heading(page, 'Who will run?').waitFor();
  await answerAll(page);
};

/** A registration with a place in a team. */
export const toOwnTeam = async (page: Page, api: FakeApi, team = relayOf(id)) => {
  api.forms.push(teamForm);
  api.line.lines = [{ kind: 'team', ref: team.id, list: 0, amount: 0, state: 'given' }];
  api.teamStage.ownTeam = team;
  await page.goto(`${api.url}/registrations/${id}#link`);
  await page.getByRole('button', { name: 'Leave the team' }).waitFor();
};

/** The same for screens, of which many begin there. */
const atTeam = keptWalk<[where?: typeof marathon, people?: (typeof ada)[]]>(toTeam);

const refusedAs = async (page: Page, api: FakeApi, name: 'team-held' | 'team-full' | 'team-closed') => {
  await atTeam(page, api);
  await page.getByRole('radio', { name: 'Join a team' }).press('Space');
  await page.getByRole('radio', { name: 'Harbour Herons' }).press('Space');
  await page.getByLabel('Join code').fill(herons?.code ?? '');
  api.next.quote.push(problemAnswer(name, { left: 0, retryAfter: 30 }));
  await toCheckFromTeam(page);
  await page.getByRole('heading', { name: 'One answer needs another look' }).waitFor();
};

export const toCheckFromTeam = async (page: Page) => {
  await onFromTeam(page);
  await page.getByRole('checkbox', { name: /accept/ }).press('Space');
  await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
};

/** Every screen of teams. */
export const teamScreens: Record<string, Screen> = {
  team: (page, api) => atTeam(page, api),
  'team-create': async (page, api) => {
    await atTeam(page, api);
    await page.getByRole('radio', { name: 'Start a new team' }).press('Space');
    await page.getByRole('radio', { name: 'Trio, up to 3 people' }).press('Space');
  },
  'team-create-wrong': async (page, api) => {
    await atTeam(page, api);
    await page.getByRole('radio', { name: 'Start a new team' }).press('Space');
    await onFromTeam(page);
    await page.getByRole('link', { name: 'Enter a name for your team' }).waitFor();
  },
  'team-join': async (page, api) => {
    await atTeam(page, api);
    await page.getByRole('radio', { name: 'Join a team' }).press('Space');
    await page.getByText('3 teams.').waitFor();
  },
  'team-join-empty': async (page, api) => {
    api.teamStage.teams.splice(0);
    await atTeam(page, api);
    await page.getByRole('radio', { name: 'Join a team' }).press('Space');
    await page.getByText('There is no team yet').waitFor();
  },
  'team-join-failed': async (page, api) => {
    api.next.teams.push(problemAnswer('not-found'));
    await atTeam(page, api);
    await page.getByRole('radio', { name: 'Join a team' }).press('Space');
    await page.getByText('The list of teams did not load').waitFor();
  },
  'team-join-wrong': async (page, api) => {
    await atTeam(page, api);
    await page.getByRole('radio', { name: 'Join a team' }).press('Space');
    await onFromTeam(page);
    await page.getByRole('link', { name: 'Choose the team that you join' }).waitFor();
  },
  'team-full': (page, api) => refusedAs(page, api, 'team-full'),
  'team-held': (page, api) => refusedAs(page, api, 'team-held'),
  'team-closed': (page, api) => refusedAs(page, api, 'team-closed'),
  'team-relay': (page, api) => atTeam(page, api, half, [ada, bea]),
  'team-invited': byInvitation,
  'teams-page': async (page, api) => {
    api.forms.push(teamForm);
    await page.goto(`${api.url}/races/harbour`);
    await page.getByRole('link', { name: 'See the teams' }).click();
    await page.getByText('3 teams.').waitFor();
  },
  'team-page': async (page, api) => {
    api.forms.push(teamForm);
    await page.goto(`${api.url}/races/harbour/teams/${bridges?.id}`);
    await heading(page, 'Four Bridges').waitFor();
  },
  'team-page-invited': async (page, api) => {
    api.forms.push(teamForm);
    await page.goto(`${api.url}/races/harbour/teams/${bridges?.id}#${bridges?.code}`);
    await page.getByRole('link', { name: 'Register and join this team' }).waitFor();
  },
  'own-team': (page, api) => toOwnTeam(page, api),
  'own-team-member': async (page, api) => {
    const { code: _, people: __, ...team } = relayOf(id);
    await toOwnTeam(page, api, { ...team, isCaptain: false });
  },
  'own-team-sure': async (page, api) => {
    await toOwnTeam(page, api);
    await page.getByRole('button', { name: 'Remove Bea R. from the team' }).press('Enter');
    await page.getByText('Remove Bea R. from the team?').waitFor();
  },
  'own-team-refused': async (page, api) => {
    await toOwnTeam(page, api);
    api.next['change-team'].push(problemAnswer('team-name-taken'));
    await page.getByRole('button', { name: 'Rename' }).press('Enter');
    await page.locator('.own-team .note-bad').waitFor();
  },
};
