import type { ComponentType } from 'preact';
import type { SignedInMessage } from '../../lambdas/api/console/messages';
import { AccountPage } from './account/account-page';
import { lazyScreen } from './page/lazy-screen';
import { Cancel } from './race/cancel';
import { Codes } from './race/codes';
import { FormAndTexts } from './race/form-and-texts';
import { Fundraisers } from './race/fundraisers';
import { Keys } from './race/keys';
import { Disputes } from './race/money/disputes';
import { ReceiptList } from './race/money/receipts';
import { Tax } from './race/money/tax';
import { Overview } from './race/overview';
import type { RaceScreen } from './race/race-screen';
import { Short } from './race/short';
import { Spots } from './race/spots';
import { Stock } from './race/stock';
import { RacesPage } from './races/races-page';
import * as b from './texts/bibs';
import * as t from './texts/en';
import * as f from './texts/feed';
import * as m from './texts/mails';
import * as p from './texts/participants';
import * as r from './texts/race-day';

const AuditPage = lazyScreen(t.things.audit, async () => (await import('./staff/audit-page')).AuditPage);
const StaffPage = lazyScreen(t.things.staff, async () => (await import('./staff/staff-page')).StaffPage);
const RaceStaff = lazyScreen(t.things.staff, async () => (await import('./staff/staff-page')).RaceStaff);
const NewRacePage = lazyScreen(t.things.race, async () => (await import('./editing/new-race-page')).NewRacePage);
const DraftPage = lazyScreen(t.things.race, async () => (await import('./editing/editor-page')).DraftPage);
const SettingsScreen = lazyScreen(t.things.race, async () => (await import('./editing/editor-page')).SettingsScreen);
const PreviewPage = lazyScreen(t.things.preview, async () => (await import('./preview/preview-page')).PreviewPage);
const MailsPage = lazyScreen(m.things, async () => (await import('./mails/mails-page')).MailsPage);
const SalesScreen = lazyScreen(t.things.sales, async () => (await import('./sales/sales-screen')).SalesScreen);
const OpeningScreen = lazyScreen(t.things.opening, async () => (await import('./sales/opening-screen')).OpeningScreen);
const Participants = lazyScreen(t.things.list, async () => (await import('./participants/participants')).Participants);
const PersonPage = lazyScreen(t.things.list, async () => (await import('./participants/person-page')).PersonPage);
const Teams = lazyScreen(t.things.list, async () => (await import('./race/teams')).Teams);
const Webhooks = lazyScreen(t.things.list, async () => (await import('./race/webhooks')).Webhooks);
const Announcements = lazyScreen(t.things.list, async () => (await import('./race/announcements')).Announcements);
const History = lazyScreen(t.things.list, async () => (await import('./race/history')).History);
const ResultsScreen = lazyScreen(t.things.list, async () => (await import('./results/results-screen')).ResultsScreen);
const SetScreen = lazyScreen(t.things.list, async () => (await import('./results/set-screen')).SetScreen);
const Bibs = lazyScreen(t.things.list, async () => (await import('./bibs/bibs-screen')).Bibs);
const CheckIn = lazyScreen(t.things.desk, async () => (await import('./desk/check-in-screen')).CheckIn);
const LiveFeed = lazyScreen(t.things.list, async () => (await import('./race/feed/live-feed')).LiveFeed);

/** A place of the console, in the navigation of every page. */
export interface Place {
  readonly path: string;
  readonly label: string;
  readonly component: ComponentType;
  /** Whom it is shown to; by default everybody. The server decides what they get. */
  readonly isFor?: (who: SignedInMessage) => boolean;
}

const isOwnerOfAll = ({ roles }: SignedInMessage) =>
  roles.some(({ role, raceId }) => role === 'owner' && raceId === undefined);

/** Who may order one of these commands. */
const ordering =
  (...commands: readonly string[]): RaceScreen['isFor'] =>
  (may) =>
    commands.some((name) => may.command(name));

const seesNames: RaceScreen['isFor'] = (may) => may.be('owner', 'director', 'finance', 'desk');

/**
 * Every screen is registered in one of these two tables, and docs/console.md says how one is made.
 */
export const places: readonly Place[] = [
  { path: '/console', label: t.places.races, component: RacesPage },
  { path: '/console/staff', label: t.places.staff, component: StaffPage, isFor: isOwnerOfAll },
  { path: '/console/audit', label: t.places.audit, component: AuditPage, isFor: isOwnerOfAll },
  { path: '/console/account', label: t.places.account, component: AccountPage },
];

/** What other screens lead to. */
export const innerPlaces: readonly Pick<Place, 'path' | 'component'>[] = [
  { path: '/console/new', component: NewRacePage },
  { path: '/console/drafts/:raceId', component: DraftPage },
  { path: '/console/preview/:raceId', component: PreviewPage },
  { path: '/console/mails/:raceId', component: MailsPage },
];

export const raceScreens: readonly RaceScreen[] = [
  { path: '', label: t.raceScreens.overview, component: Overview, isFor: () => true },
  { path: '/sales', label: t.raceScreens.sales, component: SalesScreen, isFor: () => true },
  { path: '/opening', label: t.raceScreens.opening, component: OpeningScreen, isFor: () => true },
  {
    path: '/settings',
    label: t.raceScreens.settings,
    component: SettingsScreen,
    isFor: (may) => may.command('saveDraft'),
  },
  { path: '/history', label: t.raceScreens.history, component: History, isFor: (may) => may.command('saveDraft') },
  {
    path: '/participants',
    label: p.title,
    component: Participants,
    isFor: seesNames,
  },
  { path: '/participants/:registrationId', component: PersonPage, isFor: seesNames },
  {
    path: '/announcements',
    label: t.raceScreens.announcements,
    component: Announcements,
    isFor: ordering('sendAnnouncement'),
  },
  {
    path: '/spots',
    label: t.raceScreens.spots,
    component: Spots,
    isFor: ordering('changeCapacity', 'changeSale', 'expectRunners'),
  },
  { path: '/stock', label: t.raceScreens.stock, component: Stock, isFor: ordering('setStock') },
  { path: '/codes', label: t.raceScreens.codes, component: Codes, isFor: ordering('makeCodes') },
  { path: '/teams', label: t.raceScreens.teams, component: Teams, isFor: ordering('renameTeam') },
  { path: '/fundraisers', label: t.raceScreens.fundraisers, component: Fundraisers, isFor: ordering('hideFundraiser') },
  { path: '/bibs', label: b.title, component: Bibs, isFor: ordering('assignBibs') },
  { path: '/check-in', label: t.raceScreens.checkIn, component: CheckIn, isFor: ordering('checkIn') },
  { path: '/live', label: f.title, component: LiveFeed, isFor: ordering('publishFeed') },
  { path: '/results', label: r.resultsTitle, component: ResultsScreen, isFor: ordering('publishResults') },
  { path: '/results/:setId', component: SetScreen, isFor: ordering('publishResults') },
  { path: '/short', label: t.raceScreens.short, component: Short, isFor: ordering('listShort') },
  { path: '/disputes', label: t.raceScreens.disputes, component: Disputes, isFor: ordering('disputes') },
  { path: '/receipts', label: t.raceScreens.receipts, component: ReceiptList, isFor: ordering('receipts') },
  { path: '/form', label: t.raceScreens.form, component: FormAndTexts, isFor: ordering('saveForm') },
  { path: '/tax', label: t.raceScreens.tax, component: Tax, isFor: ordering('setTax') },
  { path: '/webhooks', label: t.raceScreens.webhooks, component: Webhooks, isFor: ordering('saveWebhook') },
  { path: '/keys', label: r.keys.title, component: Keys, isFor: ordering('makeApiKey') },
  { path: '/cancel', label: t.raceScreens.cancel, component: Cancel, isFor: ordering('jobs') },
  { path: '/staff', label: t.raceScreens.staff, component: RaceStaff, isFor: (may) => may.be('owner') },
];
