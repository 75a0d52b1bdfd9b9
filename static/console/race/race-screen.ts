import type { ComponentType } from 'preact';
import type { RaceDetailsMessage } from '../../../lambdas/api/console/messages';

/** What the person who is signed in may do in a race. It decides what is shown; the server decides what is carried out. */
export interface May {
  /** May they order this command? */
  command(name: string): boolean;
  /** Have they one of these roles, in this race or in all races? */
  be(...roles: readonly string[]): boolean;
}

export interface RaceScreenProps {
  readonly race: RaceDetailsMessage;
  readonly may: May;
}

/** A screen about one race, in the navigation of that race. */
export interface RaceScreen {
  /** The end of the address, after `/console/races/{raceId}`. */
  readonly path: string;
  /** Undefined: it is not in the navigation, and other screens lead to it. */
  readonly label?: string;
  readonly component: ComponentType<RaceScreenProps>;
  readonly isFor: (may: May) => boolean;
}
