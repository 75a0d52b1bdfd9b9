import type { ComponentType } from 'preact';
import type { RaceDetailsMessage } from '../../../lambdas/api/console/messages';

/** What the person who is signed in may do in a race. The server decides; this is what is shown to them. */
export interface May {
  /** Orders this command. */
  command(name: string): boolean;
  /** Has one of these roles, in this race or in all. */
  be(...roles: readonly string[]): boolean;
}

export interface RaceScreenProps {
  readonly race: RaceDetailsMessage;
  readonly may: May;
}

/** A screen about one race, in the navigation of that race. */
export interface RaceScreen {
  /** Behind `/console/races/{raceId}`. */
  readonly path: string;
  /** Undefined: other screens lead to it. */
  readonly label?: string;
  readonly component: ComponentType<RaceScreenProps>;
  readonly isFor: (may: May) => boolean;
}
