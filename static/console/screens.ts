import type { ComponentType } from 'preact';
import type { SignedInMessage } from '../../lambdas/api/console/messages';
import { AccountPage } from './account/account-page';
import { Overview } from './race/overview';
import type { RaceScreen } from './race/race-screen';
import { RacesPage } from './races/races-page';
import { AuditPage } from './staff/audit-page';
import { RaceStaff, StaffPage } from './staff/staff-page';
import * as t from './texts/en';

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

/**
 * Every screen is registered in one of these two tables, and docs/console.md says how one is made.
 */
export const places: readonly Place[] = [
  { path: '/console', label: t.places.races, component: RacesPage },
  { path: '/console/staff', label: t.places.staff, component: StaffPage, isFor: isOwnerOfAll },
  { path: '/console/audit', label: t.places.audit, component: AuditPage, isFor: isOwnerOfAll },
  { path: '/console/account', label: t.places.account, component: AccountPage },
];

export const raceScreens: readonly RaceScreen[] = [
  { path: '', label: t.raceScreens.overview, component: Overview, isFor: () => true },
  { path: '/staff', label: t.raceScreens.staff, component: RaceStaff, isFor: (may) => may.be('owner') },
];
